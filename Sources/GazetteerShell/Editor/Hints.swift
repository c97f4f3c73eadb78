import GazetteerIndex

/// What may follow a line: the rest of the newest line of the history that starts with it, else a hint of the language.
struct Hints {
  /// Longer lines get no hint, in bytes.
  private static let longestLine = 1000
  var areWanted = true
  private let history: History
  private let assistant: (any LineAssistant)?
  private var known: (line: String, lines: Int, hint: String)?

  init(history: History, assistant: (any LineAssistant)?) {
    self.history = history
    self.assistant = assistant
  }

  /// The hint for `line`; empty for none. O(history) if the line has changed.
  mutating func hint(for line: String) -> String {
    guard areWanted, !line.isEmpty, line.utf8.count <= Self.longestLine else { return "" }
    if let known, known.line == line, known.lines == history.lines.count { return known.hint }
    let earlier = history.lines.last { $0.utf8.count > line.utf8.count && $0.utf8.starts(with: line.utf8) }
    let hint = earlier.map { String(decoding: $0.utf8.dropFirst(line.utf8.count), as: UTF8.self) }
    known = (line, history.lines.count, hint ?? assistant?.hint(for: line) ?? "")
    return known?.hint ?? ""
  }

  /// How `line` may go on, shown but never inserted; empty for nothing.
  func usage(for line: String) -> String {
    !areWanted || line.isEmpty || line.utf8.count > Self.longestLine ? "" : assistant?.usage(for: line) ?? ""
  }
}
