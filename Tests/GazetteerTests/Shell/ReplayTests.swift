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
    // A typed line that is empty loses its blank.
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
    ("```", "\\```"), ("  ~~~ x", "\\  ~~~ x"), ("\\```", "\\\\```"), ("``", "``"),
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
    #expect(text == "--- x.txt\n+++ answers now\n@@ line 1: > a\n 1\n-2\n+two\n 3\n+4\n")
    #expect(TranscriptDifference(from: told, to: told).text(of: Untrusted("x.txt")) == "")
  }

  @Test func checkingSaysWhatDiffersAndUpdatingPutsItRight() throws {
    let scratch = try ScratchDirectory()
    let path = scratch.file("tour.txt", Array("# head\n> datasets\nnone\n\n> close x\n".utf8))
    func replay(_ purpose: ReplayPurpose) throws -> (code: ExitCode, shown: String, told: String) {
      var (shown, told) = ("", "")
      let replay = Replay(of: Untrusted(path), Flags(), in: Environment(now: { 0 }))
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
    #expect(told.setting("now")?.value == "2026-07-01T00:00:00Z")
    let replay = Replay(of: Untrusted(scratch.path + "/x"), Flags(), in: Environment(now: { 0 }))
    let answer = try replay.answers(to: told).exchanges[0].answer.map(\.text)
    #expect(answer.allSatisfy { $0.count <= 30 })
    #expect(try replay.answers(to: transcript("> help wait")).exchanges[0].answer.contains { $0.text.utf8.count > 30 })
  }

  @Test func aScriptIsPlayedUpToItsFirstError() throws {
    let scratch = try ScratchDirectory()
    let path = scratch.file("x.gaz", Array("wait\nserch\nwait\n".utf8))
    var shown = ""
    let replay = Replay(of: Untrusted(path), Flags(), in: Environment(now: { 0 }))
    #expect(try replay.run(.play, show: { shown += $0 }, tell: { _ in }) == .scriptStopped)
    #expect(shown == "> wait\n> serch\n! \"serch\" is not a command; did you mean \"search\"?\n[exit 2]\n")
  }

  @Test(
    arguments: [
      ("# now: 9223372036854775807", "x.txt:1: \"9223372036854775807\" is not a valid time from the year 1 to 9999"),
      ("# now: -9223372036854775808", "x.txt:1: \"-9223372036854775808\" is not a valid time from the year 1 to 9999"),
      ("# now: 2026-13-01T00:00:00Z", "x.txt:1: \"2026-13-01T00:00:00Z\" is not a valid time from the year 1 to 9999"),
      ("# title\n# width: 9223372036854775807", "x.txt:2: \"9223372036854775807\" is not a width from 1 to 10,000"),
      ("# width: 0", "x.txt:1: \"0\" is not a width from 1 to 10,000"),
      ("# width: -1", "x.txt:1: \"-1\" is not a width from 1 to 10,000"),
    ]) func aHeadOutOfRangeIsRefusedWithItsLine(head: String, message: String) throws
  {
    let replay = Replay(of: Untrusted("x.txt"), Flags(), in: Environment(now: { 0 }))
    let failure = #expect(throws: Failure.self) { try replay.answers(to: transcript(head + "\n> wait")) }
    #expect(failure?.message.neutralised.hasPrefix(message + "; try: ") == true)
    #expect(failure?.code == .usage)
  }

  @Test(arguments: ["# now: 253402300799\n# width: 10000", "# now: the search\n# width: of the table"])
  func aHeadAtTheLimitAndACommentThatLooksLikeOneAreTaken(head: String) throws {
    let replay = Replay(of: Untrusted("x.txt"), Flags(), in: Environment(now: { 0 }))
    let told = transcript(head + "\n> history favorites; sleep 1h; datasets")
    #expect(try replay.answers(to: told).exchanges.count == 1)
  }

  @Test func aScriptThatEndsInANestedPromptWithAChangeStops() throws {
    let scratch = try ScratchDirectory()
    func play(_ script: String) throws -> (code: ExitCode, shown: String) {
      let path = scratch.file("x.gaz", script.utf8)
      var shown = ""
      let replay = Replay(of: Untrusted(path), Flags(), in: Environment(now: { 0 }))
      return (try replay.run(.play, show: { shown += $0 }, tell: { _ in }), shown)
    }
    let place = "add-favorite Home --at 1,2\nfavorites --limit 1\nedit-favorite 1\n"
    let stopped = try play(place + "name House\n")
    #expect(stopped.code == .scriptStopped)
    #expect(
      stopped.shown.hasSuffix(
        "! edit-favorite ended without done; Home is unchanged; try: end with done or cancel\n[exit 1]\n"))
    // The control: without a change nothing is lost.
    #expect(try play(place).code == .success)
    #expect(try play(place + "name House\ndone\n").code == .success)
  }
}

/// A line that counts how often lines are compared.
private struct CountedLine: Hashable {
  final class Counter { var comparisons = 0 }
  let text: String
  let counter: Counter

  static func == (left: CountedLine, right: CountedLine) -> Bool {
    left.counter.comparisons += 1
    return left.text == right.text
  }
  func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

struct LineDifferenceTests {
  private func lines(_ names: some Sequence<Int>, _ counter: CountedLine.Counter) -> [CountedLine] {
    names.map { CountedLine(text: "line \($0)", counter: counter) }
  }

  @Test(
    arguments: [
      ([1, 2, 3], [1, 2, 3]), ([], [1]), ([1], []), ([1, 2, 3], [1, 9, 3]), ([1, 2, 3, 4], [4, 3, 2, 1]),
      ([1, 1, 2], [1, 2, 1]), ([5, 1, 2], [1, 2, 6, 2]), ([1, 2], [3, 4]),
    ]) func theLinesThatAreLeftAreEqual(old: [Int], new: [Int])
  {
    let difference = LineDifference(from: old, to: new)
    let kept = old.indices.filter { !difference.isRemoved[$0] }.map { old[$0] }
    #expect(kept == new.indices.filter { !difference.isAdded[$0] }.map { new[$0] })
    #expect(kept.count >= (old == new ? old.count : 0))
  }

  @Test func aDifferenceIsAsSmallAsItCanBe() {
    let difference = LineDifference(from: [1, 2, 3, 4, 5], to: [1, 3, 2, 4, 6])
    #expect(difference.isRemoved.count(where: \.self) == 2 && difference.isAdded.count(where: \.self) == 2)
  }

  @Test func theCostGrowsWithTheLinesAndNotWithTheirSquare() {
    let count = 20_000
    for new in [Array(count..<2 * count), Array((0..<count).reversed()), [count] + Array(1..<count)] {
      let counter = CountedLine.Counter()
      _ = LineDifference(from: lines(0..<count, counter), to: lines(new, counter))
      #expect(counter.comparisons < 30 * count)
    }
  }
}
