import GazetteerIndex
import GazetteerSession

/// What the line being typed would list, under it: narrowed at every key. The rows before stay until there are others,
/// so that nothing flickers. Belongs to the thread of the terminal.
package final class LivePreview {
  /// No more rows than these, on the largest screen.
  private static let mostRows = 11

  private struct Question: Equatable {
    let command: PreviewedCommand
    let columns: Int
    let rows: Int
    let inUse: [String]
    let datasets: [ObjectIdentifier]
  }

  private let search = LatestJob<Preview?>()
  private let session: () -> Session
  private let style: () -> Style
  private let context: () -> Context
  private var asked: Question?
  private var preview: Preview?

  /// - Parameters: what the line would be run with.
  package init(
    of session: @escaping () -> Session, style: @escaping () -> Style, context: @escaping () -> Context
  ) {
    self.session = session
    self.style = style
    self.context = context
  }

  /// Readable when the rows have become others, after `update`.
  package var descriptor: Int32 { search.descriptor }

  /// The rows that are known for `line`, or for the one before it while nothing else is; asks for what is new in it.
  ///
  /// - Parameter rows: those that are free under the line.
  package func rows(below line: String, columns: Int, rows: Int) -> [ScreenRow] {
    // Half of the screen, which has a row more than are free, is for what was there before.
    let most = min((rows + 1) / 2, rows, Self.mostRows)
    let session = session()
    guard most > 0, session.mode == .commands, let command = PreviewedCommand(line) else {
      forget()
      return []
    }
    let question = Question(
      command: command, columns: columns, rows: most, inUse: session.inUse,
      datasets: session.open.map { ObjectIdentifier($0) })
    if question != asked {
      asked = question
      ask(question, session)
    }
    return shown(most)
  }

  /// Takes in what has been found.
  package func update() { if let found = search.takeResult() { preview = found } }

  private func ask(_ question: Question, _ session: Session) {
    var style = style()
    style.width = question.columns
    style.isColored = false
    let context = context()
    search.start { [style] cancellation in
      var context = context
      context.cancellation = cancellation
      return question.command.preview(in: session, rows: question.rows - 1, style: style, context: context)
    }
  }

  private func forget() {
    guard asked != nil else { return }
    search.cancel()
    asked = nil
    preview = nil
  }

  private func shown(_ most: Int) -> [ScreenRow] {
    guard let preview else { return [] }
    let heading = preview.heading.map { [[Span($0, .dim)]] } ?? []
    let places = preview.rows.prefix(max(0, most - heading.count - 1)).map { [Span($0)] }
    return (heading + places).prefix(most - 1) + [[Span(preview.summary, .dim)]]
  }
}
