/// Matches a query with one place at a time, as the tiers are defined. It finds the alternate name that a visible row
/// matched, and the parts that `why` explains. O(names of the place).
struct Matcher {
  private let query: Untrusted
  private let pattern: Pattern
  private let dataset: Dataset

  /// Returns nil if the query folds to nothing.
  init?(_ query: Untrusted, in dataset: Dataset) {
    guard let pattern = Pattern(query) else { return nil }
    self.query = query
    self.pattern = pattern
    self.dataset = dataset
  }

  /// The heaviest match of a place with all of the query.
  private struct Full {
    let weight: UInt32
    let tier: Tier
    /// The part of the query that matched a name; nil if all of it matched the region.
    let name: Pattern?
    /// The tokens that matched its region; none outside the tier `region`.
    var region: [[UInt8]] = []
    /// All alternate names that match like this; none if the name does, or the region alone.
    var alternates: [Untrusted] = []

    static func isHeavier(_ left: Full, _ right: Full) -> Bool {
      (right.weight, left.tier) < (left.weight, right.tier)
    }
  }

  /// The alternate name that a row matched with this grade; nil if it is the name, or the region alone.
  func matched(_ row: Int, by grade: Grade) -> Untrusted? {
    switch grade.tier {
    case .name, .prefix, .words, .inside: nil
    case .alternate, .alternatePrefix, .region, .relaxed: asTyped(full(row)?.alternates ?? [])
    case .typo: grade.isInAlternate ? alternateWithTypos(row) : nil
    }
  }

  /// The words of the query that match the name of an answer of the tier `region`, and those that match its region.
  ///
  /// - Parameter isWhole: whether the whole query must match the region, as with `--prefix`.
  func regionMatch(of row: Int, isWhole: Bool) -> Explanation.RegionMatch {
    guard !isWhole, let match = full(row), let name = match.name else {
      return Explanation.RegionMatch(name: nil, region: Untrusted(bytes: pattern.text))
    }
    return Explanation.RegionMatch(
      name: Untrusted(bytes: name.text), region: Untrusted(bytes: Array(match.region.joined(separator: [0x20]))))
  }

  private func alternates(_ row: Int) -> [Untrusted] {
    dataset.places.alternates(of: row).map(dataset.places.alternates.untrusted)
  }

  /// How a row matches all of the query; nil: not at all.
  private func full(_ row: Int) -> Full? {
    let alternates = alternates(row).map { (text: $0, key: Fold.bytes($0)) }
    let name = Array(dataset.foldedName(row))
    let region = dataset.places.region(of: row)
    var found: [Full] = []
    func add(_ part: Pattern, _ share: UInt32, in split: RegionSplit? = nil) {
      func match(_ way: NameWay, _ alternates: [Untrusted] = []) -> Full {
        let weight = split == nil ? way.weight : RegionSplit.weight(of: way)
        return Full(
          weight: max(1, weight / share), tier: split == nil ? way.tier : .region, name: part,
          region: split?.region ?? [], alternates: alternates)
      }
      if let way = NameWay(name: name, for: part) { found.append(match(way)) }
      let ways = alternates.map { NameWay(alternate: $0.key, for: part) }
      for way in NameWay.allCases where ways.contains(way) {
        found.append(match(way, zip(alternates, ways).filter { $0.1 == way }.map(\.0.text)))
      }
    }
    for (spelling, share) in pattern.spellings {
      add(spelling, share)
      for split in RegionSplit.all(of: spelling, in: dataset) where split.regions.contains(region) {
        add(split.name, share, in: split)
      }
      let named = spelling.text.withUnsafeBufferPointer { dataset.regionIndex.regions(named: $0) }
      if named.contains(region) {
        found.append(Full(weight: max(1, RegionSplit.weightOfName / share), tier: .region, name: nil))
      }
    }
    // A name says more than the words of a region, which weigh least.
    return found.min(by: Full.isHeavier)
  }

  /// The alternate name with the fewest typing errors.
  private func alternateWithTypos(_ row: Int) -> Untrusted? {
    let splits = RegionSplit.all(of: pattern, in: dataset)
    let names = [pattern] + splits.filter { $0.regions.contains(dataset.places.region(of: row)) }.map(\.name)
    let graded = alternates(row).compactMap { alternate in
      let key = Fold.bytes(alternate)
      return names.compactMap { Self.typos(of: key, for: $0) }.min().map { (text: alternate, errors: $0) }
    }
    let least = graded.map(\.errors).min()
    return asTyped(graded.filter { $0.errors == least }.map(\.text))
  }

  /// Of equally good names, the one that is spelled as typed; otherwise the first.
  private func asTyped(_ names: [Untrusted]) -> Untrusted? {
    let typed = query.text.lowercased()
    return names.first { $0.text.lowercased().hasPrefix(typed) } ?? names.first
  }

  private static func typos(of key: [UInt8], for pattern: Pattern) -> Int? {
    guard !key.isEmpty, pattern.typoLimit > 0 else { return nil }
    return Typo.distance(
      of: pattern.text.withUnsafeBufferPointer(\.scalars), toPrefixOf: key.withUnsafeBufferPointer(\.scalars),
      limit: pattern.typoLimit)
  }
}
