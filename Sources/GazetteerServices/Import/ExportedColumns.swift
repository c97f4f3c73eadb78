import GazetteerIndex

/// The columns of a table that this program has exported. The exact name and the exact attributes of a place are in
/// columns of their own, and cells may be protected from spreadsheets.
struct ExportedColumns {
  private let isProtected: Bool
  /// The column with the exact name, escaped.
  private let name: Int?
  /// The column with the exact categories, escaped.
  private var categories: Int?
  /// The column with the categories as they are shown.
  private var category: Int?
  /// The columns with escaped values.
  private var escaped: Set<Int> = []
  /// The columns with facts of places, escaped: other names, the names of regions, and the like.
  private var facts: [Int: FavoriteKey] = [:]
  /// The columns that are not read: they only say how to read the others.
  private var helpers: Set<Int> = []

  init(_ headers: [Untrusted]) {
    isProtected = headers.contains { $0.text == SpreadsheetText.mark }
    var name: Int?
    for (index, header) in headers.enumerated() {
      if [SpreadsheetText.mark, SpreadsheetText.columns].contains(header.text) { helpers.insert(index) }
      if header.text == "category" { category = index }
      guard let key = FavoriteKey.parse(header)?.key else { continue }
      if key.name == "name" { name = index }
      if key == FavoriteField.attributes.keys[0] {
        escaped.insert(index)
      } else if key.role == .category {
        facts[index] = key
        categories = index
      } else if key.isHelper {
        helpers.insert(index)
      } else if key.role != nil {
        facts[index] = key
      }
    }
    self.name = name
  }

  /// Whether cells are the texts.
  var isPlain: Bool { !isProtected && name == nil && helpers.isEmpty && escaped.isEmpty && facts.isEmpty }

  /// What a column means that only this program writes; nil for others.
  func role(at index: Int) -> RecordField.Role? { facts[index]?.role }

  /// The values of a column with facts.
  func values(of index: Int, _ reader: borrowing CSVReader) -> [Untrusted] {
    guard let key = facts[index], index != categories || hasExactCategories(reader) else { return [] }
    let cell = unprotected(reader.field(index)) ?? Array(reader.field(index))
    let parts = key.isRepeated ? cell.split(separator: UInt8(ascii: ";")) : [cell[...]]
    return parts.map { EscapedText.unescaped($0) }
  }

  /// Whether the visible categories are not the exact ones, because these have characters that no cell shows.
  private func hasExactCategories(_ reader: borrowing CSVReader) -> Bool {
    guard let categories, let category else { return false }
    return !reader.field(categories).isBlank && String(decoding: reader.field(category), as: UTF8.self).contains("<U+")
  }

  /// The name of an attribute without the prefix of this program, if its column has one.
  func attribute(_ header: Untrusted, at index: Int) -> Untrusted {
    guard escaped.contains(index), let name = FavoriteKey.parse(header)?.name else { return header }
    return EscapedText.unescaped(name.bytes)
  }

  /// The text of a cell; nil if the cell is the text.
  func unprotected(_ cell: TextPiece) -> [UInt8]? { isProtected ? SpreadsheetText.unprotected(cell) : nil }

  /// What a dataset keeps of a cell; nil for one that only helps to read the others, or that another one says exactly.
  ///
  /// - Parameter role: what the column means in this record.
  func text(of index: Int, as role: RecordField.Role, _ reader: borrowing CSVReader) -> [UInt8]? {
    if helpers.contains(index) { return nil }
    if role == .name, let name, !reader.field(name).isBlank { return unescaped(reader.field(name)) }
    if role == .category, hasExactCategories(reader) { return nil }
    let cell = reader.field(index)
    if escaped.contains(index) { return unescaped(cell) }
    return unprotected(cell) ?? Array(cell)
  }

  private func unescaped(_ cell: TextPiece) -> [UInt8] {
    EscapedText.unescaped(unprotected(cell) ?? Array(cell)).bytes
  }
}
