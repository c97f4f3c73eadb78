import Foundation
import GazetteerIndex
import Testing

@testable import GazetteerSession
@testable import GazetteerShell

/// What a script that the user starts at the prompt may do, and what a dry run prints about it.
struct ScriptConsentTests {
  private let scratch: ScratchDirectory
  private static let adding = "add-favorite Home --at 1,2\n"
  private static let refusal = [
    "! x.gaz:1: add-favorite is not allowed here; it needs the power favorites; try: gaz --allow=favorites", "[exit 1]",
  ]

  init() throws { scratch = try ScratchDirectory() }

  /// A user who gives these answers, and what the user was shown.
  private final class User {
    var answers: [LineResult]
    var shown: [String] = []

    init(_ answers: LineResult...) { self.answers = answers }

    var asker: Asker {
      Asker(
        columns: { 80 }, tell: { self.shown.append($0) },
        read: { prompt in
          self.shown.append(prompt)
          return self.answers.isEmpty ? .endOfFile : self.answers.removeFirst()
        })
    }
  }

  /// Runs lines; gives what was printed.
  private func run(
    _ lines: String..., from origin: Origin = .typed, asking user: User? = nil,
    _ change: (inout Flags) -> Void = { _ in }
  ) -> (printed: [String], interpreter: Interpreter, outcome: Outcome) {
    var flags = Flags()
    change(&flags)
    var environment = Environment(now: { 0 })
    environment.folder = Untrusted(scratch.path)
    let recorder = AnswerRecorder()
    let interpreter = Interpreter(flags, in: environment, to: recorder.output, desk: Desk(asker: user?.asker))
    var outcome = Outcome()
    for line in lines { outcome.add(interpreter.run(Untrusted(line), from: origin)) }
    return (recorder.take().map(\.text), interpreter, outcome)
  }

  private func write(_ name: String, _ text: String) { _ = scratch.file(name, text.utf8) }

  @Test func theUserIsAskedOnceForEachPower() {
    write("x.gaz", Self.adding + "add-favorite Work --at 3,4\noutput out.txt\necho done\noutput\n")
    let user = User(.line("y"), .line("y"))
    let (printed, interpreter, outcome) = run("source x.gaz", asking: user)
    #expect(outcome == Outcome())
    #expect(interpreter.session.favorites.all.count == 2 && printed.last == "wrote 1 line to \"out.txt\"")
    #expect(
      user.shown == [
        "x.gaz:1: add-favorite Home --at 1,2\n", "allow \"x.gaz\" to change favorites? [y/N] ",
        "x.gaz:3: output out.txt\n", "allow \"x.gaz\" to write files? [y/N] ",
      ])
    #expect(interpreter.session.mode == .commands)
  }

  @Test(arguments: [.line("n"), .line(""), .endOfFile] as [LineResult])
  func withoutAYesTheScriptIsRefusedAndNotAskedForAgain(answer: LineResult) {
    write("x.gaz", Self.adding + Self.adding)
    let user = User(answer, .line("y"))
    let (printed, interpreter, outcome) = run("set on-error continue", "source x.gaz", asking: user)
    #expect(Array(printed.prefix(2)) == Self.refusal && printed.count == 4)
    #expect(interpreter.session.favorites.all.isEmpty && outcome.code != nil)
    #expect(user.shown.count == 2)
  }

  @Test func ctrlCAtTheQuestionEndsTheScript() {
    write("x.gaz", Self.adding + "echo more\n")
    let (printed, _, outcome) = run("source x.gaz", asking: User(.interrupted))
    #expect(outcome.code == .interrupted && !printed.contains("more"))
  }

  @Test func theConsentEndsWithTheScript() {
    write("x.gaz", Self.adding)
    let user = User(.line("y"), .line("n"))
    let (printed, _, _) = run("source x.gaz", "source x.gaz", asking: user)
    #expect(Array(printed.suffix(2)) == Self.refusal && user.shown.count == 4)
  }

  @Test func itHoldsForTheScriptsThatTheScriptRuns() {
    write("x.gaz", "source y.gaz\n" + Self.adding)
    write("y.gaz", Self.adding)
    let user = User(.line("y"))
    #expect(run("source x.gaz", asking: user).outcome == Outcome())
    #expect(user.shown == ["y.gaz:1: add-favorite Home --at 1,2\n", "allow \"x.gaz\" to change favorites? [y/N] "])
  }

  @Test func nobodyIsAskedWhereAScriptIsNotStartedAtThePrompt() {
    write("x.gaz", Self.adding)
    for origin in [Origin.commandLine, .script(SourceLocation(file: Untrusted("z"), line: 1)), .replay] {
      let user = User(.line("y"))
      #expect(run("source x.gaz", from: origin, asking: user).printed == Self.refusal)
      #expect(user.shown == [])
    }
    let user = User(.line("y"))
    #expect(run("source x.gaz", asking: user) { $0.takesNoInput = true }.printed == Self.refusal)
    #expect(run("source x.gaz").printed == Self.refusal && user.shown == [])
    // The control: what the command line allows.
    #expect(run("source x.gaz", from: .commandLine) { $0.allowed = [.favorites] }.outcome == Outcome())
  }

  @Test func aDryRunNeedsNoPowerAndSaysWhichTheScriptNeeds() {
    write("x.gaz", Self.adding + "source y.gaz\n")
    write("y.gaz", "output out.txt\n")
    let (printed, interpreter, outcome) = run("source x.gaz", from: .commandLine) { $0.isDryRun = true }
    #expect(
      printed == [
        "would add-favorite Home", "would write the results to \"out.txt\"",
        "x.gaz would need --allow=favorites,write-file",
      ])
    #expect(interpreter.session.favorites.all.isEmpty && interpreter.session.outputPath == nil)
    #expect(outcome == Outcome())
    // What is allowed already is repeated, because the new list replaces the old one.
    let allowed = run("source x.gaz", from: .commandLine) { ($0.isDryRun, $0.allowed) = (true, [.favorites]) }
    #expect(allowed.printed.last == "x.gaz would need --allow=favorites,write-file" && allowed.outcome == Outcome())
    // The controls: nothing is listed if nothing is missing, and a real run needs the powers.
    let complete = run("source x.gaz", from: .commandLine) {
      ($0.isDryRun, $0.allowed) = (true, [.favorites, .writeFile])
    }
    #expect(complete.printed.last == "would write the results to \"out.txt\"")
    #expect(run("source x.gaz", from: .commandLine).printed == Self.refusal)
  }

  @Test func aDryRunListsThePowersOfCommandsThatFailAndAsksNobody() {
    write("x.gaz", "favorite 1\noutput out.txt\n")
    let user = User(.line("y"))
    let (printed, _, outcome) = run("source x.gaz", asking: user) { $0.isDryRun = true }
    #expect(printed.first?.contains("there is no list") == true)
    #expect(printed.last == "x.gaz would need --allow=favorites,write-file" && outcome.code != nil)
    #expect(user.shown.isEmpty)
  }

  @Test func aDryRunGoesOnAfterAnError() {
    write("x.gaz", "select 9\noutput out.txt\n")
    let (printed, _, outcome) = run("source x.gaz", from: .commandLine) { $0.isDryRun = true }
    #expect(printed.last == "x.gaz would need --allow=write-file" && outcome.code != nil)
    #expect(!run("source x.gaz", from: .commandLine).printed.contains { $0.contains("output") }, "the control")
  }
}
