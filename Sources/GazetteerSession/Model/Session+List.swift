import GazetteerIndex

extension Session {
  /// The numbered list of the places of `source`, from its beginning. With a limit of 0 it only counts and has no
  /// effect.
  func list(
    _ source: ListSource, in catalog: Catalog, limit: Limit, _ context: Context
  ) throws -> Reply {
    let wanted = limit
    let limit = context.mostRows.map { limit.count > $0 ? .rows($0) : limit } ?? limit
    guard !catalog.datasets.isEmpty else { throw nothingInUse(context) }
    let result = try places(source, in: catalog, limit: limit, context)
    let isTotalOnly = limit == .rows(0)
    let advice = result.total == 0 && !isTotalOnly ? try advice(after: source, in: catalog, context) : nil
    let offer = isTotalOnly ? nil : try offer(beside: result, of: source, in: catalog, context)
    let view = PlacesView(
      result, of: source, in: catalog, marks: marks(of: result.hits), advice: advice, offer: offer,
      selection: selection(limiting: source), isTotalOnly: isTotalOnly)
    let listing = Listing(source, datasets: catalog.datasets.map(\.name), shown: result.hits.count)
    var reply = Reply(view)
    if !view.isTotalOnly { reply.events = [.listed(listing, places: result.hits.map(\.place), limit: wanted)] }
    // Says which datasets are missing in the list because they are still being opened.
    if listing.datasets == inUse { reply.notices = unopened(context) }
    reply.notices += try catalog.remarks(on: source.conditions, source.columnOrder, context.cancellation)
    let sorting = source.columnOrder?.column ?? source.sorting.map { Untrusted($0) }
    reply.notices += catalog.remarks(onEmptyOnes: source.conditions.columnsWithValues + [sorting].compactMap(\.self))
    if result.total == 0 { reply.notices += catalog.hints(on: source.conditions) }
    return reply
  }

  /// What is still being opened, so that answers without it may change.
  func unopened(_ context: Context) -> [Message] { openings.map { context.status(of: .opening($0)).sentence } }

  /// The same while a session is being restored: the last list and the check marks come back when all is open.
  func unrestored(_ context: Context) -> [Message] {
    openings.filter(isAwaited).map { context.status(of: .opening($0)).sentence }
  }

  /// A page of the places of `source` in `catalog`.
  func places(
    _ source: ListSource, in catalog: Catalog, offset: Int = 0, limit: Limit, _ context: Context
  ) throws(Cancelled) -> SearchResult {
    // There are never more rows than places, so a greater limit (such as `all`) is reduced.
    let most = catalog.size.isExact ? catalog.size.count : .max
    return try source.places(
      ListPage(
        catalog: catalog, favorites: favorites, isFound: { found($0) != nil }, offset: offset,
        limit: min(limit.count, most), mayCountRoughly: context.mayCountRoughly, listed: offset > 0 ? filtered : [],
        cancellation: context.cancellation, stopwatch: context.stopwatch))
  }

  /// Which of some rows are checked, and which are favorites.
  func marks(of hits: [Hit]) -> PlacesView.Marks {
    var marks = PlacesView.Marks()
    marks.showsHearts = preferences.showsHearts
    marks.showsCoordinates = preferences.showsCoordinates
    marks.hasChecked = !checked.isEmpty
    if marks.hasChecked { marks.checkedRows = Set(hits.indices.filter { isChecked(hits[$0].place) }) }
    guard hasFavorites else { return marks }
    marks.favorites = favorites
    marks.favoriteIndexes = hits.map { favoriteIndex($0.place) }
    return marks
  }

  private func nothingInUse(_ context: Context) -> Failure {
    guard let opening = openings.first else { return Failure("no dataset is in use", try: "open FILE, or use all") }
    return Failure("no dataset is in use", why: context.status(of: .opening(opening)).sentence, try: "wait")
  }
}
