import GazetteerIndex
import Testing

@testable import GazetteerSession

struct WordsTests {
  @Test(arguments: [
    ("", []),
    ("   # all of it a comment", []),
    ("search paris", [["search", "paris"]]),
    ("\tsearch  paris \r", [["search", "paris"]]),
    ("search a;list", [["search", "a"], ["list"]]),
    (";; list ;", [["list"]]),
    ("search paris # not this ; nor this", [["search", "paris"]]),
    ("search c#", [["search", "c#"]]),
    ("search o'fallon", [["search", "o'fallon"]]),
    ("search \"new york\"", [["search", "new york"]]),
    ("search new\" yo\"rk", [["search", "new york"]]),
    ("search \"a;b # c\"", [["search", "a;b # c"]]),
    (#"search "say \"hi\" \\ \n""#, [["search", #"say "hi" \ \n"#]]),
    (#"search a\b"#, [["search", #"a\b"#]]),
    ("search \"\"", [["search", ""]]),
    ("near -33.9,151.2", [["near", "-33.9,151.2"]]),
    // `'` quotes only from the beginning of a word to the end of one.
    ("search 'new york'", [["search", "new york"]]), ("search ''", [["search", ""]]), ("search '", [["search", "'"]]),
    ("search 's-Hertogenbosch", [["search", "'s-Hertogenbosch"]]),
    ("note 1 it's great; echo 'x'", [["note", "1", "it's", "great"], ["echo", "x"]]),
    (#"search 'a;b # "c" \n' d;list"#, [["search", #"a;b # "c" \n"#, "d"], ["list"]]),
    ("search 'a b 'c d'", [["search", "a b 'c d"]]), ("search x'a b'", [["search", "x'a", "b'"]]),
    ("search 'a'b c", [["search", "'a'b", "c"]]), ("search 'a\nlist 'b'", [["search", "'a"], ["list", "b"]]),
  ])
  func aLineIsSplitIntoItsParts(line: String, words: [[String]]) throws {
    let statements = try Statement.statements(of: Untrusted(line))
    #expect(statements.map { $0.words.map(\.text.text) } == words)
  }

  @Test(
    arguments: [
      ("name", ["name"]), ("name, City ,rating", ["name", "City", "rating"]),
      (#"name,"Open, in hours" ,price"#, ["name", "Open, in hours", "price"]),
      (#""a ""b"", c""#, [#"a "b", c"#]), (#"5" pipe,"x" y"#, [#"5" pipe"#, #""x" y"#]), (#""open, x"#, [#""open, x"#]),
      ("a,,b", nil), ("", nil), (#"a,"""#, nil),
    ] as [(String, [String]?)])
  func namesOfColumnsAreRead(word: String, names: [String]?) {
    let read = try? ColumnNames(word: Untrusted(word)).names
    #expect(read == names?.map { Untrusted($0) })
    for name in names ?? [] {
      #expect((try? ColumnNames(word: Untrusted(ColumnNames.written(Untrusted(name)))).names) == [Untrusted(name)])
    }
  }

  @Test(arguments: [
    ("search \"new york", #"a quote is opened at "new york" and never closed; try: close it with ""#),
    ("list; search \"", #"a quote is opened at the end and never closed; try: close it with ""#),
    ("search a\0b", "the line contains a NUL character; only text is allowed"),
  ])
  func aLineThatIsNotWordsIsRefusedWhole(line: String, reason: String) {
    let failure = #expect(throws: Failure.self) { try Statement.statements(of: Untrusted(line)) }
    #expect(failure?.code == .usage)
    #expect(failure?.message.neutralised == reason)
  }

  @Test func anEndlessLineIsRefused() {
    let line = Untrusted(String(repeating: "x", count: 65_537))
    let failure = #expect(throws: Failure.self) { try Statement.statements(of: line) }
    #expect(failure?.message.neutralised == "the line has 65,537 bytes; a line can have at most 65,536")
  }

  @Test func onlyAnUnquotedWordIsAnOption() throws {
    let asking = try Statement.statements(of: Untrusted("search x --json=name"))
    let quoting = try Statement.statements(of: Untrusted("search x \"--json\""))
    let ended = try Statement.statements(of: Untrusted("search -- --json"))
    let quotingOnce = try Statement.statements(of: Untrusted("search x '--json'"))
    #expect([asking, quoting, quotingOnce, ended].map { $0[0].asksJSON } == [true, false, false, false])
  }
}
