import GazetteerIndex

/// What a line that is being typed would list if Enter were pressed now.
package struct Preview: Equatable, Sendable {
  /// How the places match, if that needs to be said.
  package let heading: String?
  /// The first places, fitted to a width. A place may have further rows below its first.
  package let rows: [Row]
  /// How many places there are.
  package let summary: String
  /// False if there are more places than `summary` says.
  package let isCounted: Bool
  /// How wide the columns are.
  package let columns: [String: Int]
  /// What a map beside the rows, or instead of them, shows; nil for none.
  package internal(set) var map: MapSubject?

  package struct Row: Equatable, Sendable {
    /// Neutralised.
    package let text: String
    /// The letters that matched, as bytes of the text, in order.
    package let matches: [Range<Int>]
    /// The number of its place in the list that Enter would print.
    package let number: Int
    /// The line that selects its place; nil if it cannot be typed.
    package let picking: String?
  }
}

/// A line that is being typed, whose command only lists places. A line without a command is a search.
package struct PreviewedCommand: Equatable, Sendable {
  private let statement: Statement
  /// The command without its last option and the words after it, because they may be incomplete.
  private let shorter: Statement?
  /// That option.
  private let option: String?
  /// Whether the only word may still become the name of a command or of a place.
  private let isOneOpenWord: Bool

  /// The commands that may run at every keystroke.
  private static let names: Set = ["search", "near", "within", "list", "favorites", "stations"]

  /// nil for other lines. O(length).
  package init?(_ line: String, by table: CommandTable = .standard) {
    guard line.utf8.count <= PreviewedCommand.longest, let statement = PreviewedCommand.statement(of: line) else {
      return nil
    }
    let words = statement.words
    isOneOpenWord = words.count == 1 && line.last?.isWhitespace == false
    if let command = table.command(called: words[0].text.text) {
      guard PreviewedCommand.names.contains(command.name), !isOneOpenWord else { return nil }
    }
    self.statement = statement
    let last = words.lastIndex { word in
      !word.isQuoted && (word.text.bytes.starts(with: "--".utf8) || word.text.isShortOption)
    }
    shorter = last.flatMap { $0 == 0 ? nil : Statement(words: Array(words[..<$0])) }
    option = last.map { words[$0].text.neutralised }
  }

  /// Longer lines are pasted, not typed.
  private static let longest = 1000

  /// The only statement of a line. An open quote is closed at its end.
  private static func statement(of line: String) -> Statement? {
    for ending in ["", "\""] {
      guard let statements = try? Statement.statements(of: Untrusted(line + ending)) else { continue }
      return statements.count == 1 ? statements[0] : nil
    }
    return nil
  }

  /// What the command lists, with at most `rows` rows; nil if it fails, is cancelled or has no list. Takes as long as the
  /// command.
  ///
  /// - Parameter columns: how wide the columns are at least.
  package func preview(
    in session: Session, rows: Int, columns: [String: Int] = [:], style: Style, context: Context
  ) -> Preview? {
    var context = context
    context.mostRows = rows
    let understood: Statement?
    do throws(Failure) {
      understood = try session.understood([statement], mayLeaveOutCommand: true, context.cancellation).first
    } catch {
      return mistype(error, in: session, columns: columns, style: style, context)
    }
    if let understood, let list = places(understood, in: session, context) {
      guard !isOneOpenWord || !session.isBeginning(statement) || list.view.isFullMatch else { return nil }
      return try? list.preview(in: style, columns: columns, context.cancellation)
    }
    guard let shorter, let option,
      let rest = try? session.understood([shorter], mayLeaveOutCommand: true, context.cancellation).first,
      let list = places(rest, in: session, context)
    else { return nil }
    return try? list.preview(in: style, columns: columns, without: option, context.cancellation)
  }

  /// What Enter would ask about a mistyped command. The places stay above it if more letters may make it their name.
  private func mistype(
    _ failure: Failure, in session: Session, columns: [String: Int], style: Style, _ context: Context
  ) -> Preview? {
    guard let question = failure.why?.neutralised, !isOneOpenWord || !session.isBeginning(statement) else { return nil }
    guard isOneOpenWord, let list = places(statement.withCommand, in: session, context), list.view.isFullMatch else {
      return Preview(heading: nil, rows: [], summary: question, isCounted: true, columns: columns)
    }
    guard let preview = try? list.preview(in: style, columns: columns, context.cancellation) else { return nil }
    return Preview(
      heading: preview.heading, rows: preview.rows, summary: question, isCounted: true, columns: preview.columns,
      map: preview.map)
  }

  private func places(_ statement: Statement, in session: Session, _ context: Context) -> PreviewedList? {
    guard !context.cancellation.isCancelled, let reply = try? session.answer(statement, in: context),
      let view = reply.view?.presentable as? PlacesView
    else { return nil }
    return PreviewedList(view: view, remarks: reply.remarks, map: reply.map)
  }
}

extension Session {
  /// Whether the first word is the beginning of a command.
  fileprivate func isBeginning(_ statement: Statement) -> Bool {
    !commandTable.beginning(with: statement.words[0].text.text).isEmpty
  }
}

extension PlacesView {
  /// Whether the first place matches all that was typed, without mistakes.
  fileprivate var isFullMatch: Bool { hits.first?.tier.map { $0 < .typo } ?? false }
}

/// A list, and what the names in its command meant.
private struct PreviewedList {
  let view: PlacesView
  let remarks: [Message]
  let map: MapSubject?

  func preview(
    in style: Style, columns: [String: Int], without option: String? = nil, _ cancellation: Cancellation
  ) throws(Cancelled) -> Preview {
    // Without the line of column titles: the columns are clear without it.
    let (lines, widths) =
      view.hits.isEmpty
      ? ([], columns) : try view.table(cancellation).lines(in: style, atLeast: columns, cancellation)
    let count = view.hits.isEmpty && !view.isTotalOnly ? view.absence.neutralised : view.totalText
    let heading = (remarks + [view.heading].compactMap(\.self)).map(\.neutralised).joined(separator: "; ")
    return Preview(
      heading: heading.isEmpty ? nil : heading, rows: lines.map(row),
      summary: count + (option.map { ", without the unfinished \($0)" } ?? ""), isCounted: view.isTotalExact,
      columns: widths, map: map)
  }

  private func row(_ line: Table.Line) -> Preview.Row {
    let writing = WordWriting(form: .word, isQuoted: false, leavesQuoteOpen: false)
    let word = writing.written(view.hits[line.row].place.word.text, isWhole: true)
    return Preview.Row(
      text: line.text, matches: line.highlights, number: view.first + line.row, picking: word.map { "select \($0)" })
  }
}
