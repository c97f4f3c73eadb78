import GazetteerIndex
import GazetteerSession

/// Knows the session while a line of the prompt is edited.
final class PromptAssistant: LineAssistant {
  private let preview: LivePreview
  private let interpreter: Interpreter

  init(of interpreter: Interpreter) {
    self.interpreter = interpreter
    preview = LivePreview(
      of: { interpreter.session }, style: { interpreter.style }, context: { interpreter.context(for: .typed) })
  }

  func isComplete(_ line: String) -> Bool { Session.isComplete(line) }
  func completion(of line: String, cursor: Int) -> Completion? { nil }
  func hint(for line: String) -> String { "" }

  func rows(below line: String, columns: Int, rows: Int) -> [ScreenRow] {
    interpreter.preferences.previews ? preview.rows(below: line, columns: columns, rows: rows) : []
  }

  var descriptor: Int32 { preview.descriptor }
  func update() { preview.update() }
  var nextChange: Int32? { nil }
}
