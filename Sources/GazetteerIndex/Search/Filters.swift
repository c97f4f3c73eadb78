extension Dataset {
  /// The rows that pass a query's filters: dataset, identities, country, division, categories, conditions, words in
  /// columns, distance.
  func rows(passing query: Query, cancellation: Cancellation) throws(Cancelled) -> BitSet {
    guard let filter = query.onlyFilter else { return try findRows(passing: query, cancellation) }
    return try keptRows.rows(passing: filter) { () throws(Cancelled) in try findRows(passing: query, cancellation) }
  }

  private func findRows(passing query: Query, _ cancellation: Cancellation) throws(Cancelled) -> BitSet {
    if let wanted = query.dataset, wanted != name { return BitSet(capacity: count) }
    var rows = BitSet(capacity: count, full: true)
    if let ids = query.ids {
      var named = BitSet(capacity: count)
      for id in ids { if let row = row(of: id) { named.insert(row) } }
      rows.formIntersection(named)
    }
    if let regions = regions(of: query) { rows.formIntersection(self.rows(in: regions)) }
    if !query.categories.isEmpty { rows.formIntersection(self.rows(of: query.categories)) }
    for condition in query.conditions { rows.formIntersection(try self.rows(meeting: condition, cancellation)) }
    if let words = query.wordsInColumns { rows.formIntersection(try self.rows(having: words, cancellation)) }
    if let origin = query.origin, let radius = query.radius {
      var near = BitSet(capacity: count)
      for (row, _) in try spatial(cancellation).within(radius, of: origin, cancellation: cancellation) {
        near.insert(row)
      }
      rows.formIntersection(near)
    }
    return rows
  }

  private func rows(in regions: [Int]) -> BitSet {
    var rows = BitSet(capacity: count)
    for region in regions {
      for row in regionIndex.rows(of: region) { rows.insert(Int(row)) }
    }
    return rows
  }

  /// The regions in which a query looks; nil: in all.
  func regions(of query: Query) -> [Int]? {
    let ofCountry = query.country.map(regions(in:))
    guard let division = query.division else { return ofCountry }
    let found = regions(ofDivision: division)
    return ofCountry.map { $0.filter(Set(found).contains) } ?? found
  }

  /// The regions whose division has this code or name, folded: `CA` is California, and no part of Canada. A country
  /// without divisions is its own one. O(countries + regions).
  func regions(ofDivision name: Untrusted) -> [Int] {
    let word = Fold.fold(name.text)
    let ofCountry = Set(countries.filter { $0.names.contains(word) }.flatMap(\.regions))
    return regions(named: word).filter { region in
      guard ofCountry.contains(region) else { return true }
      let own = (2..<4).map { places.regionTexts.untrusted(region * 4 + $0) }.filter { !$0.isEmpty }
      return own.isEmpty || own.contains { Fold.fold($0.text) == word }
    }
  }

  private func regions(named word: String) -> [Int] {
    Array(word.utf8).withUnsafeBufferPointer { regionIndex.regions(named: $0).numbers }
  }

  /// The regions whose country has this code or name, folded, also in another language. `de` also finds regions whose
  /// data says only `Germany`. If no country is called so, those whose division is: `scotland`. O(countries + regions).
  func regions(in country: Untrusted) -> [Int] {
    let word = Fold.fold(country.text)
    guard !word.isEmpty else { return [] }
    let wanted = CountryTable.names(ofCountries: word).union([word])
    let ofCountry = countries.filter { !$0.names.isDisjoint(with: wanted) }.flatMap(\.regions)
    return ofCountry.isEmpty && !CountryTable.hasCountry(word) ? regions(named: word) : ofCountry
  }
}

extension Query {
  /// Its filter by country, division, categories, conditions and words in columns; nil if it has another one too.
  fileprivate var onlyFilter: KeptRows.Filter? {
    guard dataset == nil, ids == nil, radius == nil else { return nil }
    return KeptRows.Filter(
      country: country, division: division, categories: categories, conditions: conditions,
      wordsInColumns: wordsInColumns)
  }
}
