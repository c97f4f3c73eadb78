/// Texts in the cells of tables that spreadsheets may open. A text that a spreadsheet would read as a formula gets an
/// apostrophe before it; so does a text that looks as if it had got one. So each text comes back from its cell.
package enum SpreadsheetText {
  /// The column of an exported table that says that its cells are protected.
  package static let mark = "gaz:protected"
  /// The column that names those columns whose values are attributes of the place, separated by semicolons.
  package static let columns = "gaz:columns"

  private static let apostrophe = UInt8(ascii: "'")

  /// The text as a cell.
  package static func protected(_ text: String) -> String { needsProtection(text.utf8) ? "'" + text : text }

  /// The text of a protected cell; nil if the cell is the text.
  package static func unprotected(_ cell: some Collection<UInt8>) -> [UInt8]? {
    guard cell.first == apostrophe, needsProtection(cell.dropFirst()) else { return nil }
    return Array(cell.dropFirst())
  }

  /// Whether a spreadsheet would read a text as a formula.
  package static func isFormula(_ text: String) -> Bool { isFormula(text.utf8) }

  /// Whether a text is a plain decimal number, such as `-12.5`.
  package static func isNumber(_ text: some Collection<UInt8>) -> Bool {
    text.allSatisfy { "+-.0123456789".utf8.contains($0) } && Double(String(decoding: text, as: UTF8.self)) != nil
  }

  private static func needsProtection(_ text: some Collection<UInt8>) -> Bool {
    isFormula(text.drop { $0 == apostrophe })
  }

  private static func isFormula(_ text: some Collection<UInt8>) -> Bool {
    guard let first = text.first, "=+-@\t\r\n".utf8.contains(first) else { return false }
    return !isNumber(text)
  }
}
