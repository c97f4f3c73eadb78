import GazetteerIndex

/// What a line that is being typed would list if Enter were pressed now.
package struct Preview: Equatable, Sendable {
  /// How the places match, if that needs to be said.
  package let heading: String?
  /// The first places, one row each, fitted to a width; neutralised.
  package let rows: [String]
  /// How many places there are.
  package let summary: String
  /// False if there are more places than `summary` says.
  package let isCounted: Bool
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

  /// What the command lists, with at most `rows` rows; nil if it fails, is cancelled or has no list. Takes as long as the command.
  package func preview(in session: Session, rows: Int, style: Style, context: Context) -> Preview? {
    var context = context
    context.mostRows = rows
    let understood: Statement?
    do throws(Failure) {
      understood = try session.understood([statement], mayLeaveOutCommand: true, context.cancellation).first
    } catch {
      return mistype(error, in: session, style: style, context)
    }
    if let understood, let view = places(understood, in: session, context) {
      guard !isOneOpenWord || !session.isBeginning(statement) || view.isFullMatch else { return nil }
      return try? view.preview(in: style, context.cancellation)
    }
    guard let shorter, let option,
      let rest = try? session.understood([shorter], mayLeaveOutCommand: true, context.cancellation).first,
      let view = places(rest, in: session, context)
    else { return nil }
    return try? view.preview(in: style, without: option, context.cancellation)
  }

  /// What Enter would ask about a mistyped command. The places stay above it if more letters may make it their name.
  private func mistype(_ failure: Failure, in session: Session, style: Style, _ context: Context) -> Preview? {
    guard let question = failure.why?.neutralised, !isOneOpenWord || !session.isBeginning(statement) else { return nil }
    guard isOneOpenWord, let view = places(statement.withCommand, in: session, context), view.isFullMatch else {
      return Preview(heading: nil, rows: [], summary: question, isCounted: true)
    }
    guard let preview = try? view.preview(in: style, context.cancellation) else { return nil }
    return Preview(heading: preview.heading, rows: preview.rows, summary: question, isCounted: true)
  }

  private func places(_ statement: Statement, in session: Session, _ context: Context) -> PlacesView? {
    guard !context.cancellation.isCancelled else { return nil }
    return try? session.answer(statement, in: context).view?.presentable as? PlacesView
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

extension PlacesView {
  fileprivate func preview(
    in style: Style, without option: String? = nil, _ cancellation: Cancellation
  ) throws(Cancelled) -> Preview {
    var text = ""
    if !hits.isEmpty { try table(cancellation).write(to: &text, in: style, cancellation) }
    // Without the line of column titles: the columns are clear without it.
    let rows = text.split(separator: "\n").dropFirst().map(String.init)
    let count = hits.isEmpty && !isTotalOnly ? absence.neutralised : totalText
    return Preview(
      heading: heading?.neutralised, rows: rows,
      summary: count + (option.map { ", without the unfinished \($0)" } ?? ""), isCounted: isTotalExact)
  }
}
