import GazetteerIndex

/// Records as CSV or TSV, with a first line of field names.
struct Tabular {
  let isTab: Bool

  func text(of content: Content, _ cancellation: Cancellation) throws(Cancelled) -> String {
    var text = line(content.fields.map(\.name))
    try content.forEach(cancellation) { _, record in
      text += line(content.fields.map { record[$0.name].map(cell) ?? "" })
    }
    return text
  }

  /// One line; nil is an empty cell.
  func line(_ cells: [Datum?]) -> String { line(cells.map { $0.map(cell) ?? "" }) }

  private func line(_ cells: [String]) -> String { cells.joined(separator: isTab ? "\t" : ",") + "\n" }

  private func cell(_ datum: Datum) -> String {
    let text = datum.neutralised
    guard case .text = datum else { return quoted(text) }
    return quoted(Tabular.isFormula(text) ? "'" + text : text)
  }

  private func quoted(_ text: String) -> String {
    if isTab { return String(text.map { $0 == "\t" || $0.isNewline ? " " : $0 }) }
    guard text.utf8.contains(where: { "\",\r\n".utf8.contains($0) }) else { return text }
    // By bytes, because a combining mark would form one character with the quote before it.
    let doubled = text.utf8.flatMap { $0 == UInt8(ascii: "\"") ? [$0, $0] : [$0] }
    return "\"" + String(decoding: doubled, as: UTF8.self) + "\""
  }

  /// Whether a spreadsheet would read a text as a formula.
  static func isFormula(_ text: String) -> Bool {
    guard let first = text.utf8.first, "=+-@\t\r".utf8.contains(first) else { return false }
    return !isNumber(text)
  }

  /// Whether a text is a plain decimal number, such as `-12.5`.
  static func isNumber(_ text: String) -> Bool {
    text.utf8.allSatisfy { "+-.0123456789".utf8.contains($0) } && Double(text) != nil
  }
}

extension Datum {
  /// The value in one text: a list with commas, an object as JSON.
  var neutralised: String {
    switch self {
    case .text(let words): words.neutralised
    case .list(let values): values.map(\.neutralised).joined(separator: ", ")
    default: JSONWriter.text(of: self)
    }
  }
}
