import GazetteerIndex

extension ExportedTable {
  /// The columns of a table: those that other programs know, those of `FavoriteKey`, perhaps one with the names of
  /// attributes, and those of attributes and extras.
  struct Columns {
    private let plain: [String]
    private var own = NumberedTexts()
    private var extras = NumberedTexts()
    private let hasAttributes: Bool

    /// The columns that rows use. O(values).
    init(of rows: [ExportedMembers]) {
      var used: Set<String> = []
      var names: [FavoriteKey: NumberedTexts] = [:]
      for row in rows {
        for member in row.plain { used.insert(member.name) }
        for member in row.own { names[member.key, default: NumberedTexts()].number(of: member.name) }
        for extra in row.extras { extras.number(of: extra.name) }
      }
      plain = ExportedMembers.plainNames.filter(used.contains)
      hasAttributes = rows.contains { !$0.attributes.isEmpty }
      for key in FavoriteKey.all {
        for name in names[key]?.texts ?? [] { own.number(of: name) }
      }
    }

    /// The number of the columns that come before the mark of a protected table.
    private var middle: Int { plain.count + own.texts.count }

    var titles: [String] {
      plain + own.texts.map(\.text) + (hasAttributes ? [SpreadsheetText.columns] : []) + extras.texts.map(\.text)
    }

    struct Cell {
      var text = ""
      var isNumeric = false
    }

    /// The cells of a row, not protected from spreadsheets.
    func cells(of row: ExportedMembers, isRaw: Bool) -> [Cell] {
      let firstExtra = middle + (hasAttributes ? 1 : 0)
      var cells = Array(repeating: Cell(), count: firstExtra + extras.texts.count)
      for member in row.plain {
        if let index = plain.firstIndex(of: member.name) { cells[index] = member.value.cell(isRaw: isRaw) }
      }
      for member in row.own {
        if let index = own[member.name] { cells[plain.count + index].text = member.cell(isRaw: isRaw) }
      }
      if hasAttributes {
        cells[middle].text = row.columns
      }
      for extra in row.extras {
        if let index = extras[extra.name] { cells[firstExtra + index].text = extra.value.text }
      }
      return cells
    }

    /// A line of cells in two parts, between which the mark of a protected table is.
    func line(_ cells: [String]) -> (known: String, others: String) {
      let table = Tabular(isTab: false, isRaw: true)
      return (
        cells[..<middle].map(table.quoted).joined(separator: ","),
        cells[middle...].map { "," + table.quoted($0) }.joined() + "\n"
      )
    }
  }
}

extension Datum {
  /// The value for one cell: several texts joined by semicolons. If it is not raw, it is in one line and neutralised.
  fileprivate func cell(isRaw: Bool) -> ExportedTable.Columns.Cell {
    let text: Untrusted
    switch self {
    case .text(let words): text = words
    case .list(let values):
      let texts = values.compactMap { if case .text(let text) = $0 { text.bytes } else { nil } }
      text = Untrusted(bytes: Array(texts.joined(separator: ";".utf8)))
    default: return .init(text: JSONWriter.text(of: self), isNumeric: true)
    }
    return .init(text: isRaw ? text.text : text.onOneLine.neutralised)
  }
}

extension ExportedMembers.Own {
  /// The values joined by semicolons; if they are not raw, so that no spreadsheet reads them as a formula.
  fileprivate func cell(isRaw: Bool) -> String {
    // If a value is empty, a semicolon also follows the last value.
    let text = values.joined(separator: ";") + (key.isRepeated && values.contains("") ? ";" : "")
    guard !isRaw, SpreadsheetText.isFormula(text), let first = text.utf8.first else { return text }
    return String(decoding: EscapedText.escape(of: first) + text.utf8.dropFirst(), as: UTF8.self)
  }
}
