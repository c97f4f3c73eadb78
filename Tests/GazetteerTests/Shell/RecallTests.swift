import GazetteerSession
import Testing

@testable import GazetteerShell

struct RecallTests {
  private static let lines = ["search munich", "near 1", "search paris", "help"]

  @Test(arguments: [
    ("!!", "help"), ("!! near", "help near"), ("!1", "search munich"), ("!2 --limit 3", "near 1 --limit 3"),
    ("!sea", "search paris"), ("!search --limit 1", "search paris --limit 1"), ("!he", "help"),
  ]) func anOlderLineIsMeant(line: String, meant: String) throws {
    #expect(try Recall(line)?.line(in: Self.lines) == meant)
  }

  @Test(arguments: ["", "help", "!", "! x", " !!", "echo !!"]) func aLineWithoutARecallIsUnchanged(line: String) {
    #expect(Recall(line) == nil)
  }

  @Test(arguments: [
    ("!9", "there is no line 9; the history has lines 1 to 4; try: history"),
    ("!0", "there is no line 0; the history has lines 1 to 4; try: history"),
    ("!xyz", "no line begins with \"xyz\"; try: history xyz"),
  ]) func aMissingLineIsReported(line: String, message: String) throws {
    let recall = try #require(Recall(line))
    let failure = #expect(throws: Failure.self) { try recall.line(in: Self.lines) }
    #expect(failure?.message.neutralised == message)
    #expect(throws: Failure.self) { try recall.line(in: []) }
  }
}
