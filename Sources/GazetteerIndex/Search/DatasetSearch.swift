/// One query answered by one dataset, tier by tier.
///
/// The tiers are asked in order, and inside them the grades. `isOpen` has a bit for each place that is not an answer
/// yet. So a place counts once, with its best grade. The cost of a grade is the number of its candidates in the
/// indexes.
struct DatasetSearch {
  private let dataset: Dataset
  private let cancellation: Cancellation
  private let ranking: Ranking
  /// Places that pass the filters and are not answers yet.
  private var isOpen: BitSet
  private var top: TopRows
  /// The number of answers in each tier.
  private(set) var totals = [Int](repeating: 0, count: Tier.allCases.count)
  private var offered = 0

  init(_ dataset: Dataset, _ query: Query, wanted: Int, cancellation: Cancellation) throws(Cancelled) {
    self.dataset = dataset
    self.cancellation = cancellation
    ranking = Ranking(query, in: dataset)
    isOpen = try dataset.rows(passing: query, cancellation: cancellation)
    top = TopRows(wanted: min(wanted, dataset.count))
  }

  /// The rows that pass the filters and were not found.
  var left: BitSet { isOpen }

  var total: Int { totals.reduce(0, +) }

  func rows() -> [TopRows.Row] { top.sorted() }

  /// Asks the tiers that `query` and `reach` need, and returns them; none for a blank query.
  mutating func ask(_ query: Query, _ reach: SearchReach) throws(Cancelled) -> [Tier] {
    guard !query.isBlank else {
      try askAll()
      return []
    }
    guard let pattern = Pattern(query.text) else { return [] }
    if query.prefixOnly {
      try askPrefix(pattern)
      return [.name, .prefix, .region]
    }
    try askByNameAndRegion(pattern)
    let found = total
    var asked: [Tier] = [.name, .alternate, .prefix, .words, .alternatePrefix, .region]
    if reach.includesInside(found: found) {
      try askInside(pattern)
      asked.append(.inside)
    }
    if reach.includesTypos(found: found) {
      try askTypos(pattern)
      asked.append(.typo)
    }
    return asked
  }

  /// Every place that passes the filters, in the dataset's order.
  private mutating func askAll() throws(Cancelled) {
    let left = isOpen
    try left.forEachNumber { row throws(Cancelled) in try answer(row, Grade(.name)) }
  }

  /// The tiers `name` to `region`.
  private mutating func askByNameAndRegion(_ pattern: Pattern) throws(Cancelled) {
    let matches = NameMatches(pattern, names: dataset.names, alternates: dataset.alternateNames)
    for grade in NameGrade.allCases {
      try matches.forEachRow(grade) { row throws(Cancelled) in try answer(row, grade.grade) }
    }
    let splits = RegionSplit.all(of: pattern, in: dataset)
    let splitMatches = splits.map { NameMatches($0.name, names: dataset.names, alternates: dataset.alternateNames) }
    for grade in NameGrade.allCases {
      for (split, matches) in zip(splits, splitMatches) {
        try matches.forEachRow(grade) { row throws(Cancelled) in
          if split.regions.contains(dataset.places.region(of: row)) { try answer(row, Grade(regionWith: grade)) }
        }
      }
    }
    try askRegions(RegionSplit.regions(of: pattern.tokens, in: dataset, meeting: .whole))
  }

  /// `--prefix`: names that start with the query, then countries.
  private mutating func askPrefix(_ pattern: Pattern) throws(Cancelled) {
    let matches = NameMatches(pattern, names: dataset.names, alternates: dataset.alternateNames)
    for grade in [NameGrade.name, .prefix] {
      try matches.forEachRow(grade) { row throws(Cancelled) in try answer(row, grade.grade) }
    }
    try askRegions(RegionSplit.regions(of: pattern.tokens, in: dataset, meeting: .countryPrefix))
  }

  private mutating func askRegions(_ regions: BitSet) throws(Cancelled) {
    try regions.forEachNumber { region throws(Cancelled) in
      for row in dataset.regionIndex.rows(of: region) { try answer(Int(row), Grade(regionWith: nil)) }
    }
  }

  /// The tier `inside`.
  mutating func askInside(_ pattern: Pattern) throws(Cancelled) {
    let names = dataset.names
    let scan = SubstringScan(pattern.text, counts: try dataset.byteCounts(cancellation))
    var entry = 0
    try scan.forEachMatch(in: names.text, cancellation: cancellation) { position throws(Cancelled) in
      entry = names.entry(at: position, from: entry)
      try answer(Int(names.rows[entry]), Grade(.inside))
      return Int(names.starts[entry + 1])
    }
  }

  /// The tier `typo`.
  mutating func askTypos(_ pattern: Pattern) throws(Cancelled) {
    let splits = RegionSplit.all(of: pattern, in: dataset)
    for errors in 1...2 {
      for inAlternate in [false, true] {
        let grade = Grade(typos: errors, inAlternate: inAlternate)
        try forEachTypo(of: pattern, errors: errors, inAlternate: inAlternate) { row throws(Cancelled) in
          try answer(row, grade)
        }
        for split in splits {
          try forEachTypo(of: split.name, errors: errors, inAlternate: inAlternate) { row throws(Cancelled) in
            if split.regions.contains(dataset.places.region(of: row)) { try answer(row, grade) }
          }
        }
      }
    }
  }

  private func forEachTypo(
    of pattern: Pattern, errors: Int, inAlternate: Bool, _ body: (Int) throws(Cancelled) -> Void
  ) throws(Cancelled) {
    guard errors <= pattern.typoLimit else { return }
    let keys = inAlternate ? dataset.alternateNames : dataset.names
    let typos = try inAlternate ? dataset.typosOfAlternates(cancellation) : dataset.typosOfNames(cancellation)
    try typos.forEachEntry(of: keys, near: pattern, limit: errors, cancellation: cancellation) {
      entry throws(Cancelled) in
      try body(Int(keys.rows[entry]))
    }
  }

  @inline(__always)
  private mutating func answer(_ row: Int, _ grade: Grade) throws(Cancelled) {
    offered += 1
    if offered & 4095 == 0 && cancellation.isCancelled { throw Cancelled() }
    guard isOpen.remove(row) else { return }
    totals[Int(grade.rawValue >> 8)] += 1
    let (first, second) = ranking.keys(row, grade)
    if !top.excludes(first) {
      top.offer(TopRows.Row(first: first, second: second, row: UInt32(row), grade: grade))
    }
  }
}
