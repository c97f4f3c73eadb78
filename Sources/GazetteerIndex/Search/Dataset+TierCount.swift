/// Counts the places of a single tier, or lists them. Only `gaz-bench` does this, to compare it with programs that have
/// nothing else. Every other search also asks the tiers before it.
extension Dataset {
  /// The number of places with a name that starts with a folded text, which is not empty. O(log places).
  package func count(namesStartingWith folded: [UInt8]) -> Int {
    folded.withUnsafeBufferPointer { names.entries(withPrefix: $0).count }
  }

  /// The number of places with a name that contains the fold of `text`.
  package func count(
    inside text: Untrusted, cancellation: Cancellation = Cancellation()
  ) throws(Cancelled) -> Int {
    try count(Query(text), cancellation) { search, pattern throws(Cancelled) in try search.askInside(pattern) }
  }

  /// The first places with a name that contains the fold of `text`, in the order of a search, and their number.
  package func first(
    _ limit: Int, inside text: Untrusted, cancellation: Cancellation = Cancellation()
  ) throws(Cancelled) -> (places: [SourceID], total: Int) {
    guard let pattern = Pattern(text) else { return ([], 0) }
    var search = try DatasetSearch(self, Query(text), wanted: limit, cancellation: cancellation)
    try search.askInside(pattern)
    return (search.rows().map { id(Int($0.row)).id }, search.total)
  }

  /// The number of places with a name that begins like the fold of `text`, with the allowed number of typing errors.
  package func count(
    typosOf text: Untrusted, cancellation: Cancellation = Cancellation()
  ) throws(Cancelled) -> Int {
    try count(Query(text), cancellation) { search, pattern throws(Cancelled) in try search.askTypos(pattern) }
  }

  private func count(
    _ query: Query, _ cancellation: Cancellation,
    asking ask: (inout DatasetSearch, Pattern) throws(Cancelled) -> Void
  ) throws(Cancelled) -> Int {
    guard let pattern = Pattern(query.text) else { return 0 }
    var search = try DatasetSearch(self, query, wanted: 0, cancellation: cancellation)
    try ask(&search, pattern)
    return search.total
  }
}
