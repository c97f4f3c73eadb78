import Foundation
import GazetteerIndex
import GazetteerSession
import Synchronization
import Testing

@testable import GazetteerShell

/// The effects of settings and commands outside the session.
struct WordEffectsTests {
  private func interpreter(
    desk: Desk = Desk(), _ change: (inout Environment) -> Void = { _ in }
  ) -> (Interpreter, AnswerRecorder) {
    var environment = TestMachine.environment
    environment.folder = Untrusted(TestMachine.transcripts)
    change(&environment)
    let recorder = AnswerRecorder()
    return (Interpreter(Flags(), in: environment, to: recorder.output, desk: desk), recorder)
  }

  /// A clock that advances by a millisecond whenever it is read.
  private static var ticking: @Sendable () -> Double {
    let reads = Mutex(0.0)
    return {
      reads.withLock {
        $0 += 0.001
        return $0
      }
    }
  }

  @Test func theStagesOfACommandAreTimedAndAddUpToLessThanAll() {
    let (interpreter, recorder) = interpreter { $0.stopwatch = Self.ticking }
    for (line, stages) in [
      ("search tokio --limit 0", ["parse", "index", "rank", "render", "total"]),
      ("near 0,0 --limit 0", ["parse", "index", "rank", "render", "total"]),
      ("within 0,0 1,1 --limit 0", ["parse", "index", "render", "total"]),
      ("distance 0,0 0,1", ["parse", "render", "total"]), ("serch", ["parse", "total"]),
    ] {
      _ = interpreter.run(Untrusted("set timer on"), from: .typed)
      _ = recorder.take()
      _ = interpreter.run(Untrusted(line), from: .typed)
      let told = recorder.take().map(\.text).first { $0.hasPrefix("time: ") } ?? ""
      let parts = told.dropFirst("time: ".count).components(separatedBy: ", ").map { $0.split(separator: " ") }
      #expect(parts.map { String($0[0]) } == stages, "\(line): \(told)")
      let times = parts.compactMap { Double($0[1]) }
      #expect(times.allSatisfy { $0 > 0 } && times.dropLast().reduce(0, +) < (times.last ?? 0), "\(told)")
    }
    _ = interpreter.run(Untrusted("set timer off"), from: .typed)
    _ = recorder.take()
    _ = interpreter.run(Untrusted("distance 0,0 0,1"), from: .typed)
    #expect(recorder.take().count == 1, "the control")
  }

  @Test func aSleepMovesTheClockOfAReplayAndTakesNoTime() throws {
    let scratch = try ScratchDirectory()
    let told = Transcript(
      ["show world:2988507 --json=local_time", "sleep 30m; sleep 0.5s", "show world:2988507 --json=local_time"]
        .map { Untrusted("> " + $0) })
    let replay = Replay(of: Untrusted(scratch.path + "/x"), Flags(), in: TestMachine.environment)
    let answers = try replay.answers(to: told).exchanges.map { $0.answer.map(\.text).joined() }
    #expect(answers[0].contains("2026-01-01T13:00+01:00"))
    #expect(answers[2].contains("2026-01-01T13:30+01:00"))
  }

  @Test func onErrorQuietAndVerboseHaveAnEffect() {
    let (interpreter, recorder) = interpreter()
    func said(_ line: String, from origin: Origin = .commandLine) -> [String] {
      _ = interpreter.run(Untrusted(line), from: origin)
      return recorder.take().map(\.text)
    }
    #expect(said("select 9; echo on").last == "[exit 1]", "-c stops")
    #expect(said("set on-error continue; select 9; echo on").last == "on")
    #expect(said("set on-error stop; select 9; echo on", from: .typed).last == "[exit 1]")
    #expect(said("set on-error auto; select 9; echo on", from: .typed).last == "on")
    #expect(said("open data/hillside.json; close hillside").count == 2)
    #expect(said("set verbose on; open data/hillside.json; close hillside").count == 3, "the row that was left out")
    #expect(said("set quiet on; open data/hillside.json; close hillside").isEmpty)
  }

  @Test func colorAndASCIIHaveAnEffect() {
    let (interpreter, _) = interpreter()
    func style(_ line: String) -> Style {
      _ = interpreter.run(Untrusted(line), from: .typed)
      return interpreter.style
    }
    #expect(!interpreter.style.isColored && !interpreter.style.isASCII)
    #expect(style("set color always").isColored)
    #expect(!style("set color never").isColored)
    #expect(style("set ascii on").isASCII)
  }

  @Test func aScriptMayNotRunLinesOfTheHistory() {
    let desk = Desk(pastLines: PastLines(lines: { ["echo secret"] }, add: { _ in }))
    let (interpreter, recorder) = interpreter(desk: desk)
    let script = Origin.script(SourceLocation(file: Untrusted("x"), line: 1))
    for line in ["history", "history --run 1"] { _ = interpreter.run(Untrusted(line), from: script) }
    #expect(!recorder.take().contains { $0.text.contains("secret") })
    _ = interpreter.run(Untrusted("history --run 1"), from: .typed)
    #expect(recorder.take().map(\.text) == ["echo secret", "secret"], "the control")
  }
}
