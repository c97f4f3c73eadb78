import Foundation
import GazetteerIndex
import GazetteerSession
import Testing

@testable import GazetteerShell

/// The form of transcripts, and what is done with them.
struct ReplayTests {
  private func transcript(_ text: String) -> Transcript {
    Transcript(text.split(separator: "\n", omittingEmptySubsequences: false).map { Untrusted($0) })
  }

  @Test(arguments: [
    "", "# head\n\nmore\n> a\n1\n\n2\n\n\n> b\n! x\n[exit 2]", ">\n> \n> # no command\n", "> a\n\\> b\n\\\n",
    "no transcript\n",
  ]) func aTranscriptIsWrittenAsItWasRead(text: String) {
    // A typed line of blanks loses one.
    let expected = text.replacingOccurrences(of: "> \n", with: ">\n")
    #expect(transcript(text).lines.map(\.text).joined(separator: "\n") == expected)
  }

  @Test func blankLinesBetweenExchangesAreNoAnswer() {
    let exchanges = transcript("# head\n> a\n1\n\n2\n\n> b\n").exchanges
    #expect(exchanges.map(\.typed.text) == ["a", "b"])
    #expect(exchanges.map { $0.answer.map(\.text) } == [["1", "", "2"], []])
    #expect(exchanges.map(\.line) == [2, 7])
  }

  @Test(arguments: [
    ("plain", "plain"), ("> typed", "\\> typed"), (">", "\\>"), (">tight", ">tight"), ("! error", "\\! error"),
    ("!", "!"),
    ("[exit 2]", "\\[exit 2]"), ("\\> x", "\\\\> x"), ("\\path", "\\path"), ("\\", "\\\\"), ("", ""),
  ]) func anAnswerIsNeverReadAsACommand(line: String, written: String) {
    #expect(Transcript.escaped(line[...]).text == written)
    let exchanges = transcript("> a\n\(written)").exchanges
    #expect(exchanges.count == 1)
    #expect(exchanges[0].answer.map(\.text) == (line.isEmpty ? [] : [written]))
  }

  @Test func printedLinesAreRecorded() {
    let recorder = AnswerRecorder()
    recorder.output.show("1\n\n> 2\n\n")
    #expect(recorder.take().map(\.text) == ["1", "", "\\> 2", "\\"])
    recorder.output.tell("notice\n")
    recorder.output.complain("wrong\n", .usage)
    #expect(recorder.take().map(\.text) == ["notice", "! wrong", "[exit 2]"])
    #expect(recorder.take() == [])
  }

  @Test func aDifferenceIsShownLineByLine() {
    let told = transcript("> a\n1\n2\n3\n> b\nsame\n")
    var played = told
    played.exchanges[0].answer = ["1", "two", "3", "4"].map { Untrusted($0) }
    let text = TranscriptDifference(from: told, to: played).text(of: Untrusted("x.txt"))
    #expect(text == "--- x.txt\n+++ as answered now\n@@ line 1: > a\n 1\n-2\n+two\n 3\n+4\n")
    #expect(TranscriptDifference(from: told, to: told).text(of: Untrusted("x.txt")) == "")
  }

  @Test func checkingSaysWhatDiffersAndUpdatingPutsItRight() throws {
    let scratch = try ScratchDirectory()
    let path = scratch.file("tour.txt", Array("# head\n> datasets\nnone\n\n> close x\n".utf8))
    func replay(_ purpose: Replay.Purpose) throws -> (code: ExitCode, shown: String, told: String) {
      var (shown, told) = ("", "")
      let replay = Replay(of: Untrusted(path), Settings(), in: Environment(now: { 0 }))
      let code = try replay.run(purpose, show: { shown += $0 }, tell: { told += $0.neutralised })
      return (code, shown, told)
    }
    let right =
      "# head\n> datasets\nno dataset is open; try: open FILE, or open world\n\n> close x\n"
      + "! no dataset is called \"x\"; try: datasets\n[exit 1]\n"
    #expect(try replay(.check).code == .replayDiffers)
    #expect(try replay(.check).shown.contains("\n-none\n+no dataset is open"))
    let played = right.replacingOccurrences(of: "# head\n", with: "").replacingOccurrences(of: "\n\n", with: "\n")
    #expect(try replay(.play).shown == played)
    #expect(try replay(.update).told == "\(path): 2 of 2 answers changed")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == right)
    #expect(try replay(.update).told == "\(path): 0 of 2 answers changed")
    #expect(try replay(.check) == (.success, "", "\(path): 0 of 2 answers differ"))
  }

  @Test func theHeadSetsClockAndWidth() throws {
    let scratch = try ScratchDirectory()
    let told = transcript("# now: 2026-07-01T00:00:00Z\n# width: 30\n> help wait")
    #expect(told.setting("now") == "2026-07-01T00:00:00Z")
    let replay = Replay(of: Untrusted(scratch.path + "/x"), Settings(), in: Environment(now: { 0 }))
    let answer = replay.answers(to: told).exchanges[0].answer.map(\.text)
    #expect(answer.allSatisfy { $0.count <= 30 })
    #expect(replay.answers(to: transcript("> help wait")).exchanges[0].answer.contains { $0.text.utf8.count > 30 })
  }

  @Test func aScriptIsPlayedUpToItsFirstError() throws {
    let scratch = try ScratchDirectory()
    let path = scratch.file("x.gaz", Array("wait\nserch\nwait\n".utf8))
    var shown = ""
    let replay = Replay(of: Untrusted(path), Settings(), in: Environment(now: { 0 }))
    #expect(try replay.run(.play, show: { shown += $0 }, tell: { _ in }) == .scriptStopped)
    #expect(shown == "> wait\n> serch\n! \"serch\" is not a command; did you mean \"search\"?\n[exit 2]\n")
  }
}
