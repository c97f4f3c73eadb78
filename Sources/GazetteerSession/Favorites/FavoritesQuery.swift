import GazetteerIndex

/// Which favorites, and in what order.
package struct FavoritesQuery: Equatable, Sendable {
  /// What their places are searched for, and where distances are measured from. By itself in no order.
  package var search: Query
  /// Only those on one of these lists; empty: on any or none.
  package var lists: [Untrusted] = []
  /// Only those with one of these tags; empty: with any or none.
  package var tags: [Untrusted] = []
  /// Only those whose own rating is this at least.
  package var leastRating: Int?
  /// nil: by relevance; where nothing is searched for, by the time of adding.
  package var order: Order?

  package enum Order: String, CaseIterable, Sendable {
    case relevance, name, distance, rating, visited, added, changed
  }

  package init(_ search: Query) { self.search = search }

  private var isFiltered: Bool { !lists.isEmpty || !tags.isEmpty || leastRating != nil }

  fileprivate func admits(_ favorite: Favorite) -> Bool {
    (lists.isEmpty || favorite.lists.contains(where: lists.contains))
      && (tags.isEmpty || favorite.tags.contains(where: tags.contains))
      && leastRating.map { (favorite.rating ?? 0) >= $0 } ?? true
  }

  /// The search that gives the favorites, of these, in an order that `key` may change.
  func query(of favorites: Favorites) -> Query {
    var query = search
    query.order =
      switch order {
      case .relevance: .relevance
      case .name: .name
      case .distance: .distance
      case .rating, .visited, .added, .changed, nil: nil
      }
    if isFiltered { query.ids = favorites.all.filter(admits).map(\.handle.id) }
    return query
  }

  /// What the order goes by where a search knows no such order.
  fileprivate var key: Key? {
    switch order {
    case .relevance, .name, .distance: nil
    case .rating: .rating
    case .visited: .visited
    case .changed: .changed
    case .added: .added
    case nil: search.isBlank ? .added : nil
    }
  }

  /// A number of each favorite, the greatest of which comes first.
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
  /// The favorites that answer a query. Those that its order does not tell apart: the later one first, or the better
  /// match where something is searched for.
  func places(
    _ query: FavoritesQuery, offset: Int, limit: Int, _ context: Context
  ) throws(Cancelled) -> SearchResult {
    guard let key = query.key else { return try search(query, offset: offset, limit: limit, context) }
    if query.search.isBlank, query.search.origin == nil {
      let admitted = all.indices.reversed().filter { query.admits(all[$0]) }
      let order = Self.order(of: admitted.lazy.map { key.value(self.all[$0]) })
      let page = order.dropFirst(offset).prefix(limit).map { Hit(place: all[admitted[$0]].handle) }
      return SearchResult(total: admitted.count, hits: page)
    }
    var result = try search(query, offset: 0, limit: .max, context)
    if query.search.isBlank { result.hits.reverse() }
    let order = Self.order(of: result.hits.map { index(of: $0.place).map { key.value(all[$0]) } ?? .min })
    result.hits = order.dropFirst(offset).prefix(limit).map { result.hits[$0] }
    return result
  }

  private func search(
    _ query: FavoritesQuery, offset: Int, limit: Int, _ context: Context
  ) throws(Cancelled) -> SearchResult {
    try Catalog([dataset]).search(
      query.query(of: self), offset: offset, limit: limit, cancellation: context.cancellation,
      stopwatch: context.stopwatch)
  }

  /// The indexes of `keys`, the greatest key first, equal ones as they come.
  private static func order(of keys: some Sequence<Int64>) -> [Int] {
    keys.enumerated().sorted { ($1.element, $0.offset) < ($0.element, $1.offset) }.map(\.offset)
  }
}
