import GazetteerIndex

/// The favorites that answer a query.
struct FavoritesSource: ListSourceKind {
  static let keyword = "favorites"
  let favorites: FavoritesQuery

  var words: [Word] {
    [.text(favorites.search.text)] + favorites.search.options + .options("list", favorites.lists)
      + .options("tag", favorites.tags) + .option("min-rating", favorites.leastRating.map { "\($0)" })
      + .option("order", favorites.order?.rawValue) + .flag("reverse", favorites.isReversed)
  }

  var query: Query? { favorites.search }
  func query(of favorites: Favorites) -> Query? { self.favorites.query(of: favorites) }
  var sorting: String? {
    favorites.search.columnOrder?.title ?? favorites.order.flatMap { $0 == .relevance ? nil : $0.rawValue }
  }

  var sortedColumn: Untrusted? {
    switch favorites.order {
    case .added, .changed: favorites.order.map { Untrusted($0.rawValue) }
    default: columnOrder?.column
    }
  }

  var absence: Message {
    let text = favorites.search.text
    return text.isEmpty ? "no favorite matches these options" : "no favorite matches \(quoted: text)"
  }

  func places(_ page: ListPage) throws(Cancelled) -> SearchResult {
    try page.favorites.places(
      favorites, offset: page.offset, limit: page.limit, cancellation: page.cancellation, stopwatch: page.stopwatch)
  }
}

extension FavoritesSource {
  init(_ options: FactOptions) throws(Malformed) {
    var query = FavoritesQuery(try Query(options))
    query.lists = options.all("list")
    query.tags = options.all("tag")
    query.leastRating = options["min-rating"].flatMap { Int($0.text) }
    query.order = options["order"].flatMap { FavoritesQuery.Order(rawValue: $0.text) }
    query.isReversed = options.flags.contains("reverse")
    favorites = query
  }
}

extension ListSource {
  package static func favorites(_ query: FavoritesQuery) -> ListSource {
    ListSource(FavoritesSource(favorites: query))
  }
}
