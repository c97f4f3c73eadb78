extension Catalog {
  /// A page: how many answers a tier must be short of for the next to be asked.
  static let page = 20

  /// Answers `query` by the rules of search: rows `offset..<offset + limit` of the total order, and exact totals.
  ///
  /// The tiers 0 to 5 are always asked; 6 where they give less than a page, 7 where they give nothing.
  ///
  /// - Throws: `Cancelled` when `cancellation` says so.
  public func search(
    _ query: Query, offset: Int = 0, limit: Int, cancellation: Cancellation = Cancellation(),
    stopwatch: Stopwatch? = nil
  ) throws(Cancelled) -> SearchResult {
    stopwatch?.enter(.index)
    defer { stopwatch?.enter(nil) }
    var result = SearchResult()
    let (sum, overflow) = offset.addingReportingOverflow(limit)
    let wanted = overflow ? Int.max : sum
    var searches = try datasets.map { dataset throws(Cancelled) in
      try DatasetSearch(dataset, query, wanted: wanted, cancellation: cancellation)
    }
    if query.isBlank {
      for index in searches.indices { try searches[index].askAll() }
    } else if let pattern = Pattern(query.text) {
      result.asked = try Self.ask(&searches, for: pattern, prefixOnly: query.prefixOnly)
    }
    stopwatch?.enter(.rank)
    for tier in result.asked {
      let total = searches.reduce(0) { $0 + $1.totals[tier.rawValue] }
      if total > 0 { result.totals[tier] = total }
    }
    result.total = searches.reduce(0) { $0 + $1.total }
    result.hits = answers(searches, to: query).dropFirst(offset).prefix(limit).map { hit($0, for: query) }
    return result
  }

  /// Asks the tiers that the rules want asked, and says which.
  private static func ask(
    _ searches: inout [DatasetSearch], for pattern: Pattern, prefixOnly: Bool
  ) throws(Cancelled) -> [Tier] {
    if prefixOnly {
      for index in searches.indices { try searches[index].askPrefix(pattern) }
      return [.name, .prefix, .region]
    }
    var asked: [Tier] = [.name, .alternate, .prefix, .words, .alternatePrefix, .region]
    for index in searches.indices { try searches[index].askByNameAndRegion(pattern) }
    let exact = searches.reduce(0) { $0 + $1.total }
    if exact < page {
      for index in searches.indices { try searches[index].askInside(pattern) }
      asked.append(.inside)
    }
    if exact == 0 {
      for index in searches.indices { try searches[index].askTypos(pattern) }
      asked.append(.typo)
    }
    return asked
  }

  /// The best answers of all datasets together, best first.
  private func answers(_ searches: [DatasetSearch], to query: Query) -> [Answer] {
    let answers = zip(datasets, searches).map { dataset, search in
      search.rows().map { top in
        let row = Int(top.row)
        return Answer(
          dataset: dataset, row: row, grade: top.grade,
          distance: query.origin.flatMap { dataset.places.positions.coordinate(row)?.distance(to: $0) })
      }
    }
    let isInOrder = answers.count == 1 || Ranking.keepsCatalogOrder(query)
    let joined = answers.flatMap(\.self)
    return isInOrder ? joined : joined.sorted { Ranking.precedes($0, $1, for: query) }
  }

  private func hit(_ answer: Answer, for query: Query) -> Hit {
    let tier = query.isBlank ? nil : answer.grade.tier
    return Hit(
      place: answer.id, tier: tier,
      matched: tier == nil || query.prefixOnly ? nil : Matcher(query.text)?.matched(answer),
      distance: answer.distance, typos: answer.grade.typos)
  }
}
