import Foundation
import GazetteerIndex
import Synchronization
import Testing

@testable import GazetteerSession
@testable import GazetteerShell

/// How the shell carries out the effects of a session.
struct InterpreterTests {
  private func interpreter(
    _ flags: Flags = Flags(), open: @escaping @Sendable (Opening) -> Result<Dataset, Failure>
  ) -> (Interpreter, AnswerRecorder) {
    var environment = Environment(now: { 0 })
    environment.open = open
    let recorder = AnswerRecorder()
    return (Interpreter(flags, in: environment, to: recorder.output), recorder)
  }

  private func dataset(_ opening: Opening) -> Dataset {
    var builder = DatasetBuilder()
    "Suva".withBytes { builder.set(name: $0) }
    builder.addDraft()
    let about = DatasetAbout(source: opening.request.source, format: "test")
    return Dataset(name: opening.request.name, about: about, builder: builder)
  }

  @Test func outsideThePromptOpenEndsBeforeTheNextCommand() {
    let (interpreter, recorder) = interpreter { .success(dataset($0)) }
    #expect(interpreter.run(Untrusted("open a.json; search --limit 0"), from: .commandLine) == Outcome())
    #expect(recorder.take().map(\.text) == ["opened 1 place from a.json", "1 place"])
  }

  @Test func theNextCommandOfALineWaitsAlsoAtThePrompt() {
    let gate = DispatchSemaphore(value: 0)
    defer { gate.signal() }
    let (interpreter, recorder) = interpreter { opening in
      if opening.request.source.text == "b.json" { gate.wait() }
      return .success(dataset(opening))
    }
    interpreter.opensInBackground = true
    interpreter.openingPatience = 0
    _ = interpreter.run(Untrusted("open a.json; search --limit 0"), from: .typed)
    #expect(recorder.take().map(\.text) == ["opened 1 place from a.json", "1 place"])
    // The control: on a line of its own, the opening continues in the background.
    _ = interpreter.run(Untrusted("open b.json"), from: .typed)
    #expect(recorder.take().map(\.text) == ["opening b.json in the background; to wait for it: wait"])
  }

  /// The lines of a script wait for each other, also if the user has started it at the prompt.
  @Test func aScriptThatIsStartedAtThePromptWaitsForItsJobs() throws {
    let folder = try TemporaryFolder()
    let script = try folder.file("script.gaz", "open a.json\nsearch --limit 0\n")
    let (interpreter, recorder) = interpreter { .success(dataset($0)) }
    interpreter.opensInBackground = true
    interpreter.openingPatience = 0
    _ = interpreter.run(Untrusted("source \(script)"), from: .typed)
    #expect(recorder.take().map(\.text) == ["opened 1 place from a.json", "1 place"])
    #expect(interpreter.opensInBackground)
  }

  @Test func aDatasetClosedDuringItsOpeningIsDroppedEvenIfItsNameIsUsedAgain() {
    let gate = DispatchSemaphore(value: 0)
    let (interpreter, recorder) = interpreter { opening in
      if opening.request.source.text == "slow/a.json" {
        gate.wait()
        return .failure(opening.cancellation.isCancelled ? .interrupted : Failure("nobody cancelled it"))
      }
      return .success(dataset(opening))
    }
    interpreter.opensInBackground = true
    for line in ["open slow/a.json", "close a; open fast/a.json"] { _ = interpreter.run(Untrusted(line), from: .typed) }
    gate.signal()
    _ = interpreter.run(Untrusted("wait; datasets --json=name,source"), from: .typed)
    let told = recorder.take().map(\.text).filter { !$0.hasPrefix("opening ") }
    #expect(told.prefix(2) == ["stopped opening a", "opened 1 place from fast/a.json"])
    #expect(told.count == 3)
    #expect(told.last?.contains("\"total\":1") == true)
  }

  @Test func theControlAnOpeningThatIsNotClosedIsNotCancelled() {
    let gate = DispatchSemaphore(value: 0)
    let (interpreter, recorder) = interpreter { _ in
      gate.wait()
      return .failure(Failure("nobody cancelled it"))
    }
    interpreter.opensInBackground = true
    _ = interpreter.run(Untrusted("open slow/a.json"), from: .typed)
    gate.signal()
    #expect(interpreter.run(Untrusted("wait"), from: .typed).code == .failed)
    let told = recorder.take().map(\.text)
    #expect(
      told == ["opening slow/a.json in the background; to wait for it: wait", "! nobody cancelled it", "[exit 1]"])
  }

  @Test func theResultOfABackgroundJobIsReturnedToThePromptAndNotPrinted() {
    let (interpreter, recorder) = interpreter { .success(dataset($0)) }
    _ = interpreter.run(Untrusted("open a.json --background"), from: .typed)
    #expect(interpreter.session.jobs == [.opening("a")])
    #expect(Readiness.wait(interpreter.jobs.descriptor, milliseconds: 10_000) == [true])
    #expect(interpreter.news(of: interpreter.jobs.ended()).map(\.neutralised) == ["opened 1 place from a.json"])
    #expect(recorder.take() == [])
    #expect(interpreter.session.jobs.isEmpty && interpreter.session.open.map(\.name) == ["a"])
  }

  @Test func aFileIsReadAgain() {
    let answers = Mutex([Failure("it is gone"), nil, nil] as [Failure?])
    let (interpreter, recorder) = interpreter { opening in
      if let failure = answers.withLock({ $0.removeLast() }) { return .failure(failure) }
      return .success(dataset(opening))
    }
    _ = interpreter.run(Untrusted("open a.json"), from: .commandLine)
    _ = interpreter.run(Untrusted("refresh"), from: .commandLine)
    #expect(interpreter.run(Untrusted("refresh"), from: .commandLine).code == .failed)
    #expect(
      recorder.take().map(\.text) == [
        "opened 1 place from a.json", "a has not changed", "! gaz: it is gone", "[exit 1]",
      ])
    #expect(interpreter.session.open.map(\.name) == ["a"] && interpreter.session.jobs.isEmpty)
  }

  @Test func theUserMayAllAndAScriptWhatIsAllowed() {
    let script = Origin.script(SourceLocation(file: Untrusted("x"), line: 1))
    #expect(Origin.typed.powers(allowed: []) == Set(Power.allCases))
    #expect(Origin.commandLine.powers(allowed: []) == Set(Power.allCases))
    #expect(script.powers(allowed: []) == [])
    // A replay has favorites, contacts, an outbox and accounts of its own, and sends nothing.
    #expect(Origin.replay.powers(allowed: []) == [.favorites, .send, .account])
    #expect(Origin.replay.powers(allowed: [.writeFile]) == [.favorites, .send, .account, .writeFile])
    #expect(script.powers(allowed: [.network]) == [.network])
  }

  @Test func leftOutRowsAreReportedOnRequestAndNeverWhenQuiet() {
    let open: @Sendable (Opening) -> Result<Dataset, Failure> = { opening in
      let dataset = dataset(opening)
      var about = dataset.about
      (about.skipped, about.problems) = (1, ["line 3: no name"])
      return .success(dataset.described(by: about))
    }
    let said = "opened 1 place from a.json; left out 1 row (details: datasets -v)"
    var flags = Flags()
    flags.preferences.isVerbose = true
    var (shell, recorder) = interpreter(flags, open: open)
    _ = shell.run(Untrusted("open a.json"), from: .commandLine)
    #expect(recorder.take().map(\.text) == [said, "line 3: no name"])
    flags.preferences.isQuiet = true
    (shell, recorder) = interpreter(flags, open: open)
    _ = shell.run(Untrusted("open a.json"), from: .commandLine)
    #expect(recorder.take() == [])
  }

  @Test(
    arguments: [
      ("2026-01-01T12:00:00Z", ReplayHead().now), ("0", 0), ("-5", -5), ("1969-12-31T23:59:59Z", -1),
      ("2024-02-29T00:00:00Z", 1_709_164_800),
      ("2026-13-01T12:00:00Z", nil), ("2026-01-01 12:00:00Z", nil), ("now", nil), ("2026-01-01T12:00:00", nil),
      ("", nil),
    ] as [(String, Int64?)]) func aMomentIsReadAsItIsWritten(text: String, seconds: Int64?)
  {
    #expect(Moment(written: text)?.seconds == seconds)
  }
}
