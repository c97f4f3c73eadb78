import GazetteerIndex

/// The columns that a list shows instead of the usual ones: those of the data, and the fields that lists have.
struct ShownColumns: Equatable, Sendable {
  struct Column: Equatable, Sendable {
    /// What the first source with the column calls it.
    let title: Untrusted
    /// The name in each dataset that has the column; nil for a field of the list, such as the distance, or of favorites.
    let names: [String: Untrusted]?

    /// Whether the places of a dataset have it as a field of the list. Favorites have columns of other data so if they
    /// have a field of that name.
    fileprivate func isField(in dataset: String) -> Bool {
      guard let names else { return true }
      return dataset == Favorite.dataset && names[dataset] == nil
        && Favorite.columnNames.contains(Untrusted(title.text.lowercased()))
    }
  }

  let columns: [Column]
  /// Whether they are all that the data have, rather than chosen ones.
  let areAll: Bool

  /// - Parameter names: as they were typed; those that nothing has are left out.
  init(_ names: [Untrusted], in catalog: Catalog) {
    let all = names.contains { Self.isAll($0, in: catalog) }
    let wanted = all ? catalog.datasets.flatMap(\.columnNames).filter { !$0.isEmpty } : names
    var seen: Set<Untrusted> = []
    columns = wanted.compactMap { Self.column($0, in: catalog) }.filter { seen.insert($0.title).inserted }
    areAll = all
  }

  /// The first of these names that nothing has; nil if there is none.
  static func unknown(_ names: [Untrusted], in catalog: Catalog) -> Untrusted? {
    names.first { !isAll($0, in: catalog) && column($0, in: catalog) == nil }
  }

  private static func isAll(_ name: Untrusted, in catalog: Catalog) -> Bool {
    name == ColumnNames.all && column(name, in: catalog) == nil
  }

  private static func column(_ name: Untrusted, in catalog: Catalog) -> Column? {
    var names: [String: Untrusted] = [:]
    var title: Untrusted?
    var own: Untrusted?
    for source in catalog.datasets {
      guard let found = source.columnName(for: name) else { continue }
      if source.name == Favorite.dataset, Favorite.columnNames.contains(found) {
        own = found
        continue
      }
      names[source.name] = found
      title = title ?? source.columnTitle(for: name)
    }
    if let title { return Column(title: title, names: names) }
    if let own { return Column(title: own, names: nil) }
    return ofLists(catalog).contains(name.text) ? Column(title: name, names: nil) : nil
  }

  /// The fields of lists that are no columns of the data.
  static func ofLists(_ catalog: Catalog) -> [String] {
    var fields = ["n", "dataset", "tier", "matched", "distance", "checked", "favorite"]
    if catalog.datasets.contains(where: { $0.name == Favorite.dataset }) { fields += Favorite.fields.map(\.name) }
    if catalog.datasets.contains(where: { $0 is LocationDataset }) { fields += LocationColumn.fields.map(\.name) }
    return fields
  }
}

extension PlacesView {
  /// A row with only the shown columns.
  func record(_ index: Int, showing shown: ShownColumns) -> Record {
    var record = Record()
    for (column, value) in values(index, of: shown) { record.add(column.title.text, value) }
    return record
  }

  func values(
    _ index: Int, of shown: ShownColumns
  ) -> [(column: ShownColumns.Column, value: Datum?)] {
    let place = place(index)
    let dataset = hits[index].place.dataset
    var whole = shown.columns.contains { $0.isField(in: dataset) } ? record(index) : Record()
    if !isOfFavorites, !whole.values.isEmpty, let favorite = favorite(index) { whole.add(contentsOf: favorite) }
    return shown.columns.map { column in
      guard let names = column.names, !column.isField(in: dataset) else {
        return (column, whole[column.title.text.lowercased()])
      }
      return (column, names[dataset].flatMap { place?.value(ofColumn: $0) })
    }
  }

  func table(showing shown: ShownColumns, _ cancellation: Cancellation) throws(Cancelled) -> Table {
    var columns: [Table.Column] = [
      .init(title: "#", alignment: .right, usual: widthOfNumbers), .init(title: "", isMark: true),
      .init(title: "", rank: 1, isMark: true),
    ]
    let before = columns.count
    var rows: [[String]] = []
    for index in hits.indices {
      try cancellation.checkWhileRendering(index)
      let mark = checkedRows.contains(index) ? Style.mark : ""
      let heart = !showsHearts ? "" : isFavorite(index) ? Style.heart : Style.noHeart
      rows.append([String(first + index), mark, heart] + values(index, of: shown).map { cell(index, $0, $1) })
    }
    for (number, column) in shown.columns.enumerated() {
      let isName = column.title == Untrusted("name")
      columns.append(
        .init(
          title: column.title.onOneLine.neutralised,
          alignment: Self.isLength(column) ? .right : Self.alignment(of: rows.lazy.map { $0[before + number] }),
          least: isName ? 24 : 8, rank: isName ? 0 : number + 1, isNeeded: !shown.areAll,
          usual: isName ? 17 : nil, isAlignedByRows: !Self.isLength(column)))
    }
    var table = Table(columns: columns, rows: rows)
    table.namesLeftOut = shown.areAll
    return shown.areAll ? table.withoutEmptyColumns : table.withoutEmptyMarks
  }

  /// Numbers are at the right.
  static func alignment(of cells: some Sequence<String>) -> Width.Alignment {
    let isNumeric = cells.allSatisfy { cell in
      cell.isEmpty || Notation.allCases.contains { $0.type == .number && $0.number(Untrusted(cell)) != nil }
    }
    return isNumeric ? .right : .left
  }

  private static func isLength(_ column: ShownColumns.Column) -> Bool {
    column.names == nil && column.title == Untrusted("distance")
  }

  /// A value for people, in one line.
  func cell(_ index: Int, _ column: ShownColumns.Column, _ value: Datum?) -> String {
    switch value {
    case nil: ""
    case _? where Self.isLength(column): hits[index].distance.map(Numeral.text) ?? ""
    case .integer(let count)? where column.names != nil && column.title == Untrusted("population"):
      Numeral.grouped(count)
    case .flag(let isSet)?: isSet ? "yes" : ""
    case .text(let text)?: text.onOneLine.neutralised
    case .joined(let texts)?: texts.map(\.onOneLine.neutralised).joined(separator: ", ")
    case let value?: value.neutralised
    }
  }

  /// `Blue Door, City Newark, rating 4.5`.
  func sentence(_ index: Int, showing shown: ShownColumns) -> String {
    values(index, of: shown).compactMap { column, value in
      let cell = cell(index, column, value)
      guard !cell.isEmpty else { return nil }
      return column.title == Untrusted("name") ? cell : "\(column.title.onOneLine.neutralised) \(cell)"
    }
    .joined(separator: ", ")
  }
}
