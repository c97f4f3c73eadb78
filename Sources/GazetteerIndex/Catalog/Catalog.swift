/// The sources that commands search, in the order the user chose.
///
/// A single source answers directly. Several sources are each asked for their best rows, and these are merged.
public struct Catalog: Sendable {
  package let datasets: [any PlaceSource]

  package init(_ datasets: [any PlaceSource] = []) { self.datasets = datasets }

  /// The number of places. O(sources).
  package var size: Total { datasets.reduce(.exact(0)) { $0 + $1.size } }

  /// The place with an identity; nil if no source has it. O(log count) for a dataset in memory.
  public func place(_ id: PlaceID) -> Place? { source(of: id)?.place(id.id) }

  private func source(of id: PlaceID) -> (any PlaceSource)? { datasets.first { $0.name == id.dataset } }

  /// The categories in ascending order, each with the number of its places.
  public var categories: [(name: Untrusted, count: Int)] {
    var counts: [Untrusted: Int] = [:]
    for dataset in datasets {
      for (name, count) in dataset.categories { counts[name, default: 0] += count }
    }
    return counts.map { ($0.key, $0.value) }.sorted { $0.0.bytes.lexicographicallyPrecedes($1.0.bytes) }
  }

  /// Whether a place may lie in the country with this code or name. O(regions).
  public func hasPlaces(in country: Untrusted) -> Bool { datasets.contains { $0.hasPlaces(in: country) } }
}

/// Catalogs are equal if they have the same sources in the same order.
extension Catalog: Equatable {
  public static func == (left: Catalog, right: Catalog) -> Bool {
    left.datasets.map(SourceReference.init) == right.datasets.map(SourceReference.init)
  }
}

/// Lists of places.
extension Catalog {
  /// Answers `query` by the rules of search: the rows `offset..<offset + limit` of the total order, and the totals.
  ///
  /// The tiers name to region are always asked; `inside` only if those give less than a page, `typo` only if they give
  /// nothing, `relaxed` only if no other tier gives anything.
  ///
  /// - Parameter mayCountRoughly: whether the total may be "at least" if very many places match. The rows are the same.
  public func search(
    _ query: Query, offset: Int = 0, limit: Int, mayCountRoughly: Bool = false,
    cancellation: Cancellation = Cancellation(), stopwatch: Stopwatch? = nil
  ) throws(Cancelled) -> SearchResult {
    try answer(offset, limit, cancellation, stopwatch) { request throws(Cancelled) in
      var request = request
      request.mayCountRoughly = mayCountRoughly
      var query = ordered(query)
      query.columnOrder = try typed(query.columnOrder, cancellation)
      let result = try wholeMatches(query, request)
      guard result.total == 0, !query.isBlank, !query.prefixOnly, query.precision == .asNeeded else { return result }
      return try relaxed(query, request) ?? result
    }
  }

  /// The places that match all of a query, perhaps with typing errors.
  private func wholeMatches(_ query: Query, _ request: PageRequest) throws(Cancelled) -> SearchResult {
    guard datasets.count > 1, query.precision == .asNeeded else {
      return try page(of: request) { source, request throws(Cancelled) in
        try source.search(query, reach: query.precision == .asNeeded ? .asNeeded : .names, request)
      }
    }
    let ask = { (reach: SearchReach) throws(Cancelled) in
      try datasets.map { dataset throws(Cancelled) in
        try dataset.search(query, reach: reach, request.fromTheBeginning)
      }
    }
    var pages = try ask(.names)
    let exact = pages.contains(where: \.isRough) ? .max : pages.reduce(0) { $0 + $1.total.count }
    if !query.isBlank, !query.prefixOnly, exact < SearchReach.page { pages = try ask(exact == 0 ? .typos : .inside) }
    return merge(pages, request, inOrder: Ranking.keepsCatalogOrder(query))
  }

  /// The places that match a query without one or two of its words; nil if there are none.
  private func relaxed(_ query: Query, _ request: PageRequest) throws(Cancelled) -> SearchResult? {
    let shorter = Relaxation.all(of: query.text) { word in datasets.contains { $0.knows(word: word.text) } }
    for relaxation in shorter {
      try request.cancellation.check()
      var part = query
      part.text = relaxation.text
      var result = try page(of: request) { source, request throws(Cancelled) in
        try source.search(part, reach: .relaxed, request)
      }
      guard result.total > 0 else { continue }
      result.asked = Tier.allCases
      result.relaxation = relaxation
      return result
    }
    return nil
  }

  /// A blank query with a filter is answered by population, if the sources know it.
  private func ordered(_ query: Query) -> Query {
    guard query.isBlank, query.order == nil, query.columnOrder == nil, query.origin == nil, !query.prefixOnly,
      query.hasFilter,
      datasets.contains(where: \.hasPopulations)
    else { return query }
    var ordered = query
    ordered.order = .population
    return ordered
  }

  /// The places around a point, nearest first; ties in catalog order. The total counts all within `radius`, or all.
  public func places(
    near origin: Coordinate, within radius: Distance?, categories: [Untrusted] = [], offset: Int = 0, limit: Int,
    cancellation: Cancellation = Cancellation(), stopwatch: Stopwatch? = nil
  ) throws(Cancelled) -> SearchResult {
    try places(
      Around(origin, within: radius, categories: categories), offset: offset, limit: limit, cancellation: cancellation,
      stopwatch: stopwatch)
  }

  /// The places around a point, by all conditions and in any order.
  package func places(
    _ around: Around, offset: Int = 0, limit: Int, cancellation: Cancellation = Cancellation(),
    stopwatch: Stopwatch? = nil
  ) throws(Cancelled) -> SearchResult {
    try answer(offset, limit, cancellation, stopwatch) { request throws(Cancelled) in
      var around = around
      around.columnOrder = try typed(around.columnOrder, cancellation)
      return try page(of: request) { source, request throws(Cancelled) in try source.places(around, request) }
    }
  }

  /// The places in the box between two corners, in catalog order. If `southWest` lies east of `northEast`, the box
  /// crosses the antimeridian.
  public func places(
    from southWest: Coordinate, to northEast: Coordinate, offset: Int = 0, limit: Int,
    cancellation: Cancellation = Cancellation(), stopwatch: Stopwatch? = nil
  ) throws(Cancelled) -> SearchResult {
    try answer(offset, limit, cancellation, stopwatch) { request throws(Cancelled) in
      try joined(request) { source, request throws(Cancelled) in
        try source.places(from: southWest, to: northEast, request)
      }
    }
  }

  /// The places with one of `categories`, compared exactly, in catalog order.
  public func places(
    of categories: [Untrusted], offset: Int = 0, limit: Int, cancellation: Cancellation = Cancellation(),
    stopwatch: Stopwatch? = nil
  ) throws(Cancelled) -> SearchResult {
    try answer(offset, limit, cancellation, stopwatch) { request throws(Cancelled) in
      try joined(request) { source, request throws(Cancelled) in try source.places(of: categories, request) }
    }
  }

  private typealias Ask = (any PlaceSource, PageRequest) throws(Cancelled) -> SourcePage

  /// Calls `answer` with a request, and measures its time.
  private func answer(
    _ offset: Int, _ limit: Int, _ cancellation: Cancellation, _ stopwatch: Stopwatch?,
    _ answer: (PageRequest) throws(Cancelled) -> SearchResult
  ) throws(Cancelled) -> SearchResult {
    stopwatch?.enter(.index)
    defer { stopwatch?.enter(nil) }
    return try answer(PageRequest(offset: offset, limit: limit, cancellation: cancellation, stopwatch: stopwatch))
  }

  /// The page of the only source, or the merged pages of several.
  private func page(of request: PageRequest, _ ask: Ask) throws(Cancelled) -> SearchResult {
    guard datasets.count == 1 else {
      let pages = try datasets.map { dataset throws(Cancelled) in try ask(dataset, request.fromTheBeginning) }
      return merge(pages, request, inOrder: false)
    }
    let page = try ask(datasets[0], request)
    var result = SearchResult(totalsOf: [page])
    result.hits = page.hits
    return result
  }

  /// The requested rows of pages that start at row 0: in the order of their keys or, if `inOrder`, one page after the
  /// other.
  private func merge(_ pages: [SourcePage], _ request: PageRequest, inOrder: Bool) -> SearchResult {
    request.stopwatch?.enter(.rank)
    var result = SearchResult(totalsOf: pages)
    var hits = pages.flatMap(\.hits)
    if !inOrder {
      let keys = pages.flatMap(\.keys)
      let order = hits.indices.sorted { keys[$0] == keys[$1] ? $0 < $1 : keys[$0] < keys[$1] }
      hits = order.map { hits[$0] }
    }
    result.hits = Array(hits.dropFirst(request.offset).prefix(request.limit))
    return result
  }

  /// The requested rows of an answer that lists the places of one source after those of another.
  private func joined(_ request: PageRequest, _ ask: Ask) throws(Cancelled) -> SearchResult {
    var pages: [SourcePage] = []
    var hits: [Hit] = []
    var before = 0
    for dataset in datasets {
      var part = request
      part.offset = max(0, request.offset - before)
      part.limit = request.limit - hits.count
      let page = try ask(dataset, part)
      before += page.total.count
      hits += page.hits
      pages.append(page)
    }
    var result = SearchResult(totalsOf: pages)
    result.hits = hits
    return result
  }

  /// Why `place` is in the answer to `query`, or why it is not; nil if no source has the place.
  public func explain(
    _ place: PlaceID, for query: Query, cancellation: Cancellation = Cancellation()
  ) throws(Cancelled) -> Explanation? {
    guard let source = source(of: place), let found = source.place(place.id) else { return nil }
    // Which tiers are asked depends on the answers of the whole catalog. A place is found only in those.
    let result = try search(query, limit: 0, cancellation: cancellation)
    var only = query
    var reach = SearchReach.names
    if let relaxation = result.relaxation {
      only.text = relaxation.text
      reach = .relaxed
    } else if result.asked.contains(.typo) {
      reach = .typos
    } else if result.asked.contains(.inside) {
      reach = .inside
    }
    only.order = .relevance
    only.columnOrder = nil
    only.ids = query.ids.map { $0.filter { $0 == place.id } } ?? [place.id]
    let hit = try source.search(only, reach: reach, PageRequest(limit: 1, cancellation: cancellation)).hits.first
    return Explanation(
      query: query.text, foldedQuery: Untrusted(Fold.fold(query.text.text)),
      foldedName: Untrusted(bytes: Fold.bytes(found.name)), hit: hit, relaxation: result.relaxation,
      regionMatch: hit?.tier == .region ? source.regionMatch(of: place.id, for: query) : nil)
  }
}

/// Names and places for completion.
extension Catalog {
  /// The names that begin with a folded text, which may end with a space. If there are none, the alternate names that
  /// begin with it. If there are none of those, the names with a later word that begins with it. Sorted by the
  /// relevance of their places.
  ///
  /// A dataset reads only as much of its indexes as `limit` needs: O(limit² + limit log count).
  package func names(
    beginningWith beginning: [UInt8], limit: Int,
    meeting meetings: [NameSuggestions.Meeting] = [.beginning, .alternate, .word]
  ) -> NameSuggestions {
    guard beginning.contains(where: { $0 != 0x20 }), limit > 0 else { return NameSuggestions() }
    for meeting in meetings {
      let parts = datasets.map { $0.names(meeting, beginning, limit: limit) }
      if let found = NameSuggestions(joining: parts, limit: limit) { return found }
    }
    return NameSuggestions()
  }

  /// The places whose names begin with a folded text, the most relevant first.
  package func places(beginningWith beginning: [UInt8], limit: Int) -> [PlaceID] {
    guard beginning.contains(where: { $0 != 0x20 }) else { return [] }
    let found = datasets.flatMap { $0.places(beginningWith: beginning, limit: limit) }
    let order = found.indices.sorted { (found[$1].population, $0) < (found[$0].population, $1) }
    return order.prefix(limit).map { found[$0].place }
  }
}
