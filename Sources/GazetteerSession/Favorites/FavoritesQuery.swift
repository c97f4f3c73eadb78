import GazetteerIndex

/// Which favorites to list, and in which order.
package struct FavoritesQuery: Equatable, Sendable {
  /// What to search their places for, and where to measure distances from.
  package var search: Query
  /// Only favorites on one of these lists; empty: all.
  package var lists: [Untrusted] = []
  /// Only favorites with one of these tags; empty: all.
  package var tags: [Untrusted] = []
  /// Only favorites with at least this own rating.
  package var leastRating: Int?
  /// nil: that of the search; if it has none, by relevance, or by the time of adding if the search is empty.
  package var order: Order?

  package enum Order: String, CaseIterable, Sendable {
    case relevance, name, distance, rating, visited, added, changed
  }

  package init(_ search: Query) { self.search = search }

  private var isFiltered: Bool { !lists.isEmpty || !tags.isEmpty || leastRating != nil }

  /// Whether a favorite is on its lists, and has its tags and its rating.
  func matches(_ favorite: Favorite) -> Bool {
    (lists.isEmpty || favorite.lists.contains(where: lists.contains))
      && (tags.isEmpty || favorite.tags.contains(where: tags.contains))
      && leastRating.map { (favorite.rating ?? 0) >= $0 } ?? true
  }

  /// The query for the search. If there is a `key`, the result must be sorted by it afterwards.
  func query(of favorites: Favorites) -> Query {
    var query = search
    query.order =
      switch order {
      case .relevance: .relevance
      case .name: .name
      case .distance: .distance
      case .rating, .visited, .added, .changed: nil
      case nil: search.order
      }
    if isFiltered { query.ids = favorites.all.filter(matches).map(\.handle.id) }
    return query
  }

  /// The sort key; nil if the search itself sorts by this order.
  fileprivate var key: Key? {
    switch order {
    case .relevance, .name, .distance: nil
    case .rating: .rating
    case .visited: .visited
    case .changed: .changed
    case .added: .added
    case nil: search.isBlank && search.order == nil ? .added : nil
    }
  }

  /// A sort key: a number for each favorite. The greatest comes first.
  fileprivate enum Key {
    case rating, visited, changed, added

    func value(_ favorite: Favorite) -> Int64 {
      switch self {
      case .rating: Int64(favorite.rating ?? 0)
      case .visited: favorite.visited.map { Int64($0.year * 10_000 + $0.month * 100 + $0.day) } ?? -1
      case .changed: favorite.changed
      case .added: favorite.created
      }
    }
  }
}

extension FavoritesQuery.Order: Readable {
  package static var completes: Completes? { .choices(allCases.map { Completes.Choice($0.rawValue) }) }
  package static var expected: Message { "\(own: allCases.map(\.rawValue).joined(separator: ", "))" }

  package init(word: Untrusted) throws(Malformed) {
    guard let order = Self(rawValue: word.text) else { throw Malformed() }
    self = order
  }
}

extension Favorites {
  /// The favorites that answer a query. Of those with equal keys the newer one comes first, or the better match if the
  /// search is not empty.
  func places(
    _ query: FavoritesQuery, offset: Int, limit: Int, cancellation: Cancellation, stopwatch: Stopwatch?
  ) throws(Cancelled) -> SearchResult {
    func search(offset: Int, limit: Int) throws(Cancelled) -> SearchResult {
      try Catalog([dataset]).search(
        query.query(of: self), offset: offset, limit: limit, cancellation: cancellation, stopwatch: stopwatch)
    }
    guard let key = query.key else { return try search(offset: offset, limit: limit) }
    if query.search.isBlank, query.search.origin == nil, query.search.conditions.isEmpty {
      let matching = all.indices.reversed().filter { query.matches(all[$0]) }
      let order = Self.order(of: matching.lazy.map { key.value(self.all[$0]) })
      let page = order.dropFirst(offset).prefix(limit).map { Hit(place: all[matching[$0]].handle) }
      return SearchResult(total: matching.count, hits: page)
    }
    var result = try search(offset: 0, limit: .max)
    if query.search.isBlank { result.hits.reverse() }
    let order = Self.order(of: result.hits.map { index(of: $0.place).map { key.value(all[$0]) } ?? .min })
    result.hits = order.dropFirst(offset).prefix(limit).map { result.hits[$0] }
    return result
  }

  /// The indexes of `keys`, the greatest key first; equal keys keep their order.
  private static func order(of keys: some Sequence<Int64>) -> [Int] {
    keys.enumerated().sorted { ($1.element, $0.offset) < ($0.element, $1.offset) }.map(\.offset)
  }
}
