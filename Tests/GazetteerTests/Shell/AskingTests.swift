import Foundation
import GazetteerIndex
import Testing

@testable import GazetteerSession
@testable import GazetteerShell

/// Questions, and what happens if nobody can be asked.
struct AskingTests {
  private static let question = Question(
    "remove \(quoted: Untrusted("Paris")) from the favorites", power: .favorites, yes: [.used(["yes"])],
    no: "nothing was removed")
  private static let script = Origin.script(SourceLocation(file: Untrusted("x"), line: 1))
  private static let refused = [
    "! nobody can be asked whether to remove \"Paris\" from the favorites; try: gaz --allow=favorites", "[exit 1]",
  ]

  /// A user who gives these answers, and what the user was shown.
  private final class Person {
    var lines: [LineResult?]
    var shown: [String] = []

    init(_ lines: [LineResult?]) { self.lines = lines }

    func asker(columns: Int? = 80) -> Asker {
      Asker(
        columns: { columns }, tell: { self.shown.append($0) },
        read: { prompt in
          self.shown.append(prompt)
          return self.lines.isEmpty ? .endOfFile : self.lines.removeFirst()
        })
    }
  }

  /// Asks in a session. Returns whether it was done, and what was printed.
  private func ask(
    _ person: Person?, _ question: Question = question, from origin: Origin = .typed, allowed: Set<Power> = [],
    takesNoInput: Bool = false
  ) -> (isDone: Bool, said: [String], outcome: Outcome) {
    var flags = Flags()
    flags.allowed = allowed
    flags.takesNoInput = takesNoInput
    let recorder = AnswerRecorder()
    let interpreter = Interpreter(
      flags, in: Environment(now: { 0 }), to: recorder.output, desk: Desk(asker: person?.asker()))
    let outcome = interpreter.receive([.asked(question)], for: Cause(origin))
    #expect(interpreter.session.mode == .commands)
    let said = recorder.take().map { $0.text.replacingOccurrences(of: "! gaz: ", with: "! ") }
    return (interpreter.session.inUse == ["yes"], said, outcome)
  }

  @Test(
    arguments: [
      ([.line("y")], true), ([.line("yes")], true), ([.line("n")], false), ([.line("")], false),
      ([.endOfFile], false), ([.interrupted], false), ([.line("list"), .line("y")], true),
      ([.line("list"), .line("quit"), .line("y")], true), ([.line("list"), .line("quit"), .line("n")], false),
      ([.line("list"), .endOfFile], false), ([.line("list"), .line("quit"), .interrupted], false),
    ] as [([LineResult?], Bool)]) func onlyYesIsYes(lines: [LineResult?], isDone: Bool)
  {
    let (wasDone, said, outcome) = ask(Person(lines))
    #expect(wasDone == isDone)
    #expect(said == (isDone ? [] : ["nothing was removed"]))
    #expect(outcome.code == (lines.last == .interrupted ? .interrupted : nil))
  }

  @Test func anyOtherAnswerIsAskedAgain() {
    let person = Person([.line("what"), .line("why"), .line("y")])
    _ = ask(person)
    let prompt = "remove \"Paris\" from the favorites? [y/N] "
    #expect(person.shown == [prompt, "answer y or n\n", prompt, "answer y or n\n", prompt])
  }

  @Test(arguments: [40, 20, 5, 1]) func aLongQuestionFitsTheTerminal(columns: Int) {
    let name = Untrusted("Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch\u{1b}[2J")
    let person = Person([.line("n")])
    var question = Question("remove \(quoted: name) from the favorites", power: .favorites, yes: [], no: "")
    question.details = ["its note: \(name)"]
    _ = person.asker(columns: columns).answer(to: question)
    #expect(person.shown.count > 1 && !person.shown.joined().contains("\u{1b}"))
    guard columns > 5 else { return }
    let rows = person.shown.dropLast().joined().split(separator: "\n")
    #expect(rows.count >= person.shown.count - 1 && rows.allSatisfy { Width.of(String($0)) <= columns })
    #expect(Width.of(person.shown.last ?? "") + 3 <= columns, "the longest answer fits after it")
  }

  @Test func withoutATerminalOnlyTheFlagConsents() {
    for origin in [Origin.commandLine, Self.script, .typed] {
      #expect(ask(nil, from: origin, allowed: [.favorites]).isDone)
      let refusal = ask(nil, from: origin, allowed: [.network])
      #expect(!refusal.isDone && refusal.said.last == "[exit 1]" && refusal.outcome.code == .failed)
    }
    #expect(ask(nil).said == Self.refused)
    #expect(ask(Person([nil])).said == Self.refused)
    #expect(ask(Person([nil]), allowed: [.favorites]).isDone)
  }

  @Test func aUserAtATerminalIsAlwaysAsked() {
    for origin in [Origin.commandLine, Self.script, .typed] {
      #expect(!ask(Person([.line("n")]), from: origin, allowed: [.favorites]).isDone)
      #expect(ask(Person([.line("y")]), from: origin).isDone)
    }
  }

  @Test func withoutInputNobodyIsAsked() {
    let person = Person([.line("y")])
    #expect(ask(person, takesNoInput: true).said == Self.refused)
    #expect(ask(person, allowed: [.favorites], takesNoInput: true).isDone)
    #expect(person.shown == [])
  }

  @Test func aReplayConsentsOnlyForItsOwnFavorites() {
    #expect(ask(nil, from: .replay).isDone)
    let writing = Question("replace the file", power: .writeFile, yes: [.used(["yes"])], no: "")
    #expect(!ask(nil, writing, from: .replay).isDone)
    #expect(ask(nil, writing, from: .replay, allowed: [.writeFile]).isDone)
  }

  @Test func onlyAUserWhoTypesIsAskedAboutADraft() {
    let question = Question("it", power: nil, words: .disregardOrStay, yes: [.used(["yes"])], no: "still here")
    #expect(ask(Person([.line("stay")]), question).said == ["still here"])
    let person = Person([.line("stay")])
    for origin in [Origin.commandLine, Self.script, .replay] { #expect(ask(person, question, from: origin).isDone) }
    #expect(person.shown == [])
  }

  @Test func onlyWhatIsTypedAfterTheQuestionAnswersIt() throws {
    let terminal = try PseudoTerminal(columns: 40, rows: 12)
    for (typed, answer) in [("y\n", Answer.yes), ("n\n", .no), ("\n", .no), ("\u{4}", .no)] {
      terminal.send("y\nyes\ny")
      let answers = Mailbox<Answer>()
      Thread.detachNewThread { [path = terminal.path] in
        answers.post(QuestionTerminal(path: path).asker.answer(to: Self.question).answer)
      }
      terminal.awaits("remove \"Paris\" from the favorites?\r\n[y/N] ")
      #expect(answers.drain() == [])
      terminal.send(typed)
      var given: [Answer] = []
      #expect(
        terminal.awaits {
          given += answers.drain()
          return !given.isEmpty
        })
      #expect(given == [answer])
    }
  }

  @Test(arguments: ["/dev/null", "/nonexistent", "/dev/tty/none"]) func withoutATerminalNobodyIsAsked(path: String) {
    #expect(QuestionTerminal(path: path).asker.answer(to: Self.question).answer == .nobody)
  }
}
