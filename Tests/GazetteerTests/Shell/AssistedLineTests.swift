import GazetteerSession
import Testing

@testable import GazetteerShell

/// An assistant that completes a few words.
private final class Assistant: LineAssistant {
  private let candidates = ["select", "search", "set"].map { Completion.Candidate($0, detail: "does \($0)") }
  private let changes = Mailbox<Void>()
  private var updates = 0

  func isComplete(_ line: String) -> Bool { line.count { $0 == "\"" } % 2 == 0 }

  func completion(of line: String, cursor: Int) -> Completion? {
    let word = String(decoding: line.utf8.prefix(cursor), as: UTF8.self)
    if word == "folder" {
      return Completion(
        range: 0..<6, candidates: [Completion.Candidate("folder/", endsWord: false)], common: "folder/")
    }
    let found = candidates.filter { $0.label.hasPrefix(word) }
    return found.isEmpty
      ? nil : Completion(range: 0..<cursor, candidates: found, common: found.count == 1 ? found[0].replacement : "se")
  }

  func hint(for line: String) -> String { line == "near" ? " LAT,LON" : "" }

  func rows(below line: String, columns: Int, rows: Int) -> [ScreenRow] {
    if line == "wake" { changes.post(()) }
    let row: ScreenRow = [StyledText(updates > 0 ? "awake" : "\(line.count) letters", .dim)]
    return line.hasPrefix("w") && rows > 0 ? [row] : []
  }

  var descriptor: Int32 { changes.descriptor }
  func update() { updates += changes.drain().count }
  var nextChange: Int32? { nil }
}

// In the suite of the editor's tests, which is serialized, because libedit supports one terminal at a time.
extension LineEditorTests {
  private func start(terminal: String = "xterm", columns: UInt16 = 70, rows: UInt16 = 12) throws -> Editing {
    try Editing(terminal: terminal, columns: columns, rows: rows) { Assistant() }
  }

  @Test func oneCandidateIsInsertedWithABlankAndAFolderWithout() throws {
    let editing = try start()
    editing.terminal.send("sel\t")
    editing.awaits(["1> select"], cursor: [0, 10])
    editing.terminal.send("\u{15}folder\tx\r")
    #expect(editing.result() == .line("folder/x"))
    editing.end()
  }

  @Test func severalCandidatesAreShownBelowAndTabCyclesThroughThem() throws {
    let editing = try start()
    editing.terminal.send("s\t")
    let below = "select  does select  search  does search  set     does set"
    editing.awaits(["1> se", below], cursor: [0, 5])
    editing.terminal.send("\t")
    editing.awaits(["1> select", below], cursor: [0, 9])
    editing.terminal.send("\t")
    editing.awaits(["1> search", below], cursor: [0, 9])
    editing.terminal.send("\u{1b}[Z\u{1b}[Z\u{1b}[Z")
    editing.awaits(["1> search", below], cursor: [0, 9])
    editing.terminal.send("!")
    editing.awaits(["1> search!"], cursor: [0, 10])
    editing.terminal.send("\r")
    #expect(editing.result() == .line("search!"))
    editing.end()
  }

  @Test(arguments: ["\u{1b}", "\u{7}"]) func theTypedWordIsRestored(key: String) throws {
    let editing = try start()
    editing.terminal.send("s\t\t\t")
    editing.awaits(["1> search", "select  does select  search  does search  set     does set"])
    editing.terminal.send(key)
    editing.awaits(["1> s"], cursor: [0, 4])
    editing.terminal.send("\r")
    #expect(editing.result() == .line("s"))
    editing.end()
  }

  @Test func withoutCandidatesTabDoesNothing() throws {
    let editing = try start()
    editing.terminal.send("x\ty\r")
    #expect(editing.result() == .line("xy"))
    editing.end()
  }

  @Test func aLineWithoutScreenGetsItsCandidatesAbove() throws {
    let editing = try start(terminal: "dumb")
    editing.terminal.send("s\t")
    editing.awaits(["select  does select  search  does search  set     does set", "1> se"], cursor: [1, 5])
    editing.terminal.send("\t\t\r")
    #expect(editing.result() == .line("search"))
    editing.end()
  }

  @Test func enterInAnOpenQuoteBeginsAnotherRow() throws {
    let editing = try start()
    editing.terminal.send("a \"b\r")
    editing.awaits(["1> a \"b", " >"], cursor: [1, 3])
    editing.terminal.send("c\"\r")
    #expect(editing.result() == .line("a \"b\nc\""))
    editing.end()
  }

  @Test func withoutAHintOfTheHistoryTheLanguageGivesOne() throws {
    let editing = try start()
    editing.terminal.send("near")
    editing.awaits(["1> near LAT,LON"], cursor: [0, 7])
    editing.terminal.send("\u{6}\r")
    #expect(editing.result() == .line("near LAT,LON"))
    editing.end()
  }

  @Test func rowsBelowFollowTheLineAndBackgroundWork() throws {
    let editing = try start()
    editing.terminal.send("wak")
    editing.awaits(["1> wak", "3 letters"], cursor: [0, 6])
    editing.terminal.send("e")
    editing.awaits(["1> wake", "awake"], cursor: [0, 7])
    editing.notices.post("a notice")
    editing.awaits(["a notice", "1> wake", "awake"], cursor: [1, 7])
    editing.terminal.send("\r")
    #expect(editing.result() == .line("wake"))
    editing.nextLine()
    editing.awaits(["a notice", "1> wake", "2>"])
    editing.terminal.send("\u{4}")
    #expect(editing.result() == .endOfFile)
  }

  @Test func aNoticeAtTheBottomLeavesTheLineWhole() throws {
    let editing = try start(columns: 20, rows: 3)
    for number in 0..<5 {
      editing.notices.post("notice \(number)")
      editing.terminal.awaits("notice \(number)")
    }
    editing.terminal.send("wa")
    editing.awaits((0..<5).map { "notice \($0)" } + ["1> wa", "2 letters"], cursor: [5, 5])
    editing.notices.post("last")
    editing.awaits((0..<5).map { "notice \($0)" } + ["last", "1> wa", "2 letters"], cursor: [6, 5])
    editing.terminal.send("\r")
    #expect(editing.result() == .line("wa"))
    editing.end()
  }
}
