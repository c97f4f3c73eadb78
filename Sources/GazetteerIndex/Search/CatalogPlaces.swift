extension Catalog {
  /// The places around a point, nearest first; ties in catalog order. `total` counts all within `radius`, or all.
  public func places(
    near origin: Coordinate, within radius: Distance?, categories: [Untrusted] = [], offset: Int = 0, limit: Int,
    cancellation: Cancellation = Cancellation(), stopwatch: Stopwatch? = nil
  ) throws(Cancelled) -> SearchResult {
    stopwatch?.enter(.index)
    defer { stopwatch?.enter(nil) }
    var hits: [Hit] = []
    var total = 0
    let (sum, overflow) = offset.addingReportingOverflow(limit)
    for dataset in datasets {
      if cancellation.isCancelled { throw Cancelled() }
      let rows = categories.isEmpty ? nil : dataset.rows(of: categories)
      let passes = { (row: Int) in rows?.contains(row) ?? true }
      let wanted = overflow ? dataset.count : sum
      var found: [(row: Int, distance: Distance)]
      if let radius {
        found = try dataset.spatial(cancellation).within(radius, of: origin, where: passes, cancellation: cancellation)
        total += found.count
      } else {
        found = try dataset.spatial(cancellation).nearest(
          to: origin, count: wanted, where: passes, cancellation: cancellation)
        total += rows == nil ? try dataset.spatial(cancellation).count : dataset.count(where: passes)
      }
      hits += found.prefix(wanted).map { Hit(place: dataset.id($0.row), distance: $0.distance) }
    }
    stopwatch?.enter(.rank)
    if datasets.count > 1 {
      hits = hits.enumerated()
        .sorted { ($0.element.distance?.metres ?? 0, $0.offset) < ($1.element.distance?.metres ?? 0, $1.offset) }
        .map(\.element)
    }
    return SearchResult(total: total, hits: Array(hits.dropFirst(offset).prefix(limit)))
  }

  /// The places in the box between two corners, in catalog order. Where `southWest` lies east of `northEast`,
  /// the box crosses the antimeridian.
  public func places(
    from southWest: Coordinate, to northEast: Coordinate, offset: Int = 0, limit: Int,
    cancellation: Cancellation = Cancellation()
  ) throws(Cancelled) -> SearchResult {
    try page(offset: offset, limit: limit) { dataset throws(Cancelled) in
      if cancellation.isCancelled { throw Cancelled() }
      return try dataset.spatial(cancellation).rows(from: southWest, to: northEast)
    }
  }

  /// Every place of one of `categories`, whose names are taken as they are, in catalog order.
  public func places(of categories: [Untrusted], offset: Int = 0, limit: Int) -> SearchResult {
    page(offset: offset, limit: limit) { dataset in
      let rows = dataset.rows(of: categories, exactly: true)
      return (0..<dataset.count).filter(rows.contains)
    }
  }

  private func page<Failure>(
    offset: Int, limit: Int, rows: (Dataset) throws(Failure) -> [Int]
  ) throws(Failure) -> SearchResult {
    var result = SearchResult()
    for dataset in datasets {
      let rows = try rows(dataset)
      let start = max(0, offset - result.total)
      let visible = rows.dropFirst(start).prefix(limit - result.hits.count)
      result.hits += visible.map {
        Hit(place: dataset.id($0), tier: nil, matched: nil, distance: nil, typos: 0)
      }
      result.total += rows.count
    }
    return result
  }

  /// Why `place` is in the answer to `query`, or why it is not; nil where the place is in none of the datasets.
  public func explain(
    _ place: PlaceID, for query: Query, cancellation: Cancellation = Cancellation()
  ) throws(Cancelled) -> Explanation? {
    guard let (dataset, row) = row(of: place) else { return nil }
    var everywhere = query
    everywhere.order = .relevance
    let hit = try search(everywhere, limit: Int.max, cancellation: cancellation).hits.first { $0.place == place }
    let matcher = hit?.tier == .region ? Matcher(query.text) : nil
    return Explanation(
      query: query.text, foldedQuery: Untrusted(Fold.fold(query.text.text)),
      foldedName: Untrusted(bytes: dataset.names.key(Int(dataset.order.alphabetical[row]))), hit: hit,
      regionMatch: matcher?.regionMatch(of: row, in: dataset, isWhole: query.prefixOnly))
  }
}

extension Dataset {
  fileprivate func count(where passes: (Int) -> Bool) -> Int {
    (0..<count).count { passes($0) && places.positions.coordinate($0) != nil }
  }
}
