import Foundation
import GazetteerIndex
import GazetteerServices
import Synchronization
import Testing

@testable import GazetteerSession
@testable import GazetteerShell

/// Contacts, messages and the outbox in the shell: who is asked, what is saved, what is sent.
struct TellingShellTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A user who gives these answers.
  private final class Person {
    var lines: [LineResult?]
    var shown: [String] = []
    init(_ lines: [LineResult?]) { self.lines = lines }

    var asker: Asker {
      Asker(
        columns: { 80 }, tell: { self.shown.append($0) },
        read: { prompt in
          self.shown.append(prompt)
          return self.lines.isEmpty ? .endOfFile : self.lines.removeFirst()
        })
    }
  }

  private func interpreter(
    by carrier: TestCarrier, asking person: Person? = nil, allowed: Set<Power> = [],
    for purpose: Interpreter.Purpose = .prompt
  ) -> (Interpreter, AnswerRecorder) {
    var flags = Flags()
    flags.allowed = allowed
    var environment = Environment(now: { 1_769_860_800 }, world: { _ in Example.cities })
    environment.newFavoriteID = FavoriteIDs(milliseconds: { 7 }, random: { UInt64.random(in: 0...UInt64.max) }).next
    environment.channels = { _, _ in (.everything, carrier) }
    let keeper = Keeper(
      contacts: ContactsStore(path: folder.path + "/contacts.sqlite"),
      outbox: OutboxStore(path: folder.path + "/outbox.sqlite"))
    let recorder = AnswerRecorder()
    return (
      Interpreter(
        flags, in: environment, to: recorder.output, for: purpose, keeper: keeper, desk: Desk(asker: person?.asker)),
      recorder
    )
  }

  private static let start =
    "add-contact Anna --mail anna@example.org; search munich --limit 0; select world:2867714; check ."

  private func run(_ interpreter: Interpreter, _ recorder: AnswerRecorder, _ lines: String...) -> [String] {
    for line in lines { _ = interpreter.run(Untrusted(line), from: .typed) }
    return recorder.take().map(\.text)
  }

  @Test(arguments: [("y", 1), ("n", 0), ("", 0), ("1", 0)]) func nothingLeavesWithoutAYes(answer: String, count: Int) {
    let carrier = TestCarrier()
    let (interpreter, recorder) = interpreter(by: carrier, asking: Person([.line(answer), .line("")]))
    _ = run(interpreter, recorder, Self.start, "notify Anna --by mail")
    #expect(carrier.keys.count == count)
  }

  @Test(arguments: [false, true]) func withoutATerminalOnlyTheFlagIsTheConsent(isAllowed: Bool) {
    let carrier = TestCarrier()
    let (interpreter, recorder) = interpreter(by: carrier, allowed: isAllowed ? [.send] : [], for: .batch)
    _ = run(interpreter, recorder, Self.start)
    let outcome = interpreter.run(Untrusted("notify Anna --by mail"), from: .commandLine)
    #expect(carrier.keys.count == (isAllowed ? 1 : 0))
    #expect((outcome.code == nil) == isAllowed)
    let said = recorder.take().map(\.text).joined(separator: "\n")
    #expect(isAllowed ? said.contains("sent to Anna") : said.contains("nobody can be asked whether to send this mail"))
  }

  /// A script has no power unless the command line gives it; `-c` has it, but a question is asked.
  @Test func aScriptCannotEvenChangeAContact() {
    let carrier = TestCarrier()
    let (interpreter, recorder) = interpreter(by: carrier, for: .batch)
    let script = Origin.script(SourceLocation(file: Untrusted("x"), line: 1))
    for line in ["add-contact Z --mail z@z", "notify Anna --by mail", "outbox retry"] {
      #expect(interpreter.run(Untrusted(line), from: script).code != nil)
    }
    #expect(recorder.take().map(\.text).count { $0.contains("it needs the power send") } == 3)
  }

  @Test func aSentMessageIsInTheOutboxOfTheNextSession() {
    let carrier = TestCarrier()
    let (first, recorder) = interpreter(by: carrier, asking: Person([.line("y")]))
    #expect(run(first, recorder, Self.start, "notify Anna --by mail").last == "sent to Anna")
    let (second, other) = interpreter(by: carrier)
    #expect(run(second, other, "outbox --json=n,to,state").last?.contains("\"to\":\"Anna\",\"state\":\"sent\"") == true)
    #expect(run(second, other, "outbox retry").last == "nothing waits in the outbox")
    #expect(carrier.keys.count == 1)
    // Until it is removed.
    #expect(run(second, other, "outbox clear") == ["removed 1 message from the outbox"])
    #expect(run(first, recorder, "outbox") == ["the outbox is empty"])
    #expect(run(first, recorder, "outbox show 1").joined().contains("there is no message 1"))
  }

  /// What a friend reads on ntfy is shown, not the JSON in which it is kept.
  @Test func aMessageOfTheOutboxIsShownAsText() {
    let (interpreter, recorder) = interpreter(by: TestCarrier(), asking: Person([.line("y")]))
    let start = "add-contact Bob --message ntfy:bob; search munich --limit 0; select world:2867714; check ."
    _ = run(interpreter, recorder, start, "notify Bob --by message --note \"Join us?\"")
    let shown = run(interpreter, recorder, "outbox show 1").joined(separator: "\n")
    #expect(shown.contains("Bob ntfy:bob: sent\n  Join us?\n  1) Munich @ "), "\(shown)")
    #expect(!shown.contains("{") && !shown.contains("\\n"))
    let data = run(interpreter, recorder, "outbox show 1 --json").joined()
    #expect(data.contains(#""content":"{\"title\":"#), "\(data)")
  }

  @Test func aFailedCopyIsSentAgainOnce() {
    let isWorking = Mutex(false)
    let carrier = TestCarrier { _, mayHandOver, _ in
      guard isWorking.withLock({ $0 }) else { return .failed("no connection") }
      return mayHandOver() ? .sent : .failed("")
    }
    let (interpreter, recorder) = interpreter(by: carrier, asking: Person([.line("y")]))
    let said = run(interpreter, recorder, Self.start, "notify Anna --by mail").joined(separator: "\n")
    #expect(said.contains("nothing was sent to \"Anna\"; no connection; try: outbox retry 1"))
    isWorking.withLock { $0 = true }
    #expect(run(interpreter, recorder, "outbox retry 1").last == "sent to Anna")
    #expect(run(interpreter, recorder, "outbox retry 1").last == "nothing waits in the outbox")
    #expect(carrier.keys.count == 1)
  }

  @Test func atThePromptItIsSentInTheBackgroundAndCanBeStopped() {
    let (began, stopped) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let carrier = TestCarrier { _, _, cancellation in
      began.signal()
      let wake = DispatchSemaphore(value: 0)
      let registration = cancellation.onCancel { wake.signal() }
      wake.wait()
      registration.end()
      stopped.signal()
      return .failed("it was cancelled")
    }
    let (interpreter, recorder) = interpreter(by: carrier, asking: Person([.line("y")]))
    interpreter.opensInBackground = true
    interpreter.openingPatience = 0
    let said = run(interpreter, recorder, Self.start, "notify Anna --by mail")
    #expect(said.last == "sending in the background; to see how far it is: outbox; to stop: outbox cancel 1")
    #expect(began.wait(timeout: .now() + SafetyLimit.seconds) == .success)
    #expect(interpreter.jobs.statuses(at: 0).map(\.title.neutralised) == ["sending message 1"])
    #expect(run(interpreter, recorder, "outbox cancel 1").last == "it will not be sent to Anna")
    #expect(stopped.wait(timeout: .now() + SafetyLimit.seconds) == .success)
    #expect(interpreter.jobs.isIdle && carrier.keys == [])
    #expect(run(interpreter, recorder, "outbox --json=state").last?.contains("\"cancelled\"") == true)
  }

  /// A replay sends nothing, whatever the configuration is and whatever the command line allows.
  @Test(.enabled(if: TestMachine.hasWorld)) func aReplaySendsNothing() throws {
    let carrier = TestCarrier()
    var environment = TestMachine.environment
    environment.channels = { _, _ in (.everything, carrier) }
    let script = try folder.file("x.gaz", Self.start + "\nnotify Anna --by mail\n")
    var flags = Flags()
    flags.allowed = [.send]
    var shown = ""
    let replay = Replay(of: Untrusted(script), flags, in: environment)
    _ = try replay.run(.play, show: { shown += $0 }, tell: { _ in })
    #expect(shown.contains("sent to Anna") && carrier.keys == [])
  }

  @Test func twoSessionsDoNotSaveTheSameContactTwice() {
    let (first, recorder) = interpreter(by: TestCarrier())
    let (second, other) = interpreter(by: TestCarrier())
    #expect(run(first, recorder, "add-contact Anna --mail a@b").last == "saved the contact Anna")
    #expect(
      run(second, other, "add-contact anna --mail a@b").first?.contains("there is a contact \"Anna\" already") == true)
  }
}
