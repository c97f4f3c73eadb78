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
  /// Whether the least comes first in the orders of favorites. Favorites without a value stay last.
  var isReversed = false

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
    case nil: search.isBlank && search.order == nil && search.columnOrder == nil ? .added : nil
    }
  }

  /// A sort key: a number for each favorite that has one. The greatest comes first.
  fileprivate enum Key {
    case rating, visited, changed, added

    func value(_ favorite: Favorite) -> Int64? {
      switch self {
      case .rating: favorite.rating.map { Int64($0) }
      case .visited: favorite.visited.map { Int64($0.year * 10_000 + $0.month * 100 + $0.day) }
      case .changed: favorite.changed
      case .added: favorite.created
      }
    }
  }
}

extension FavoritesQuery.Order {
  static var choices: [Completes.Choice] { allCases.map { Completes.Choice($0.rawValue) } }
}

extension Favorites {
  /// The favorites that answer a query. Of those with equal keys the newer one comes first, or the better match if the
  /// search is not empty.
  func places(
    _ query: FavoritesQuery, offset: Int, limit: Int, cancellation: Cancellation, stopwatch: Stopwatch?
  ) throws(Cancelled) -> SearchResult {
    func search(
      _ asked: Query? = nil, offset: Int = 0, limit: Int = .max
    ) throws(Cancelled) -> SearchResult {
      try Catalog([dataset]).search(
        asked ?? query.query(of: self), offset: offset, limit: limit, cancellation: cancellation, stopwatch: stopwatch)
    }
    let described = described(by: query)
    guard query.key != nil || !described.isEmpty else { return try search(offset: offset, limit: limit) }
    if let key = query.key, query.search.isBlank, query.search.origin == nil, query.search.conditions.isEmpty {
      let matching = all.indices.reversed().filter { query.matches(all[$0]) }
      let order = Self.order(of: matching.lazy.map { key.value(self.all[$0]) }, isReversed: query.isReversed)
      let page = order.dropFirst(offset).prefix(limit).map { Hit(place: all[matching[$0]].handle) }
      return SearchResult(total: matching.count, hits: page)
    }
    var result = try search()
    if !described.isEmpty {
      result = try result.adding(described, to: query, of: self) { asked throws(Cancelled) in try search(asked) }
    }
    guard let key = query.key else {
      result.hits = Array(result.hits.dropFirst(offset).prefix(limit))
      return result
    }
    if query.search.isBlank { result.hits.reverse() }
    let order = Self.order(
      of: result.hits.map { index(of: $0.place).flatMap { key.value(all[$0]) } }, isReversed: query.isReversed)
    result.hits = order.dropFirst(offset).prefix(limit).map { result.hits[$0] }
    return result
  }

  /// The indexes of `keys`, the greatest key first, or the least if the order is reversed; equal keys keep their order.
  /// Those without a key are last.
  private static func order(of keys: some Sequence<Int64?>, isReversed: Bool) -> [Int] {
    keys.enumerated().map { index, key in (index: index, key: key.map { isReversed ? $0 : ~$0 }) }
      .sorted { left, right in
        switch (left.key, right.key) {
        case (let first?, let second?) where first != second: first < second
        case (_?, nil): true
        case (nil, _?): false
        default: left.index < right.index
        }
      }
      .map(\.index)
  }
}
