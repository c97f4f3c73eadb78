import GazetteerIndex

/// A line that is being typed, whose command only lists or counts places. A line without a command is a search.
package struct PreviewedCommand: Equatable, Sendable {
  private let statement: Statement
  /// The command without its last option and the words after it, because they may be incomplete.
  private let shorter: Statement?
  /// That option.
  private let option: String?
  /// Whether the only word may still become the name of a command or of a place.
  private let isOneOpenWord: Bool
  /// Whether the option or its value is still being typed.
  private let isInOption: Bool
  /// Whether no more letters belong to the last word, and no value.
  private let isComplete: Bool

  /// The commands that may run at every keystroke.
  private static let names: Set = ["search", "near", "within", "list", "favorites", "stations", "count", "columns"]

  /// nil for other lines. O(length).
  package init?(_ line: String, by table: CommandTable = .standard) {
    guard line.utf8.count <= PreviewedCommand.longest,
      let (statement, isQuoteOpen) = PreviewedCommand.statement(of: line)
    else { return nil }
    let words = statement.words
    isOneOpenWord = words.count == 1 && line.last?.isWhitespace == false
    if let command = table.command(called: words[0].text.text) {
      guard PreviewedCommand.names.contains(command.name), !isOneOpenWord else { return nil }
    }
    self.statement = statement
    let last = words.indices.last { index in
      let text = words[index].text
      let isBeginning = text.text == "-" && index == words.count - 1
      return !words[index].isQuoted && (text.bytes.starts(with: "--".utf8) || text.isShortOption || isBeginning)
    }
    shorter = last.flatMap { $0 == 0 ? nil : Statement(words: Array(words[..<$0])) }
    option = last.map { words[$0].text.neutralised }
    let hasEnded = line.last?.isWhitespace == true || words.last?.isQuoted == true
    let isWhole = hasEnded && !isQuoteOpen
    isInOption =
      last.map { $0 == words.count - 1 && !isWhole || Self.isInValue(isWhole ? line + " " : line, table) } ?? false
    isComplete = isWhole && !isInOption
  }

  /// Whether the value of an option is expected at the end of a line, or is being typed there.
  private static func isInValue(_ line: String, _ table: CommandTable) -> Bool {
    guard let partial = PartialLine(line, cursor: line.utf8.count) else { return false }
    if case .value = Slot(partial, in: table).expected { return true }
    return false
  }

  /// Longer lines are pasted, not typed.
  private static let longest = 1000

  /// The only statement of a line. An open quote is closed at its end; an apostrophe that begins a word may still get its
  /// end.
  private static func statement(of line: String) -> (Statement, isQuoteOpen: Bool)? {
    for ending in ["", "\"", "'"] {
      guard let statements = try? Statement.statements(of: Untrusted(line + ending)) else { continue }
      guard statements.count == 1 else { return nil }
      let begins = statements[0].words.contains { !$0.isQuoted && $0.text.bytes.first == UInt8(ascii: "'") }
      return (statements[0], isQuoteOpen: !ending.isEmpty || begins)
    }
    return nil
  }

  /// What the command lists, with at most `rows` rows, or between which places Enter would ask to choose; nil if it
  /// fails, is cancelled or lists nothing. Takes as long as the command.
  package func preview(
    in session: Session, rows: Int, style: Style, context: Context
  ) -> Preview? {
    var context = context
    context.mostRows = rows
    let understood: Statement?
    do throws(Failure) {
      understood = try session.understood([statement], mayLeaveOutCommand: true, context.cancellation).first
    } catch {
      return mistype(error, in: session)
    }
    var failure: Failure?
    if let understood {
      do throws(Failure) {
        if let answer = try answer(understood, in: session, context) {
          guard !isOneOpenWord || !session.isBeginning(statement) || answer.isFullMatch else { return nil }
          return try? answer.preview(in: style, context.cancellation)
        }
      } catch {
        failure = error
      }
    }
    if let choice = failure?.choice { return Preview(of: choice, rows: rows, style) }
    guard let shorter, let option, !context.cancellation.isCancelled else { return nil }
    if let failure, isComplete {
      return Preview(
        heading: nil, rows: [], summary: failure.message.neutralised, isCounted: true)
    }
    guard isInOption else { return nil }
    do throws(Failure) {
      guard let rest = try session.understood([shorter], mayLeaveOutCommand: true, context.cancellation).first,
        let answer = try answer(rest, in: session, context)
      else { return nil }
      return try? answer.preview(in: style, without: option, context.cancellation)
    } catch {
      return error.choice.map { Preview(of: $0, rows: rows, style, without: option) }
    }
  }

  /// What Enter would ask about a mistyped command; nil if more letters may make the word a command.
  private func mistype(_ failure: Failure, in session: Session) -> Preview? {
    guard let question = failure.why?.neutralised, !isOneOpenWord || !session.isBeginning(statement) else { return nil }
    return Preview(heading: nil, rows: [], summary: question, isCounted: true)
  }

  private func answer(
    _ statement: Statement, in session: Session, _ context: Context
  ) throws(Failure) -> PreviewedReply? {
    guard !context.cancellation.isCancelled else { return nil }
    return PreviewedReply(try session.answer(statement, in: context))
  }
}

extension Session {
  /// Whether the first word is the beginning of a command.
  fileprivate func isBeginning(_ statement: Statement) -> Bool {
    !commandTable.beginning(with: statement.words[0].text.text).isEmpty
  }
}
