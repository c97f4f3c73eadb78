extension Dataset {
  package func counts(
    ofColumn name: Untrusted, passing query: Query, most: Int, _ cancellation: Cancellation
  ) throws(Cancelled) -> ValueCounts? {
    guard let id = columnID(name) else { return nil }
    let rows =
      query.hasFilter ? try rows(passing: query, cancellation: cancellation) : BitSet(capacity: count, full: true)
    if case .field(.name) = id {
      return try nameGroups(cancellation).counts(in: rows, most: most, cancellation)
    }
    let column = try valueColumns.column(id, of: places, cancellation)
    return try column.counts(in: rows, most: most, cancellation)
  }
}
