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

  private func admits(_ favorite: Favorite) -> Bool {
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

  /// What the order goes by, the greatest first, where a search knows no such order.
  fileprivate var key: ((Favorite) -> Int64)? {
    switch order {
    case .relevance, .name, .distance: nil
    case .rating: { Int64($0.rating ?? 0) }
    case .visited: { favorite in favorite.visited.map { Int64($0.year * 10_000 + $0.month * 100 + $0.day) } ?? -1 }
    case .changed: { $0.changed }
    case .added: { $0.created }
    case nil: search.isBlank ? { $0.created } : nil
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
    let search = query.query(of: self)
    let catalog = Catalog([dataset])
    let key = query.key
    var result = try catalog.search(
      search, offset: key == nil ? offset : 0, limit: key == nil ? limit : .max, cancellation: context.cancellation,
      stopwatch: context.stopwatch)
    guard let key else { return result }
    let step = search.isBlank ? -1 : 1
    let ranked = result.hits.enumerated().map { index, hit in
      (key: self[hit.place].map(key) ?? .min, index: index * step)
    }
    let order = ranked.sorted { $0.key == $1.key ? $0.index < $1.index : $0.key > $1.key }
    result.hits = order.dropFirst(offset).prefix(limit).map { result.hits[$0.index * step] }
    return result
  }
}
