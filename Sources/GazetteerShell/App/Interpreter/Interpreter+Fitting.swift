import GazetteerIndex
import GazetteerSession

/// Lists that come when a job has ended.
extension Interpreter {
  /// How the answer to a command is printed, also what comes of it later.
  func format(for cause: Cause) -> Format { cause.saying?.format ?? preferences.format }

  /// A statement that is answered in the format of the command that led to it.
  func statement(_ words: [Word], for cause: Cause) -> Statement {
    let format = format(for: cause)
    return Statement(words: words + (format == preferences.format ? [] : [Word(format.option)]))
  }

  /// The context for a list that comes at the prompt when a job has ended: it has only as many rows as fit the window, and
  /// at least one. Nobody has asked for it at that moment, so it must neither open the pager nor take a whole screen of
  /// what the user has before them; `more` and `list` show the rest.
  func fitting(_ statement: Statement, for cause: Cause, in context: Context) -> Context {
    var plain = style
    plain.isColored = false
    guard opensInBackground, cause.origin == .typed, format(for: cause) == .table,
      let columns = plain.width, let rows = plain.rows
    else { return context }
    var fitting = context
    var most = max(1, rows)
    while true {
      fitting.mostRows = most
      guard most > 1, let reply = try? session.answer(statement, in: fitting) else { return fitting }
      let height = ScreenSize(columns: columns, rows: rows).height(of: reply.rendered(in: plain))
      // The prompt follows.
      guard height >= rows else { return fitting }
      most = max(1, min(most - 1, most * (rows - 1) / height))
    }
  }
}
