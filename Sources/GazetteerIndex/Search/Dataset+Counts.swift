extension Dataset {
  package func counts(
    ofColumn name: Untrusted, passing query: Query, most: Int, _ cancellation: Cancellation
  ) throws(Cancelled) -> ValueCounts? {
    guard let id = columnID(name) else { return nil }
    guard query.hasFilter else { return try countsOfAll(by: id, most: most, cancellation) }
    return try counts(by: id, in: try rows(passing: query, cancellation: cancellation), most: most, cancellation)
  }

  /// The counts of all places.
  func countsOfAll(by id: ColumnID, most: Int, _ cancellation: Cancellation) throws(Cancelled) -> ValueCounts {
    try keptCounts.counts(of: id, most: most) { most throws(Cancelled) in
      try counts(by: id, in: BitSet(capacity: count, full: true), most: most, cancellation)
    }
  }

  private func counts(
    by id: ColumnID, in rows: BitSet, most: Int, _ cancellation: Cancellation
  ) throws(Cancelled) -> ValueCounts {
    if case .field(.name) = id { return try nameGroups(cancellation).counts(in: rows, most: most, cancellation) }
    let column = try valueColumns.column(id, of: places, cancellation)
    return try column.counts(in: rows, most: most, cancellation)
  }
}
