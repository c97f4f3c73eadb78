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
    var without = 0
    for source in datasets {
      let most = datasets.count == 1 ? most : .max
      if let counts = try source.counts(ofColumn: name, passing: query, most: most, cancellation) {
        parts.append(counts)
      } else {
        without += try Catalog([source]).search(query, limit: 0, cancellation: cancellation).total
      }
    }
    guard !parts.isEmpty else { return nil }
    var counts = parts.count == 1 ? parts[0] : ValueCounts(parts)
    counts.rows = Array(counts.rows.prefix(most))
    counts.missing += without
    return counts
  }

  /// What each column has that is not empty, in the order of the sources.
  package func columns(_ cancellation: Cancellation) throws(Cancelled) -> [ColumnSummary] {
    var names: [Untrusted] = []
    var columns: [Untrusted: [ColumnSummary]] = [:]
    for source in datasets {
      for column in try source.columns(cancellation) where column.filled > 0 {
        if columns[column.name] == nil { names.append(column.name) }
        columns[column.name, default: []].append(column)
      }
    }
    return names.map { ColumnSummary(columns[$0] ?? []) }
  }
}
