import GazetteerIndex
import GazetteerSession

/// Asks the user questions: at the prompt, or on the terminal of a run without a prompt.
struct Asker {
  /// The width of a line in cells; nil: unlimited.
  let columns: () -> Int?
  /// Shows rows above the answer.
  let tell: (String) -> Void
  /// Reads one line, typed after this was called; nil if there is no user to ask.
  let read: (_ prompt: String) -> LineResult?

  /// Asks until a line is an answer, and returns it. The end of the input is a no; `wasInterrupted` means that the user
  /// pressed Ctrl-C.
  func answer(to question: Question) -> (answer: Answer, wasInterrupted: Bool) {
    for detail in question.details { tell(detail.neutralised.wrapped(to: columns()) + "\n") }
    while true {
      switch ask(question) {
      case .line(let line):
        if let answer = question.answer(line) { return (answer, false) }
        tell(question.advice.neutralised.wrapped(to: columns()) + "\n")
      case .interrupted: return (.no, true)
      case .endOfFile: return (.no, false)
      case nil: return (.nobody, false)
      }
    }
  }

  /// Asks once. A long question is wrapped, and its last row is the prompt, so that the answer has room.
  private func ask(_ question: Question) -> LineResult? {
    let room = columns().map { max(1, $0 - question.words.longest - 1) }
    let rows = question.prompt.neutralised.wrapped(to: room).split(separator: "\n")
    for row in rows.dropLast() { tell(row + "\n") }
    return read((rows.last ?? "") + " ")
  }
}
