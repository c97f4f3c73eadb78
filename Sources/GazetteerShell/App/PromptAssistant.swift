import GazetteerIndex
import GazetteerServices
import GazetteerSession

/// Completion, hints, preview and status rows for the line at the prompt.
final class PromptAssistant: LineAssistant {
  private let preview: LivePreview
  private let session: () -> Session
  private let jobs: () -> JobRows
  private let context: CompletionContext

  init(of interpreter: Interpreter) {
    session = { interpreter.session }
    jobs = {
      JobRows(
        jobs: interpreter.jobs, stopwatch: interpreter.environment.stopwatch, isASCII: interpreter.style.isASCII)
    }
    let environment = interpreter.environment
    var context = CompletionContext(fileFormats: ImportFormat.allCases.map(\.rawValue)) { folder in
      FolderListing.files(in: folder, environment)
    }
    context.services = interpreter.services.facts
    self.context = context
    preview = LivePreview(
      of: { interpreter.session }, style: { interpreter.screenStyle(columns: $0) },
      context: { interpreter.context(for: .typed) })
  }

  func isComplete(_ line: String) -> Bool { session().isAsking || !Statement.endsInQuotes(Untrusted(line)) }

  func completion(of line: String, cursor: Int) -> Completion? {
    session().completion(of: line, cursor: cursor, in: context)
  }

  func hint(for line: String) -> String { session().hint(for: line, in: context) }
  func usage(for line: String) -> String { session().usage(for: line) }
  func lastWord(of line: String) -> String? { Statement.lastWord(of: line) }

  func rows(below line: String, columns: Int, rows: Int) -> [ScreenRow] {
    let statuses = statusRows(columns: columns, rows: rows)
    guard session().preferences.previews else { return statuses }
    return preview.rows(below: line, columns: columns, rows: max(0, rows - statuses.count)) + statuses
  }

  var pane: ScreenPane? { session().preferences.previews ? preview.pane : nil }

  /// Leaves rows for what is typed, however many jobs are running.
  func statusRows(columns: Int, rows: Int) -> [ScreenRow] {
    Array(jobs().rows(columns: columns).prefix(max(1, rows / 3)))
  }

  var isSearching: Bool { preview.isSearching }

  func choice(below line: String, columns: Int, rows: Int) -> PreviewChoice? {
    guard session().preferences.previews else { return nil }
    let statuses = statusRows(columns: columns, rows: rows)
    return preview.choice(below: line, columns: columns, rows: max(0, rows - statuses.count))
  }

  var descriptor: Int32 { preview.descriptor }
  func update() { preview.update() }
  func hasDrawn() { preview.countRest() }
  var nextChange: Int32? { jobs().nextChange }
}
