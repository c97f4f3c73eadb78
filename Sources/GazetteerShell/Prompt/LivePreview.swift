import GazetteerIndex
import GazetteerSession

/// Shows what the line being typed would list, under the line, updated at every key. Old rows stay until there are new
/// ones, so that nothing flickers. The best rows come first; if there are very many places, they are counted afterwards.
/// Used by the thread of the terminal only.
package final class LivePreview {
  /// The most rows, on the largest screen.
  private static let mostRows = 11
  /// The most rows of the map beside them.
  private static let mostRowsOfMap = 24

  private struct Question: Equatable {
    let command: PreviewedCommand
    let columns: Int
    let rows: Int
    let mapRows: Int
    let layout: Preferences.Layout
    let inUse: [String]
    let datasets: [ObjectIdentifier]
  }

  /// A preview, and the rows of the map beside it.
  private struct Found {
    var preview: Preview
    var pane: ScreenPane?
  }

  private let search = LatestJob<Found?>()
  private let session: () -> Session
  private let style: (_ columns: Int) -> Style
  private let context: () -> Context
  private var asked: Question?
  private var preview: Preview?
  /// The map beside the rows; nil if there is none.
  package private(set) var pane: ScreenPane?
  /// Whether the search that was started last may leave places uncounted.
  private var mayCountRoughly = false
  /// Whether the rows of the last question are yet to come.
  package private(set) var isSearching = false

  /// - Parameters: what the line would run with.
  package init(
    of session: @escaping () -> Session, style: @escaping (_ columns: Int) -> Style, context: @escaping () -> Context
  ) {
    self.session = session
    self.style = style
    self.context = context
  }

  /// Readable when there is a new result; then call `update`.
  package var descriptor: Int32 { search.descriptor }

  /// The rows for `line`, or those of an older line until the new ones are found. Starts the search for a new line.
  ///
  /// - Parameter rows: how many are free under the line.
  package func rows(below line: String, columns: Int, rows: Int) -> [ScreenRow] {
    // Half of the screen keeps what was printed before. The screen has one row more than are free.
    let most = min((rows + 1) / 2, rows, Self.mostRows)
    let session = session()
    guard most > 0, session.mode == .commands, let command = PreviewedCommand(line) else {
      forget()
      return []
    }
    let question = Question(
      command: command, columns: columns, rows: most, mapRows: min((rows + 1) / 2, rows, Self.mostRowsOfMap),
      layout: session.preferences.layout, inUse: session.inUse,
      datasets: session.open.map { ObjectIdentifier($0) })
    if question != asked {
      asked = question
      mayCountRoughly = true
      isSearching = true
      ask(question, session)
    }
    return shown(most)
  }

  /// Shows the new result from now on.
  package func update() {
    guard let found = search.takeResult() else { return }
    preview = found?.preview
    pane = found?.pane
    isSearching = false
  }

  /// Counts all places, if there are more than the rows that were found needed. Call it when these are drawn: counting
  /// takes a processor that the terminal may need for drawing.
  package func countRest() {
    guard let asked, mayCountRoughly, !isSearching, preview?.isCounted == false else { return }
    mayCountRoughly = false
    ask(asked, session())
  }

  /// The rows to choose from; nil if there are none, or if they are of an older line.
  ///
  /// - Parameters: as for `rows`, right after a call of it.
  package func choice(below line: String, columns: Int, rows: Int) -> PreviewChoice? {
    let shown = self.rows(below: line, columns: columns, rows: rows)
    guard !isSearching, let preview, let asked, !shown.isEmpty else { return nil }
    let head = heading(of: preview, asked).count
    return PreviewChoice(shown, of: preview.rows.prefix(max(0, shown.count - head - 1)), from: head)
  }

  private func ask(_ question: Question, _ session: Session) {
    var style = style(question.columns)
    let isColored = style.isColored
    style.isColored = false
    let split = style.split
    style.width = split?.list ?? question.columns
    style.isLandscape = false
    var context = context()
    context.mayCountRoughly = mayCountRoughly
    context.showsMap = split != nil
    if let split { context.mapSize = (split.map, question.mapRows - 1) }
    search.start { [style, context] cancellation in
      var context = context
      context.cancellation = cancellation
      let preview = question.command.preview(
        in: session, rows: question.rows - 1, style: style, context: context)
      guard let preview else { return nil }
      guard let split, let map = preview.map, !preview.rows.isEmpty else { return Found(preview: preview) }
      let drawing = TerminalMap(of: map, columns: split.map, rows: question.mapRows)
      let rows = drawing.lines(isASCII: style.isASCII).map { $0.map { $0.styled(isColored: isColored) } }
      return Found(preview: preview, pane: ScreenPane(column: split.list + 1, rows: rows))
    }
  }

  private func forget() {
    guard asked != nil else { return }
    search.cancel()
    asked = nil
    preview = nil
    pane = nil
    isSearching = false
  }

  private func shown(_ most: Int) -> [ScreenRow] {
    guard let preview, let asked else { return [] }
    let heading = heading(of: preview, asked)
    // Without places, what could help is shown whole.
    let end = preview.rows.isEmpty ? wrapped(preview.summary, asked) : [preview.summary]
    let room = max(0, most - heading.count - end.count)
    let dim = { (line: String) in [StyledText(line, .dim)] }
    let rows = heading.map(dim) + preview.rows.prefix(room).map(\.spans)
    return Array((rows.prefix(most - 1) + end.map(dim)).prefix(most))
  }

  /// The lines above the places. On a small screen, it is one that is cut, so that a place has room.
  private func heading(of preview: Preview, _ asked: Question) -> [String] {
    guard let text = preview.heading else { return [] }
    guard asked.rows >= Self.leastForLongHeading else { return [text] }
    let lines = wrapped(text, asked)
    return lines.count < 3 ? lines : [lines[0], lines[1] + " …"]
  }

  /// A screen with fewer rows for the preview has no second line above the places.
  private static let leastForLongHeading = 5

  private func wrapped(_ text: String, _ asked: Question) -> [String] {
    let cells = style(asked.columns).split?.list ?? asked.columns
    return text.wrapped(to: cells - 1).split(separator: "\n").map(String.init)
  }
}

extension Preview.Row {
  /// The row with its matched letters in bold.
  fileprivate var spans: ScreenRow {
    var row: ScreenRow = []
    var start = 0
    func append(to end: Int, _ look: StyledText.Look) {
      guard start < end else { return }
      row.append(StyledText(String(decoding: text.utf8.prefix(end).dropFirst(start), as: UTF8.self), look))
      start = end
    }
    for match in matches {
      append(to: match.lowerBound, .plain)
      append(to: match.upperBound, .bold)
    }
    append(to: text.utf8.count, .plain)
    return row
  }
}
