/// Columns of all sources together.
extension Catalog {
  /// How often the values of a column occur in the places that pass the filters of a query; nil if no source has it.
  /// Places of sources that do not have it have no value.
  ///
  /// - Parameter most: how many of the values are wanted.
  package func counts(
    ofColumn name: Untrusted, passing query: Query, most: Int, _ cancellation: Cancellation
  ) throws(Cancelled) -> ValueCounts? {
    var parts: [ValueCounts] = []
    var without = Total.exact(0)
    for source in datasets {
      let most = datasets.count == 1 ? most : .max
      if let counts = try source.counts(ofColumn: name, passing: query, most: most, cancellation) {
        parts.append(counts)
      } else {
        let found = try Catalog([source]).search(query, limit: 0, cancellation: cancellation)
        without = without + Total(count: found.total, isExact: found.isTotalExact)
      }
    }
    guard !parts.isEmpty else { return nil }
    var counts = parts.count == 1 ? parts[0] : ValueCounts(parts)
    counts.rows = Array(counts.rows.prefix(most))
    counts.missing += without.count
    counts.isExact = counts.isExact && without.isExact
    return counts
  }

  /// How many places of each source pass the filters of a query; of sources with none, nothing.
  package func countsOfDatasets(passing query: Query, _ cancellation: Cancellation) throws(Cancelled) -> ValueCounts {
    try ValueCounts(
      datasets.map { source throws(Cancelled) in
        let found = try Catalog([source]).search(query, limit: 0, cancellation: cancellation)
        let rows = found.total > 0 ? [ValueCounts.Row(Untrusted(source.name), found.total)] : []
        var counts = ValueCounts(notation: .text, rows: rows, different: rows.count, missing: 0)
        counts.isExact = found.isTotalExact
        return counts
      })
  }

  /// The type of the values of a column: that of all sources with values, or text if they differ; nil if no source has
  /// the column. O(places) for a column that is named for the first time.
  package func type(ofColumn name: Untrusted, _ cancellation: Cancellation) throws(Cancelled) -> CellType? {
    var types: [CellType] = []
    var ofNothing: CellType?
    for source in datasets {
      guard let type = try source.notation(ofColumn: name, cancellation)?.type else { continue }
      if try source.hasValues(inColumn: name, cancellation) { types.append(type) } else { ofNothing = type }
    }
    guard let first = types.first else { return ofNothing }
    return types.allSatisfy { $0 == first } ? first : .text
  }

  /// An order that compares the values of all sources in one way.
  func typed(_ order: ColumnOrder?, _ cancellation: Cancellation) throws(Cancelled) -> ColumnOrder? {
    guard var order else { return nil }
    order.type = try type(ofColumn: order.column, cancellation)
    return order
  }

  /// What each column has, in the order of the sources. A field that no place has is left out.
  package func columns(_ cancellation: Cancellation) throws(Cancelled) -> [ColumnSummary] {
    var names: [Untrusted] = []
    var columns: [Untrusted: [ColumnSummary]] = [:]
    for source in datasets {
      for column in try source.columns(cancellation) where column.filled > 0 || !ColumnID.isField(column.name) {
        if columns[column.name] == nil { names.append(column.name) }
        columns[column.name, default: []].append(column)
      }
    }
    return names.map { ColumnSummary(columns[$0] ?? []) }
  }
}
