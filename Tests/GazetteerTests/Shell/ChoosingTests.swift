import GazetteerIndex
import Testing

@testable import GazetteerSession
@testable import GazetteerShell

/// The choice between the places that a name may mean.
struct ChoosingTests {
  /// What a session prints for a line if the user gives these answers.
  private func said(
    _ line: String, answers: [LineResult?], from origin: Origin = .typed, takesNoInput: Bool = false
  ) -> [String] {
    var answers = answers
    let asker = Asker(
      columns: { 80 }, tell: { _ in }, read: { _ in answers.isEmpty ? .endOfFile : answers.removeFirst() })
    var flags = Flags()
    flags.takesNoInput = takesNoInput
    let recorder = AnswerRecorder()
    let environment = Environment(now: { 0 }, world: { _ in Example.cities })
    let interpreter = Interpreter(flags, in: environment, to: recorder.output, desk: Desk(asker: asker))
    _ = interpreter.run(Untrusted(line), from: origin)
    return recorder.take().map(\.text)
  }

  @Test(arguments: [
    ("1", "Missouri"), ("2", "Illinois"), (" 2 ", "Illinois"), ("", "nothing was chosen"), ("n", "nothing was chosen"),
    ("3", "nothing was chosen"),
  ])
  func theNumberIsThePlace(answer: String, expected: String) {
    let said = said("show springfield", answers: [.line(answer), .line("")]).joined(separator: "\n")
    #expect(said.contains(expected), "\(said)")
  }

  @Test(arguments: [
    ([Control.enter], "Missouri"), ([Key.down.rawValue, Control.enter], "Illinois"), ([50], "Illinois"),
    ([105, 108, Control.enter], "Illinois"), ([Key.escape.rawValue], "nothing was chosen"),
  ])
  func onAScreenThePlaceIsPicked(keys: [UInt32], expected: String) {
    let asker = Asker(columns: { 80 }, tell: { _ in }, read: { _ in .line("1") })
    let desk = Desk(asker: asker)
    desk.pick = { picker, _ in
      var picker = picker
      return keys.lazy.compactMap { picker.press($0) }.first == .done ? picker : nil
    }
    let recorder = AnswerRecorder()
    let environment = Environment(now: { 0 }, world: { _ in Example.cities })
    let interpreter = Interpreter(Flags(), in: environment, to: recorder.output, desk: desk)
    _ = interpreter.run(Untrusted("show springfield"), from: .typed)
    let said = recorder.take().map(\.text).joined(separator: "\n")
    #expect(said.contains(expected), "\(said)")
  }

  @Test func twoNamesAreChosenOneAfterTheOther() {
    let said = said("distance springfield springfield", answers: [.line("2")]).joined(separator: "\n")
    #expect(said.contains("Springfield, Illinois, US to Springfield, Illinois, US: 0 m"), "\(said)")
  }

  /// A command that keeps something asks also about the only place that is called almost so.
  @Test(arguments: [("1", "London"), ("", "nothing was chosen"), ("2", "nothing was chosen")])
  func aPlaceThatIsCalledAlmostSoIsTakenOnlyAfterAQuestion(answer: String, expected: String) {
    let said = said("check lodnon; checked", answers: [.line(answer), .line("")]).joined(separator: "\n")
    #expect(said.contains(expected), "\(said)")
    #expect(said.contains("London") == (answer == "1"), "\(said)")
  }

  @Test func nobodyIsAskedOutsideThePrompt() {
    let script = Origin.script(SourceLocation(file: Untrusted("x"), line: 1))
    for said in [
      said("show springfield", answers: [.line("1")], from: script),
      said("show springfield", answers: [.line("1")], takesNoInput: true), said("show springfield", answers: [nil]),
    ] {
      #expect(said.joined().contains("may be several places"), "\(said)")
    }
  }
}
