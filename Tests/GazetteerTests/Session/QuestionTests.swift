import GazetteerIndex
import Testing

@testable import GazetteerSession

/// Questions as data: which answer a line is, and how they change a session.
struct QuestionTests {
  private static let asked = Question(
    "remove \(quoted: Untrusted("Paris")) from the favorites", power: .favorites, yes: [.used(["a"])], effects: [.quit],
    no: "nothing was removed")

  @Test(
    arguments: [
      ("y", .yes), ("yes", .yes), ("YES", .yes), ("  Y\t", .yes), ("n", .no), ("no", .no), ("", .no), ("  ", .no),
      ("yep", nil), ("y;", nil), ("yes\nlist", nil), ("list", nil), ("0", nil), ("\u{1b}y", nil), ("ｙ", nil),
      ("disregard", nil),
    ] as [(String, Answer?)]) func aLineSaysYesOrNoOrNeither(line: String, answer: Answer?)
  {
    #expect(Self.asked.answer(line) == answer)
  }

  @Test(
    arguments: [
      ("disregard", .yes), ("Disregard ", .yes), ("stay", .no), ("", .no), ("y", nil), ("yes", nil), ("d", .yes),
      ("s", .no),
      ("no", nil), ("disregard all", nil), ("di", nil),
    ] as [(String, Answer?)]) func aDraftIsDisregardedByItsOwnWordOrLetter(line: String, answer: Answer?)
  {
    #expect(Question("x", power: nil, words: .disregardOrStay, yes: [], no: "").answer(line) == answer)
  }

  @Test func anEmptyLineMeansYesToAHarmlessQuestion() {
    let question = Question("edit again", power: nil, words: .yesUnlessNo, yes: [], no: "")
    #expect(["", "n", "x"].map(question.answer) == [.yes, .no, nil])
    #expect(question.prompt.neutralised == "edit again? [Y/n]")
  }

  @Test func yesRunsTheActionAndNoChangesNothing() {
    var session = Session()
    #expect(session.receive(.asked(Self.asked)) == [.ask(Self.asked)])
    #expect(session.mode == .answering(Self.asked, in: .commands))
    #expect(session.promptName == "remove \"Paris\" from the favorites? [y/N]")
    var refused = session
    #expect(session.receive(.answered(.yes)) == [.quit])
    #expect(session.inUse == ["a"] && session.mode == .commands)
    #expect(refused.receive(.answered(.no)) == [.notice("nothing was removed")])
    #expect(refused == Session())
  }

  @Test func withoutATerminalTheErrorNamesTheFlag() {
    var session = Session()
    _ = session.receive(.asked(Self.asked))
    guard case .report(let failure)? = session.receive(.answered(.nobody)).first else {
      Issue.record("nothing is reported")
      return
    }
    let text = "nobody can be asked whether to remove \"Paris\" from the favorites; try: gaz --allow=favorites"
    #expect(failure.message.neutralised == text)
    #expect(session == Session())
  }

  @Test func anAnswerWithoutAQuestionChangesNothing() {
    var session = Session()
    #expect(session.receive(.answered(.yes)) == [])
    #expect(session == Session())
  }

  @Test func aQuestionLeadsBackToWhereItWasAskedAndToTheNextOne() {
    let second = Question("b", power: nil, effects: [.quit], no: "stays")
    let first = Question("a", power: nil, yes: [.asked(second)], no: "")
    var session = Session()
    _ = session.receive(.categoriesDrafted([]))
    let drafting = session
    _ = session.receive(.asked(first))
    #expect(session.receive(.answered(.yes)) == [.ask(second)])
    #expect(session.mode == .answering(second, in: drafting.mode))
    #expect(session.receive(.answered(.no)) == [.notice("stays")])
    #expect(session == drafting)
  }

  @Test func duringAQuestionThereAreNoHintsOrCandidates() {
    var session = Session()
    let context = CompletionContext(fileFormats: []) { _ in [] }
    #expect(session.completion(of: "qui", cursor: 3, in: context) != nil, "or this proves nothing")
    #expect(session.hint(for: "qui", in: context) == "t")
    #expect(session.usage(for: "echo ") != "")
    _ = session.receive(.asked(Self.asked))
    #expect(session.completion(of: "qui", cursor: 3, in: context) == nil)
    #expect(session.hint(for: "qui", in: context) == "" && session.usage(for: "echo ") == "")
  }
}
