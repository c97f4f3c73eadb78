import GazetteerIndex

/// The column by which a list is sorted. Its usual table shows it too, so that the order can be checked.
extension PlacesView {
  /// A column of a table, with a cell for each row.
  struct SortedColumn {
    let column: Table.Column
    let cells: [String]
  }

  /// nil if the usual table shows the column, or if the list is not sorted by one. O(rows).
  func sortedColumn(_ cancellation: Cancellation) throws(Cancelled) -> SortedColumn? {
    guard let name = source?.sortedColumn else { return nil }
    let shown = ShownColumns([name], in: catalog)
    guard let column = shown.columns.first, !isUsual(column) else { return nil }
    var cells: [String] = []
    for index in hits.indices {
      try cancellation.checkWhileRendering(index)
      cells.append(contentsOf: values(index, of: shown).map { cell(index, $0, $1) })
    }
    return SortedColumn(
      column: Table.Column(
        title: column.title.onOneLine.neutralised, alignment: Self.alignment(of: cells), least: 20, rank: 2,
        isNeeded: true, isAlignedByRows: true),
      cells: cells)
  }

  private func isUsual(_ column: ShownColumns.Column) -> Bool {
    guard let names = column.names else { return FavoriteColumn.inLists.contains { $0.name == column.title.text } }
    let usual =
      ["name", "country", "region", "category"] + (isOfFavorites ? [] : ["population"])
      + (isOfFavorites || !showsCoordinates ? [] : ["latitude", "longitude"])
      + (source?.showsRatings == true || isOfFavorites ? ["rating"] : [])
    let ofLocations = hasLocations ? LocationColumn.all.map(\.name) : []
    return names.values.allSatisfy { (usual + ofLocations).contains($0.text) }
  }
}
