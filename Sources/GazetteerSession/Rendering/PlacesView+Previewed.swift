import GazetteerIndex

extension PlacesView {
  /// The table of a preview. No column comes, goes or is aligned otherwise while a line is typed.
  func previewedTable(_ cancellation: Cancellation) throws(Cancelled) -> Table {
    try table(cancellation).adding(mayHaveValues).aligning { column throws(Cancelled) in
      try hasNumbers(column, cancellation) ? .right : .left
    }
  }

  /// Whether a column of the list may have values in other rows than these.
  private func mayHaveValues(_ column: Table.Column) -> Bool {
    // The hearts are always there, or never.
    if column.isMark { return column.rank == 0 && hasChecked }
    if column.isAlignedByRows { return sources(of: column).contains { $0.source.mayHaveValues(inColumn: $0.name) } }
    switch column.title {
    case "region": return anyHas(["country", "region"])
    case "population": return !isOfFavorites && anyHas(["population"])
    case "lat,lon": return !isOfFavorites && showsCoordinates
    case "category": return haveSeveralCategories
    default: break
    }
    let ofFavorites = isOfFavorites ? FavoriteColumn.inLists.filter { $0.listColumn?.title == column.title } : []
    let ofLocations = isOfLocations ? LocationColumn.all.filter { $0.column.title == column.title } : []
    return anyHas(ofFavorites.map(\.name) + ofLocations.map(\.name))
  }

  /// Whether the values of a column of the data are numbers.
  private func hasNumbers(_ column: Table.Column, _ cancellation: Cancellation) throws(Cancelled) -> Bool {
    for (source, name) in sources(of: column) {
      if try source.notation(ofColumn: name, cancellation)?.type == .number { return true }
    }
    return false
  }

  /// The sources that have a column of the data, and its name there.
  private func sources(of column: Table.Column) -> [(source: any PlaceSource, name: Untrusted)] {
    let shown = shown ?? ShownColumns(source?.sortedColumn.map { [$0] } ?? [], in: catalog)
    guard let found = shown.columns.first(where: { $0.title.onOneLine.neutralised == column.title }) else { return [] }
    // A field of favorites has no names.
    return catalog.datasets.compactMap { source in
      (found.names.map { $0[source.name] } ?? found.title).map { (source, $0) }
    }
  }

  private func anyHas(_ columns: [String]) -> Bool {
    catalog.datasets.contains { source in columns.contains { source.mayHaveValues(inColumn: Untrusted($0)) } }
  }

  private var haveSeveralCategories: Bool {
    Set(catalog.datasets.flatMap { $0.categories.prefix(2).map(\.name) }).count > 1
  }
}
