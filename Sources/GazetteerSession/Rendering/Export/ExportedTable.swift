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
    let columns = Columns(of: rows)
    var isProtected = false
    let lines = rows.map { row -> (known: String, others: String) in
      guard !export.isCancelled else { return ("", "") }
      var cells = columns.cells(of: row, isRaw: isRaw)
      if !isRaw {
        for index in cells.indices where !cells[index].isNumeric {
          let cell = SpreadsheetText.protected(cells[index].text)
          isProtected = isProtected || cell != cells[index].text
          cells[index].text = cell
        }
      }
      return columns.line(cells.map(\.text))
    }
    let header = columns.line(columns.titles)
    let (title, mark) = isProtected ? ("," + SpreadsheetText.mark, ",yes") : ("", "")
    return lines.reduce(into: header.known + title + header.others) { text, line in
      text += line.known
      text += mark
      text += line.others
    }
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
