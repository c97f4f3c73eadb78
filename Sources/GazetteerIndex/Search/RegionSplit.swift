/// A query split in two parts: a name, and tokens that match regions.
struct RegionSplit {
  let name: Pattern
  /// The tokens before or after the name.
  let region: [[UInt8]]
  let regions: BitSet

  /// The weight of a match of the name in this way.
  static func weight(of way: NameWay) -> UInt32 { max(1, way.weight / 10) }
  /// The weight of a match of the whole query with a name of a region.
  static let weightOfName: UInt32 = 1000
  /// The weight of a match of all tokens with words of a region.
  static let weightOfWords: UInt32 = 1

  /// The splits of `pattern` whose region tokens, at its end or at its beginning, match a region.
  ///
  /// Splits with a name longer than any key, even with typing errors, are left out. O(tokens × words that match them).
  static func all(of pattern: Pattern, in dataset: Dataset) -> [RegionSplit] {
    let tokens = pattern.tokens
    return splits(tokens.count, in: dataset, next: { tokens[$0] }, region: { tokens[..<$0] }, name: { tokens[$0...] })
      + splits(
        tokens.count, in: dataset, next: { tokens[tokens.count - 1 - $0] }, region: { tokens[(tokens.count - $0)...] },
        name: { tokens[..<(tokens.count - $0)] })
  }

  /// The splits at one end of the query. Each takes one more token from that end for the region, as long as a region
  /// matches all of these tokens.
  private static func splits(
    _ count: Int, in dataset: Dataset, next: (Int) -> [UInt8], region: (Int) -> ArraySlice<[UInt8]>,
    name: (Int) -> ArraySlice<[UInt8]>
  ) -> [RegionSplit] {
    var regions = BitSet(capacity: dataset.regionIndex.regionCount, full: true)
    var splits: [RegionSplit] = []
    var known: Set<[UInt8]> = []
    for taken in 1..<max(1, count) {
      let token = next(taken - 1)
      if known.insert(token).inserted {
        regions.formIntersection(
          token.withUnsafeBufferPointer { dataset.regionIndex.regions(of: $0, meeting: .prefix) })
      }
      if regions.isEmpty { break }
      // Each token needs at least two bytes, one of them a space. So most splits of a very long query are skipped
      // without reading their names.
      guard 2 * (count - taken) - 1 <= dataset.longestKey + 8, let name = Pattern(tokens: name(taken)),
        name.text.count <= dataset.longestKey + 8
      else { continue }
      splits.append(RegionSplit(name: name, region: Array(region(taken)), regions: regions))
    }
    return splits
  }

  /// The regions that match all of `tokens`.
  static func regions(of tokens: [[UInt8]], in dataset: Dataset, meeting: RegionIndex.Meeting) -> BitSet {
    var regions = BitSet(capacity: dataset.regionIndex.regionCount, full: true)
    for token in Set(tokens) {
      regions.formIntersection(token.withUnsafeBufferPointer { dataset.regionIndex.regions(of: $0, meeting: meeting) })
      if regions.isEmpty { break }
    }
    return regions
  }
}
