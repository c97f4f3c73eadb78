import GazetteerIndex

/// Favorites whose notes, lists and tags answer a query.
///
/// They follow those whose names match. They are exact answers, so they keep away places with typing errors in their
/// names.
extension Favorites {
  /// Those whose notes, lists or tags have the text, the newest first. O(bytes of all notes, lists and tags).
  func described(by query: FavoritesQuery) -> [SourceID] {
    guard !query.search.isBlank, !query.search.prefixOnly else { return [] }
    let text = Fold.bytes(query.search.text)
    return all.reversed().filter { query.matches($0) && $0.isDescribed(by: text) }.map(\.handle.id)
  }
}

extension SearchResult {
  /// All answers to a query, after a search for its text has found these, in the order of the query. The totals of tiers
  /// no longer say how good the answers are.
  func adding(
    _ described: [SourceID], to query: FavoritesQuery, of favorites: Favorites,
    search: (Query) throws(Cancelled) -> SearchResult
  ) throws(Cancelled) -> SearchResult {
    let named = hits.filter { hit in hit.tier.map { $0 < .typo } ?? true }
    let known = Set(named.map(\.place.id))
    var others = query.query(of: favorites)
    let isSorted = others.columnOrder != nil || ![nil, .relevance].contains(others.order)
    (others.text, others.ids) = (Untrusted(""), described.filter { !known.contains($0) })
    if isSorted { others.ids = named.map(\.place.id) + (others.ids ?? []) } else { others.order = nil }
    let found = try search(others)
    var answer = SearchResult(total: found.total)
    if isSorted {
      let hits = Dictionary(named.map { ($0.place, $0) }) { first, _ in first }
      answer.hits = found.hits.map { hits[$0.place] ?? $0 }
    } else {
      let ranks = Dictionary(described.enumerated().map { ($1, $0) }) { first, _ in first }
      answer.hits = named + found.hits.sorted { ranks[$0.place.id, default: 0] < ranks[$1.place.id, default: 0] }
      answer.total += named.count
    }
    return answer
  }
}
