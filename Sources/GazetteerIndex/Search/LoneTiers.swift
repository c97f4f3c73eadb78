extension Dataset {
  /// How many places have a name that contains the fold of `text`: the tier `inside` without those before it.
  package func count(
    inside text: Untrusted, cancellation: Cancellation = Cancellation()
  ) throws(Cancelled) -> Int {
    try count(Query(text), cancellation) { search, pattern throws(Cancelled) in try search.askInside(pattern) }
  }

  /// How many places are within the typing errors forgiven of the fold of `text`: the tier `typo` without those
  /// before it.
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
