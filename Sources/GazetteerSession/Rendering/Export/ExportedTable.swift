import GazetteerIndex

/// Places as the rows of a table.
enum ExportedTable {
  /// The columns that other programs know, then those of `FavoriteKey`, then extras that came from other tables.
  static func csv(of export: Export) -> String {
    let rows = export.places.compactMap { place in
      export.isCancelled ? nil : ExportedMembers(of: place, extrasOf: ExtraKey.csv, escaping: [UInt8(ascii: ";")])
    }
    let plain = ExportedMembers.plainNames.filter { name in rows.contains { $0.plain.contains { $0.name == name } } }
    let own = FavoriteKey.all.flatMap { key in
      names(rows.flatMap { $0.own.filter { $0.key == key }.map(\.name) })
    }
    let extras = names(rows.flatMap { $0.extras.map(\.name) })
    let table = Tabular(isTab: false)
    var text = table.line((plain.map { Untrusted($0) } + own + extras).map { .text($0) })
    for row in rows where !export.isCancelled {
      let known = Dictionary(row.plain.map { ($0.name, $0.value.joined) }) { first, _ in first }
      let escaped = Dictionary(row.own.map { ($0.name, cell($0.values, of: $0.key)) }) { first, _ in first }
      let others = Dictionary(row.extras.map { ($0.name, Datum.text($0.value)) }) { first, _ in first }
      text += table.line(plain.map { known[$0] } + own.map { escaped[$0] } + extras.map { others[$0] })
    }
    return text
  }

  /// The names without repeats, in order.
  private static func names(_ names: [Untrusted]) -> [Untrusted] {
    var seen: Set<Untrusted> = []
    return names.filter { seen.insert($0).inserted }
  }

  /// Values joined by semicolons, so that no spreadsheet reads them as a formula.
  private static func cell(_ values: [String], of key: FavoriteKey) -> Datum {
    // If a value is empty, a semicolon also follows the last value.
    let text = values.joined(separator: ";") + (key.isRepeated && values.contains("") ? ";" : "")
    guard Tabular.isFormula(text), let first = text.utf8.first else { return .own(text) }
    return .own(String(decoding: EscapedText.escape(of: first) + text.utf8.dropFirst(), as: UTF8.self))
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
  /// The value for one cell: in one line, several texts joined by semicolons.
  fileprivate var joined: Datum {
    switch self {
    case .text(let text): return .text(text.onOneLine)
    case .list(let values):
      let texts = values.compactMap { if case .text(let text) = $0 { text.bytes } else { nil } }
      return .text(Untrusted(bytes: Array(texts.joined(separator: ";".utf8))).onOneLine)
    default: return self
    }
  }
}
