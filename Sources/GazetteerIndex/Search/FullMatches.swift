/// The places that match all of a query: the tiers `name` to `region`, heaviest matches first.
///
/// A place may match in several ways; the first that is listed is its heaviest and, of equal weights, that of the lowest
/// tier. Listing a way costs its number of entries in the indexes.
struct FullMatches {
  /// A way to match, and where to find the places that do.
  struct Way {
    let weight: UInt32
    let tier: Tier
    fileprivate let rows: Rows

    fileprivate enum Rows {
      case named(NameMatches, NameWay)
      /// Those that lie in one of the regions.
      case namedInRegion(NameMatches, NameWay, RegionRows)
      case inRegion(BitSet)
    }
  }

  private let dataset: Dataset
  /// The places of the only regions that are wanted; nil: all.
  private let wanted: RegionRows?
  /// Heaviest first and, of equal weights, that of the lowest tier.
  let ways: [Way]

  /// - Parameters:
  ///   - regions: the only ones whose places are wanted; nil: all.
  ///   - wholeNamesOnly: whether neither parts of names nor names of regions alone match.
  init(_ pattern: Pattern, in dataset: Dataset, regions: [Int]?, wholeNamesOnly: Bool) {
    self.dataset = dataset
    var ways: [Way] = []
    let nameWays = wholeNamesOnly ? NameWay.whole : NameWay.allCases
    let wanted = regions.map { regions in
      var wanted = BitSet(capacity: dataset.regionIndex.regionCount)
      for region in regions { wanted.insert(region) }
      return wanted
    }
    func wantedOnes(of regions: BitSet) -> BitSet {
      guard let wanted else { return regions }
      var regions = regions
      regions.formIntersection(wanted)
      return regions
    }
    for (pattern, share) in pattern.spellings {
      func add(_ weight: UInt32, _ tier: Tier, _ rows: Way.Rows) {
        ways.append(Way(weight: max(1, weight / share), tier: tier, rows: rows))
      }
      let matches = NameMatches(pattern, in: dataset)
      for way in nameWays { add(way.weight, way.tier, .named(matches, way)) }
      for split in RegionSplit.all(of: pattern, in: dataset) {
        let matches = NameMatches(split.name, in: dataset)
        let places = RegionRows(wantedOnes(of: split.regions), in: dataset)
        for way in nameWays {
          add(RegionSplit.weight(of: way), .region, .namedInRegion(matches, way, places))
        }
      }
      if wholeNamesOnly { continue }
      let named = pattern.text.withUnsafeBufferPointer { dataset.regionIndex.regions(named: $0) }
      add(RegionSplit.weightOfName, .region, .inRegion(wantedOnes(of: named)))
      let regions = RegionSplit.regions(of: pattern.tokens, in: dataset, meeting: .whole)
      add(RegionSplit.weightOfWords, .region, .inRegion(wantedOnes(of: regions)))
    }
    self.wanted = wanted.map { RegionRows($0, in: dataset) }
    self.ways = ways.sorted { ($1.weight, $0.tier) < ($0.weight, $1.tier) }
  }

  /// Calls `run` with places that a range of an index lists, and `row` with each of the others.
  @inline(__always)
  func forEach(
    _ way: Way, run: (RowRun) throws(Cancelled) -> Void, row: (Int) throws(Cancelled) -> Void
  ) throws(Cancelled) {
    if let runs = runsOfRegions(way) {
      for run in runs {
        for position in run.range where holds(way, run, position) { try row(run.row(position)) }
      }
      return
    }
    switch way.rows {
    case .named(let matches, let name):
      if let found = matches.run(name) {
        try run(found)
      } else {
        try matches.forEachRow(name, row)
      }
    case .namedInRegion(let matches, let name, let places):
      if let set = places.set(forAsking: matches.run(name)?.count ?? 0) {
        try matches.forEachRow(name) { found throws(Cancelled) in if set.contains(found) { try row(found) } }
      } else {
        try matches.forEachRow(name) { found throws(Cancelled) in if places.contains(found) { try row(found) } }
      }
    case .inRegion(let regions):
      try regions.forEachNumber { region throws(Cancelled) in
        try run(RowRun(region: region, of: dataset.regionIndex))
      }
    }
  }

  /// The runs that list every place that matches in this way, and perhaps others, see `holds`.
  func candidates(_ way: Way) -> [RowRun] {
    if let runs = runsOfRegions(way) { return runs }
    return switch way.rows {
    case .named(let matches, let name), .namedInRegion(let matches, let name, _):
      [matches.candidates(name)].compactMap(\.self)
    case .inRegion(let regions): regions.numbers.map { RowRun(region: $0, of: dataset.regionIndex) }
    }
  }

  /// The places of the regions where names must match, if these are so few that looking at each is quicker than going
  /// through the names.
  private func runsOfRegions(_ way: Way) -> [RowRun]? {
    let (matches, name, places): (NameMatches, NameWay, RegionRows)
    switch way.rows {
    case .named(let named, let way):
      guard let wanted else { return nil }
      (matches, name, places) = (named, way, wanted)
    case .namedInRegion(let named, let way, let regions): (matches, name, places) = (named, way, regions)
    case .inRegion: return nil
    }
    guard let named = matches.candidates(name) else { return nil }
    return Double(places.count) < matches.placesPerCandidate(name) * Double(named.count) ? places.runs : nil
  }

  /// Whether all candidates match in this way.
  func listsExactly(_ way: Way) -> Bool {
    switch way.rows {
    case .named(let matches, let name): matches.run(name) != nil
    case .namedInRegion: false
    case .inRegion: true
    }
  }

  /// Whether a candidate matches in this way.
  func holds(_ way: Way, _ run: RowRun, _ position: Int) -> Bool {
    func matches(_ names: NameMatches, _ name: NameWay) -> Bool {
      run.source == .region
        ? names.holds(name, entry: Int(dataset.order.alphabetical[run.row(position)]))
        : names.holds(name, run, position)
    }
    return switch way.rows {
    case .named(let names, let name): matches(names, name)
    case .namedInRegion(let names, let name, let places):
      (run.source == .region || places.contains(run.row(position))) && matches(names, name)
    case .inRegion: true
    }
  }
}
