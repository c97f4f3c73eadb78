import GazetteerIndex

extension PlacesView {
  /// Whether a column of the list may have values in other rows than these. A preview has it with any rows, so that no
  /// column comes or goes while a line is typed.
  func mayHaveValues(_ column: Table.Column) -> Bool {
    guard shown == nil else { return false }
    // The hearts are always there, or never.
    if column.isMark { return column.rank == 0 && hasChecked }
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

  private func anyHas(_ columns: [String]) -> Bool {
    catalog.datasets.contains { source in columns.contains { source.mayHaveValues(inColumn: Untrusted($0)) } }
  }

  private var haveSeveralCategories: Bool {
    Set(catalog.datasets.flatMap { $0.categories.prefix(2).map(\.name) }).count > 1
  }
}
