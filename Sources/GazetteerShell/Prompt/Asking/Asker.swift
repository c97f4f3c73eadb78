import GazetteerIndex
import GazetteerSession

/// Somebody who can be asked: at the prompt, or at the terminal of a run without one.
struct Asker {
  /// Cells of a line; nil: as many as it takes.
  let columns: () -> Int?
  /// Shows rows above the answer.
  let tell: (String) -> Void
  /// Reads one line, of what is typed after this has been called; nil where nobody is there.
  let read: (_ prompt: String) -> LineResult?

  /// How often a question is asked where neither yes nor no is said.
  private static let attempts = 2

  /// Asks; also says whether the user wants an end of everything.
  func answer(to question: Question) -> (answer: Answer, wasInterrupted: Bool) {
    for detail in question.details { tell(detail.neutralised.wrapped(to: columns()) + "\n") }
    for attempt in 1...Self.attempts {
      switch ask(question) {
      case .line(let line):
        if let answer = question.answer(line) { return (answer, false) }
        if attempt < Self.attempts { tell(question.advice.neutralised.wrapped(to: columns()) + "\n") }
      case .interrupted: return (.no, true)
      case .endOfFile: return (.no, false)
      case nil: return (.nobody, false)
      }
    }
    return (.no, false)
  }

  /// A question longer than a line is asked in its last row, for what is typed must not be broken.
  private func ask(_ question: Question) -> LineResult? {
    let room = columns().map { max(1, $0 - question.words.longest - 1) }
    let rows = question.prompt.neutralised.wrapped(to: room).split(separator: "\n")
    for row in rows.dropLast() { tell(row + "\n") }
    return read((rows.last ?? "") + " ")
  }
}
