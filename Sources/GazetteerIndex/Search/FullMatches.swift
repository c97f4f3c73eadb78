/// The places that match all of a query: the tiers `name` to `region`, heaviest matches first.
///
/// A place may match in several ways; the first that is listed is its heaviest and, of equal weights, that of the lowest
/// tier. Listing a way costs its number of entries in the indexes.
struct FullMatches {
  /// A way to match, and where to find the places that do.
  private struct Way {
    let weight: UInt32
    let tier: Tier
    let rows: Rows

    enum Rows {
      case named(NameMatches, NameWay)
      /// Those that lie in one of the regions.
      case namedInRegion(NameMatches, NameWay, BitSet)
      case inRegion(BitSet)
    }
  }

  private let dataset: Dataset
  private let ways: [Way]

  init(_ pattern: Pattern, in dataset: Dataset) {
    self.dataset = dataset
    var ways: [Way] = []
    for (pattern, share) in pattern.spellings {
      func add(_ weight: UInt32, _ tier: Tier, _ rows: Way.Rows) {
        ways.append(Way(weight: max(1, weight / share), tier: tier, rows: rows))
      }
      let matches = NameMatches(pattern, in: dataset)
      for way in NameWay.allCases { add(way.weight, way.tier, .named(matches, way)) }
      for split in RegionSplit.all(of: pattern, in: dataset) {
        let matches = NameMatches(split.name, in: dataset)
        for way in NameWay.allCases {
          add(RegionSplit.weight(of: way), .region, .namedInRegion(matches, way, split.regions))
        }
      }
      let named = pattern.text.withUnsafeBufferPointer { dataset.regionIndex.regions(named: $0) }
      add(RegionSplit.weightOfName, .region, .inRegion(named))
      let regions = RegionSplit.regions(of: pattern.tokens, in: dataset, meeting: .whole)
      add(RegionSplit.weightOfWords, .region, .inRegion(regions))
    }
    self.ways = ways.sorted { ($1.weight, $0.tier) < ($0.weight, $1.tier) }
  }

  /// Calls `run` with places that a range of an index lists, and `row` with each of the others.
  @inline(__always)
  func forEach(
    run: (RowRun, Tier, _ weight: UInt32) throws(Cancelled) -> Void,
    row: (Int, Tier, _ weight: UInt32) throws(Cancelled) -> Void
  ) throws(Cancelled) {
    for way in ways {
      switch way.rows {
      case .named(let matches, let name):
        if let found = matches.run(name) {
          try run(found, way.tier, way.weight)
        } else {
          try matches.forEachRow(name) { found throws(Cancelled) in try row(found, way.tier, way.weight) }
        }
      case .namedInRegion(let matches, let name, let regions):
        try matches.forEachRow(name) { found throws(Cancelled) in
          if regions.contains(dataset.places.region(of: found)) { try row(found, way.tier, way.weight) }
        }
      case .inRegion(let regions):
        try regions.forEachNumber { region throws(Cancelled) in
          try run(RowRun(region: region, of: dataset.regionIndex), way.tier, way.weight)
        }
      }
    }
  }
}
