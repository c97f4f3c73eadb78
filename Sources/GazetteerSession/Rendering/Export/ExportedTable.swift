import GazetteerIndex

/// Places as the rows of a table.
enum ExportedTable {
  /// The columns that other programs know, then those of `FavoriteKey`, then those of other tables: attributes of places
  /// and extras.
  ///
  /// - Parameter isRaw: whether texts are written unchanged. If not, they are safe for spreadsheets and terminals.
  static func csv(of export: Export, isRaw: Bool = false) -> String {
    let rows = export.places.compactMap { place in
      export.isCancelled
        ? nil
        : ExportedMembers(
          of: place, extrasOf: ExtraKey.csv, escaping: [UInt8(ascii: ";")],
          holds: isRaw ? ExportedMembers.isRawCell : ExportedMembers.isSafeCell)
    }
    let plain = ExportedMembers.plainNames.filter { name in rows.contains { $0.plain.contains { $0.name == name } } }
    let own = FavoriteKey.all.flatMap { key in
      names(rows.flatMap { $0.own.filter { $0.key == key }.map(\.name) })
    }
    let extras = names(rows.flatMap { $0.extras.map(\.name) })
    let hasAttributes = rows.contains { !$0.attributes.isEmpty }
    var isProtected = false
    func cell(_ text: String) -> String {
      guard !isRaw else { return text }
      let cell = SpreadsheetText.protected(text)
      isProtected = isProtected || cell != text
      return cell
    }
    let lines = rows.map { row -> [String] in
      guard !export.isCancelled else { return [] }
      let known = Dictionary(row.plain.map { ($0.name, $0.value.joined(isRaw: isRaw)) }) { first, _ in first }
      let escaped = Dictionary(row.own.map { ($0.name, Self.cell($0.values, of: $0.key, isRaw: isRaw)) }) { first, _ in
        first
      }
      let others = Dictionary(row.extras.map { ($0.name, $0.value.text) }) { first, _ in first }
      let columns = row.attributes.map { EscapedText.oneLine($0, and: [UInt8(ascii: ";")]) }.joined(separator: ";")
      return plain.map { name in known[name].map { $0.isNumeric ? $0.text : cell($0.text) } ?? "" }
        + own.map { escaped[$0].map(cell) ?? "" } + (hasAttributes ? [cell(columns)] : [])
        + extras.map { others[$0].map(cell) ?? "" }
    }
    let table = Tabular(isTab: false, isRaw: isRaw)
    let middle = plain.count + own.count
    func line(_ cells: [String], mark: String) -> String {
      table.line((cells.prefix(middle) + (isProtected ? [mark] : []) + cells.dropFirst(middle)).map(table.quoted))
    }
    let headers = plain + own.map(\.text) + (hasAttributes ? [SpreadsheetText.columns] : []) + extras.map(\.text)
    return lines.reduce(into: line(headers, mark: SpreadsheetText.mark)) { $0 += line($1, mark: "yes") }
  }

  /// The names without repeats, in order.
  private static func names(_ names: [Untrusted]) -> [Untrusted] {
    var seen: Set<Untrusted> = []
    return names.filter { seen.insert($0).inserted }
  }

  /// Values joined by semicolons; if they are not raw, so that no spreadsheet reads them as a formula.
  private static func cell(_ values: [String], of key: FavoriteKey, isRaw: Bool) -> String {
    // If a value is empty, a semicolon also follows the last value.
    let text = values.joined(separator: ";") + (key.isRepeated && values.contains("") ? ";" : "")
    guard !isRaw, SpreadsheetText.isFormula(text), let first = text.utf8.first else { return text }
    return String(decoding: EscapedText.escape(of: first) + text.utf8.dropFirst(), as: UTF8.self)
  }

  /// For people: a table, and whom to credit.
  static func markdown(of export: Export) -> String {
    let columns: [Table.Column] = [
      .init(title: "name"), .init(title: "region"), .init(title: "category"),
      .init(title: "lat,lon", alignment: .right),
    ]
    let ofFavorites = FavoriteColumn.inTables
    let all = columns + ofFavorites.map(\.tableColumn)
    let rows = export.places.compactMap { exported -> [String]? in
      guard !export.isCancelled else { return nil }
      let place = exported.place
      return [
        place.name.neutralised, place.region.short.neutralised,
        place.categories.map(\.neutralised).joined(separator: ", "), place.coordinate?.word ?? "",
      ] + (exported.favorite.map(ofFavorites.cells) ?? ofFavorites.map { _ in "" })
    }
    let used = all.indices.filter { column in column < 2 || rows.contains { !$0[column].isEmpty } }
    let table = Table(columns: used.map { all[$0] }, rows: rows.map { row in used.map { row[$0] } })
    var blocks = [Page.Block.line(export.title), .table(table)]
    blocks += export.credits.map { .line("© " + $0.neutralised) }
    let text = uncancelled { cancellation throws(Cancelled) in try Markdown.text(of: Page(blocks), cancellation) }
    return "# " + text
  }
}

extension Datum {
  /// The value for one cell: several texts joined by semicolons. If it is not raw, it is in one line and neutralised.
  fileprivate func joined(isRaw: Bool) -> (text: String, isNumeric: Bool) {
    let text: Untrusted
    switch self {
    case .text(let words): text = words
    case .list(let values):
      let texts = values.compactMap { if case .text(let text) = $0 { text.bytes } else { nil } }
      text = Untrusted(bytes: Array(texts.joined(separator: ";".utf8)))
    default: return (JSONWriter.text(of: self), true)
    }
    return (isRaw ? text.text : text.onOneLine.neutralised, false)
  }
}
