import GazetteerIndex

/// The numbered list that was printed last: what `list` prints again and `more` goes on with.
package struct Listing: Equatable, Sendable {
  /// Where its places come from. Asking again gives the same places in the same order.
  package enum Source: Equatable, Sendable {
    case search(Query)
    case near(Coordinate, within: Distance?, categories: [Untrusted])
    case box(southWest: Coordinate, northEast: Coordinate)
    case categories([Untrusted])
    case place(PlaceID)
    case checked([PlaceID])
    case favorites(FavoritesQuery)
  }

  package let source: Source
  /// The datasets that it was asked of, in order.
  package let datasets: [String]
  /// How many of its places have been printed.
  package var shown: Int

  package init(_ source: Source, datasets: [String], shown: Int) {
    self.source = source
    self.datasets = datasets
    self.shown = shown
  }
}

extension Listing.Source {
  /// What it searches for; nil where it does not.
  var query: Query? {
    switch self {
    case .search(let query): query
    case .favorites(let query): query.search
    default: nil
    }
  }

  /// The command that lists so.
  var command: String {
    switch self {
    case .search: "search"
    case .near: "near"
    case .box: "within"
    case .categories, .place: "list"
    case .checked: "checked"
    case .favorites: "favorites"
    }
  }
}

extension Session {
  /// The places of `source` in `catalog`, from `offset` on.
  func places(
    _ source: Listing.Source, in catalog: Catalog, offset: Int = 0, limit: Limit, _ context: Context
  ) throws(Cancelled) -> SearchResult {
    let (cancellation, stopwatch) = (context.cancellation, context.stopwatch)
    let limit = min(limit.count, catalog.count)
    switch source {
    case .search(let query):
      return try catalog.search(query, offset: offset, limit: limit, cancellation: cancellation, stopwatch: stopwatch)
    case .favorites(let query):
      return try favorites.places(query, offset: offset, limit: limit, context)
    case .near(let origin, let radius, let categories):
      return try catalog.places(
        near: origin, within: radius, categories: categories, offset: offset, limit: limit, cancellation: cancellation,
        stopwatch: stopwatch)
    case .box(let southWest, let northEast):
      stopwatch?.enter(.index)
      defer { stopwatch?.enter(nil) }
      return try catalog.places(
        from: southWest, to: northEast, offset: offset, limit: limit, cancellation: cancellation)
    case .categories(let categories):
      stopwatch?.enter(.index)
      defer { stopwatch?.enter(nil) }
      return catalog.places(of: categories, offset: offset, limit: limit)
    case .place(let id):
      return SearchResult([id].filter { found($0) != nil }, offset: offset, limit: limit)
    case .checked(let places):
      return SearchResult(places.filter { found($0) != nil }, offset: offset, limit: limit)
    }
  }
}

extension Session {
  /// What `source` searches for now; nil where it does not.
  func query(of source: Listing.Source) -> Query? {
    if case .favorites(let query) = source { query.query(of: favorites) } else { source.query }
  }
}

extension SearchResult {
  /// A page of places that are known already.
  fileprivate init(_ places: [PlaceID], offset: Int, limit: Int) {
    self.init(total: places.count, hits: places.dropFirst(offset).prefix(limit).map { Hit(place: $0) })
  }
}

extension Session {
  /// The numbered list of the places of `source`, from its beginning. Without rows it lists nothing and changes nothing.
  func list(
    _ source: Listing.Source, in catalog: Catalog, limit: Limit, _ context: Context
  ) throws -> Reply {
    let limit = context.mostRows.map { limit.count > $0 ? .rows($0) : limit } ?? limit
    guard !catalog.datasets.isEmpty else { throw nothingInUse(context) }
    let result = try places(source, in: catalog, limit: limit, context)
    let view = PlacesView(result, of: source, in: catalog, marksOf: self, isTotalOnly: limit == .rows(0))
    let listing = Listing(source, datasets: catalog.datasets.map(\.name), shown: result.hits.count)
    var reply = Reply(.places(view))
    if !view.isTotalOnly { reply.events = [.listed(listing, places: result.hits.map(\.place))] }
    // What is being opened would have been asked too.
    if listing.datasets == inUse { reply.notices = openings.map { context.status(of: .opening($0)).sentence } }
    return reply
  }

  private func nothingInUse(_ context: Context) -> Failure {
    guard let opening = openings.first else { return Failure("no dataset is in use", try: "open FILE, or use all") }
    return Failure("no dataset is in use", why: context.status(of: .opening(opening)).sentence, try: "wait")
  }
}
