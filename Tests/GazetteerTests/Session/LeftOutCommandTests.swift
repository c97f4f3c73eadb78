import GazetteerIndex
import Testing

@testable import GazetteerSession

/// Lines that begin with no command.
struct LeftOutCommandTests {
  /// Cities whose names are near those of commands.
  private static let session = Session(
    world: Example.dataset(
      "world",
      ["Quito", "Reno", "New York", "Lisbon", "Clermont", "Search Bay", "Munich", "Sète", "Port Louis", "Del Rio"]
        .enumerated().map {
          Example(id: .number(Int64($0.offset)), name: $0.element)
        }))

  private static func understood(_ line: String, in session: Session = session) -> String {
    do throws(Failure) {
      let statements = try Statement.statements(of: Untrusted(line))
      return try session.understood(statements, mayLeaveOutCommand: true).map { statement in
        statement.words.map { $0.text.text.contains(" ") ? "<\($0.text.text)>" : $0.text.text }.joined(separator: " ")
      }.joined(separator: "; ")
    } catch {
      return "! " + error.message.neutralised
    }
  }

  @Test(arguments: [
    ("paris tx", "search paris tx"),
    ("new york --limit 3", "search new york --limit 3"),
    ("\"new york\"", "search <new york>"),
    ("--in fr", "search --in fr"),
    ("-- -x", "search -- -x"),
    ("48.1,11.5", "near 48.1,11.5"),
    ("48.1, 11.5", "near <48.1, 11.5>"),
    ("48.1,11.5 --within 5km", "near 48.1,11.5 --within 5km"),
    ("100,11.5", "near 100,11.5"),
    ("geo:48.1,11.5", "near geo:48.1,11.5"),
    ("3", "search 3"),
    ("munich; near 1", "search munich; near 1"),
    ("; ; munich", "search munich"),
    ("search munich", "search munich"),
    ("SEARCH munich", "SEARCH munich"),
    ("Near 1", "Near 1"),
    ("", ""),
  ])
  func aLineWithoutACommandIsASearch(line: String, meant: String) {
    #expect(Self.understood(line) == meant)
  }

  @Test(
    arguments: [
      ("serch", ["search"], "serch"),
      ("serch munich --limit 3", ["search"], "serch munich"),
      ("searc munich", ["search"], "searc munich"),
      ("seach", ["search"], "seach"),
      ("haerch", nil, ""),
      ("nera 1", ["near"], "nera 1"),
      ("lst", ["list"], "lst"),
      ("fave", ["favorite"], "fave"),
      ("favz", ["favorite"], "favz"),
      ("exitt", ["quit"], "exitt"),
      ("find munich", ["search"], "find munich"),
      ("FIND munich", ["search"], "FIND munich"),
      ("ls", ["list"], "ls"),
      // A beginning of a command is searched if a word of a name begins so; shorter ones always are.
      ("lis", nil, ""), ("sear", nil, ""), ("sea", nil, ""), ("bay", nil, ""), ("ca", nil, ""),
      ("categ", ["categories"], "categ"), ("unfav", ["unfavorite"], "unfav"),
      ("sear munich", ["search"], "sear munich"),
      ("deselect-", ["deselect-category", "deselect-all"], "deselect-"), ("categ --limit 2", ["categories"], "categ"),
      // One letter away, it must be all words of a name or its first ones.
      ("port", nil, ""), ("cler", ["clear"], "cler"), ("clea", ["clear"], "clea"),
      // Names of three letters are meant only if a letter is added or two are swapped.
      ("ste", ["set"], "ste"), ("sett", ["set"], "sett"), ("sat", nil, ""), ("usa", nil, ""), ("se", nil, ""),
      // These are places.
      ("quito", nil, ""), ("Reno", nil, ""), ("new york", nil, ""), ("new yor", nil, ""), ("sète", nil, ""),
      ("new", nil, ""), ("NEW", nil, ""),
      // A synonym or a beginning may begin the name of a place, also of one with typing errors; a mistyped command may not.
      ("new yrok", nil, ""), ("NEW yokr --limit 1", nil, ""), ("del roi", nil, ""),
      ("new xyzzy", ["add-favorite"], "new xyzzy"),
      ("find lodnon", ["search"], "find lodnon"), ("serch bya", ["search"], "serch bya"),
      // In quotes, a word is a text.
      ("\"serch\"", nil, ""),
    ] as [(String, [String]?, String)])
  func aWordThatLooksLikeACommandIsNotSearched(line: String, meant: [String]?, text: String) {
    let understood = Self.understood(line)
    guard let meant else {
      #expect(understood.hasPrefix("search "))
      return
    }
    let word = text.prefix { $0 != " " }
    let names = meant.map { "\"\($0)\"" }.joined(separator: " or ")
    #expect(
      understood
        == "! no command is called \"\(word)\"; did you mean \(names)? try: search \(text), if that is a name")
  }

  /// Nothing runs if anything cannot be understood.
  @Test(arguments: [
    ("search x; munich", #"! "munich" is not a command; try: search NAME, or help"#),
    (
      "favorite 1 --note temples; don't forget",
      #"! "don't" is not a command; ';' ends a command, so nothing of the line was run; "#
        + #"try: for a text with ';', quotes: "temples; don't forget""#
    ),
    ("munich; serch", #"! "serch" is not a command; did you mean "search"?"#),
    ("munich; list --nope", #"! "--nope" is not an option of list; try: help list"#),
    ("munich; list 3", #"! unexpected word "3"; try: list [--columns A,B] [--limit N]"#),
    (
      "munich; near",
      #"! WHERE is missing; try: near WHERE [--within R] [--category C] [--selected] [--where CONDITION] [--sort ORDER] [--reverse] [--columns A,B] [--list L] [--tag T] [--limit N]"#
    ),
    ("edit-categories; toggle city; done; list", "edit-categories; toggle city; done; list"),
    ("edit-categories; togle city", #"! "togle" is not a command; did you mean "toggle"?"#),
    ("edit-favorite 1; list summer; name <x>; done; list", "edit-favorite 1; list summer; name <x>; done; list"),
    ("list --help; near --json=help", "list --help; near --json=help"),
  ])
  func aWholeLineIsUnderstoodFirst(line: String, meant: String) {
    #expect(Self.understood(line) == meant)
  }

  @Test func elsewhereTheCommandIsNeeded() {
    let line = [Statement(words: [Word(Untrusted("munich"))])]
    #expect(try! Self.session.understood(line, mayLeaveOutCommand: false) == line)
    var conversation = Conversation()
    conversation.say("edit-categories")
    #expect(
      conversation.say("munich").hasPrefix("! \"munich\" is not a command; try: toggle C, or help"))
    #expect(try! conversation.session.understood(line, mayLeaveOutCommand: true) == line)
  }

  @Test func theTitleIsWhatWasTyped() throws {
    let line = try Statement.statements(of: Untrusted("munich --limit 3"))
    let understood = try Self.session.understood(line, mayLeaveOutCommand: true)
    #expect(understood[0].title == Untrusted("munich --limit 3"))
  }

  @Test(
    arguments: [
      ("lis", "\"lis\" is also the beginning of the command list"),
      ("lis --limit 1", "\"lis\" is also the beginning of the command list"),
      ("sear", "\"sear\" is also the beginning of the command search"),
      ("del", "\"del\" is also the beginning of the command delete-location"),
      ("new", "\"new\" may also mean the command add-favorite"),
      ("port", "\"port\" may also mean the command post"),
      ("qqqq", nil), ("mun", nil), ("search lis", nil), ("\"lis\"", nil), ("quito", nil), ("new york", nil),
      ("del rio", nil), ("--limit 1", nil),
    ] as [(String, String?)])
  func theAnswerSaysThatAWordMayMeanACommand(line: String, remark: String?) throws {
    let parts = try Statement.statements(of: Untrusted(line))
    let statement = try Self.session.understood(parts, mayLeaveOutCommand: true)[0]
    let reply = try Self.session.answer(statement, in: Context())
    #expect(reply.notices.map(\.neutralised) == (remark.map { [$0] } ?? []))
    #expect(reply.command == "search")
  }

  @Test(
    arguments: [
      ("categ", ["categories"]), ("sear", ["search"]), ("fave", ["favorite"]), ("unfav", ["unfavorite"]),
      ("find", ["search"]), ("SEAR", ["search"]), ("serach", ["search"]),
      ("deselect", ["deselect-category", "deselect-all"]),
      ("xyzzy", []), ("s", []), ("x", []),
    ] as [(String, [String])])
  func commandsAreGuessed(word: String, meant: [String]) {
    #expect(CommandTable.standard.meant(by: word) == meant)
  }
}
