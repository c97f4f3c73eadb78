/// The last answer of a command, until the prompt shows it. If something else is printed before, it is printed first.
final class KeptAnswer {
  private var answer: (text: String, render: (_ columns: Int, _ rows: Int) -> String)?
  private let show: (String) -> Void

  init(show: @escaping (String) -> Void) { self.show = show }

  func keep(_ text: String, _ render: @escaping (_ columns: Int, _ rows: Int) -> String) { answer = (text, render) }

  func print() {
    guard let answer else { return }
    self.answer = nil
    show(answer.text)
  }

  /// The rows of the answer on a screen of any size; nil if there is none.
  func take() -> ((_ columns: Int, _ rows: Int) -> [ScreenRow])? {
    guard let answer else { return nil }
    self.answer = nil
    return { columns, rows in
      answer.render(columns, rows).split(separator: "\n", omittingEmptySubsequences: false).dropLast().map {
        ScreenRow(sequences: $0)
      }
    }
  }
}
