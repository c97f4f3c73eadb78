/// A dataset in memory is a source of places.
extension Dataset: PlaceSource {
  package var size: Total { .exact(count) }

  package func search(
    _ query: Query, reach: SearchReach, _ request: PageRequest
  ) throws(Cancelled) -> SourcePage {
    var search = try DatasetSearch(
      self, query, wanted: request.end, mayCountRoughly: request.mayCountRoughly, cancellation: request.cancellation)
    let asked = try search.ask(query, reach)
    request.stopwatch?.enter(.rank)
    var page = SourcePage(total: Total(count: search.total, isExact: search.isTotalExact), asked: asked)
    page.isRough = !search.isTotalExact
    page.mostTypos = search.mostTypos
    for tier in asked where search.totals[tier.rawValue] > 0 { page.totals[tier] = search.totals[tier.rawValue] }
    let matcher = query.isBlank || query.prefixOnly ? nil : Matcher(query.text, in: self)
    let kind = Ranking.Kind(query)
    let rows = search.rows().dropFirst(request.offset)
    page.hits.reserveCapacity(rows.count)
    for top in rows {
      let row = Int(top.row)
      let distance = query.origin.flatMap { places.positions.coordinate(row)?.distance(to: $0) }
      page.hits.append(
        query.isBlank
          ? Hit(place: id(row), distance: distance)
          : Hit(id(row), top.grade, matched: matcher?.matched(row, by: top.grade), distance: distance))
      guard request.needsKeys else { continue }
      page.keys.append(
        key(row, kind, top.grade, distance).sorted(
          by: query.columnOrder, try value(of: row, in: query.columnOrder, request.cancellation)))
    }
    return page
  }

  private func key(_ row: Int, _ kind: Ranking.Kind, _ grade: Grade, _ distance: Distance?) -> SortKey {
    SortKey(
      kind, grade: grade, distance: distance, rating: places.rating(row), population: places.population(of: row),
      foldedName: Array(names.key(Int(order.alphabetical[row]))), name: Array(places.names[row]),
      country: Array(places.country(ofRegion: places.region(of: row))), id: id(row))
  }

  package func places(
    from southWest: Coordinate, to northEast: Coordinate, _ request: PageRequest
  ) throws(Cancelled) -> SourcePage {
    try request.cancellation.check()
    return page(of: try spatial(request.cancellation).rows(from: southWest, to: northEast), request)
  }

  package func places(of categories: [Untrusted], _ request: PageRequest) throws(Cancelled) -> SourcePage {
    let rows = self.rows(of: categories)
    return page(of: (0..<count).filter(rows.contains), request)
  }

  private func page(of rows: [Int], _ request: PageRequest) -> SourcePage {
    SourcePage(
      total: .exact(rows.count),
      hits: rows.dropFirst(request.offset).prefix(request.limit).map { Hit(place: id($0)) })
  }

  package func place(_ id: SourceID) -> Place? { row(of: id).map(place) }

  /// The rows of a region are in the order of population.
  package var hasPopulations: Bool {
    (0..<regionIndex.regionCount).contains { region in
      regionIndex.rows(of: region).first.map { places.population(of: Int($0)) > 0 } ?? false
    }
  }

  package func knows(word: [UInt8]) -> Bool {
    word.withUnsafeBufferPointer { word in
      [names, alternateNames].contains { !$0.entries(withPrefix: word).isEmpty || !$0.words(withPrefix: word).isEmpty }
        || !regionIndex.words.beginning(with: word).isEmpty
    }
  }

  package func hasPlaces(in country: Untrusted) -> Bool { !regions(in: country).isEmpty }
  package func hasPlaces(inDivision name: Untrusted) -> Bool { !regions(ofDivision: name).isEmpty }

  package func regionMatch(of id: SourceID, for query: Query) -> Explanation.RegionMatch? {
    guard let row = row(of: id) else { return nil }
    return Matcher(query.text, in: self)?.regionMatch(of: row, isWhole: query.prefixOnly)
  }
}
