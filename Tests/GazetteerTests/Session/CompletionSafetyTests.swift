import GazetteerIndex
import Testing

@testable import GazetteerSession

/// Completion of any text, with any data.
@Suite struct CompletionSafetyTests {
  private static let pieces = [
    "search ", "near ", "open ", "sc ", "use ", "select ", "--in ", "--in=", "--", "-", "\"", "\\", " ", "\n", ";", "#",
    "z", "Zü", "3", "1-", ",", ".", "world:", "e\u{301}", "\u{308}", "👩🏽‍🚀", "東京", "\u{0}", "\u{1B}[2J", "~/", "../", "=",
    "s",
    "--json=", "help ", "5k", "\u{202E}", "city", "\t", "\r\n", "'", "café",
  ]

  @Test func randomLinesAreCompletedByTheRules() throws {
    var random = SplitMix(state: 3)
    let session = CompletionTests.session
    let files: [CompletionContext.File] = [.init("a b"), .init("é"), .init("\u{308}x"), .init("sub", isFolder: true)]
    let context = CompletionContext(fileFormats: ["csv"]) { _ in files }
    for _ in 0..<4000 {
      let line = (0..<Int.random(in: 1...8, using: &random)).map { _ in
        Self.pieces.randomElement(using: &random) ?? ""
      }.joined()
      let cursor = Int.random(in: -1...line.utf8.count + 1, using: &random)
      _ = session.hint(for: line, in: context)
      _ = session.usage(for: line)
      guard let completion = session.completion(of: line, cursor: cursor, in: context) else { continue }
      try check(completion, of: line)
    }
  }

  /// The rules for every completion: replacements are safe and read back as what they mean, and nothing typed is lost.
  private func check(_ completion: Completion, of line: String) throws {
    let bytes = Array(line.utf8)
    #expect(completion.range.lowerBound >= 0 && completion.range.upperBound <= bytes.count, "\(line.debugDescription)")
    #expect(String(validating: bytes[completion.range], as: UTF8.self) != nil, "\(line.debugDescription)")
    #expect(completion.common.utf8.count >= completion.range.count, "\(line.debugDescription)")
    #expect(completion.total >= completion.candidates.count && !completion.candidates.isEmpty)
    for candidate in completion.candidates {
      let shown = candidate.replacement + candidate.label + candidate.detail
      #expect(hostileCodePoints(in: Array(shown.utf8), layout: false).isEmpty, "\(line.debugDescription)")
    }
  }

  @Test func anUnfinishedLineIsReadAsAFinishedOne() throws {
    var random = SplitMix(state: 5)
    for _ in 0..<4000 {
      let line = (0..<Int.random(in: 1...8, using: &random)).map { _ in
        Self.pieces.randomElement(using: &random) ?? ""
      }.joined()
      guard let statements = try? Statement.statements(of: Untrusted(line)), let last = statements.last,
        let partial = PartialLine(line, cursor: line.utf8.count), !partial.before.isEmpty || partial.typed != nil
      else { continue }
      let words = (partial.before + [partial.typed].compactMap(\.self)).map(\.word)
      // A `'` that begins the value of an option will be closed.
      let closed = try? Statement.statements(of: Untrusted(line + "'")).last?.words
      #expect(words == last.words || words == closed, "\(line.debugDescription)")
      #expect(!Statement.endsInQuotes(Untrusted(line)))
    }
  }

  @Test func aChosenNameMeansItsPlace() throws {
    let names = [
      "A;b", "A#b", "#A", "A #b", "A \"b\" c", "A --b", "--A", "A\\b", "A  b", "A'b", "A\\\"b", "A; drop", "A -v",
      "A 'b c'", "A 'b'", "A b'",
    ]
    for name in names {
      let session = Session(world: Example.dataset("world", [Example(id: .number(1), name: name)]))
      let typed = name.hasPrefix("A") ? "A" : "#-".contains(name.first ?? " ") ? "\"" + String(name.prefix(3)) : name
      let line = "search " + typed
      let completion = try #require(
        session.completion(of: line, cursor: line.utf8.count, in: CompletionContext()), "\(name)")
      let chosen = "search " + (completion.candidates.first?.replacement ?? "")
      let statements = try Statement.statements(of: Untrusted(chosen))
      #expect(statements.count == 1, "\(chosen)")
      let arguments = try Arguments(statements[0].words.dropFirst(), for: .search)
      var left = arguments
      let text = left.rest().map(\.text.text).joined(separator: " ")
      #expect(Fold.fold(text) == Fold.fold(name), "\(chosen)")
    }
  }

  @Test(.enabled(if: SharedData.has("data/hostile"), SharedData.absent))
  func hostileNamesAreNeutralisedOrNotOffered() throws {
    let inputs = try hostileInputs().compactMap { String(validating: $0, as: UTF8.self) }
    let examples = inputs.enumerated().map { number, text in
      Example(
        id: .number(Int64(number)), name: "Q" + text, alternates: ["R" + text], country: "S" + text,
        category: "T" + text)
    }
    let session = Session(world: Example.dataset("world", examples))
    let context = CompletionContext { _ in inputs.map { .init("U" + $0) } }
    var offered = 0
    for line in [
      "search q", "search r", "search --in s", "search --category t", "sc ", "open U", "near q", "search x --in ",
    ] {
      guard let completion = session.completion(of: line, cursor: line.utf8.count, in: context) else { continue }
      offered += completion.candidates.count
      for candidate in completion.candidates {
        let shown = candidate.replacement + "|" + candidate.label + "|" + candidate.detail
        #expect(hostileCodePoints(in: Array(shown.utf8), layout: false).isEmpty, "\(line)")
      }
      #expect(hostileCodePoints(in: Array(completion.common.utf8), layout: false).isEmpty)
    }
    // The control: neutralising changes some inputs, and there were candidates.
    #expect(offered > 0 && inputs.contains { Untrusted($0).neutralised != $0 })
  }

  @Test func aNameWithControlsIsNotOffered() {
    let examples = ["Evil\u{1B}[2J", "Even"].enumerated().map { Example(id: .number(Int64($0)), name: $1) }
    let session = Session(world: Example.dataset("world", examples))
    let completion = session.completion(of: "search ev", cursor: 9, in: CompletionContext())
    #expect(completion?.candidates.map(\.replacement) == ["Even"])
  }

  @Test func aLineThatIsTooLongIsLeftAlone() {
    let line = String(repeating: "search ", count: 20_000)
    #expect(CompletionTests.session.completion(of: line, cursor: line.utf8.count, in: CompletionContext()) == nil)
    #expect(CompletionTests.session.completion(of: line, cursor: 3, in: CompletionContext()) == nil)
    #expect(CompletionTests.session.usage(for: line) == "")
  }
}
