/// Places that all match in the same way, listed by a range of an index.
///
/// A place may be listed several times: once for each of its words or alternate names.
struct RowRun {
  enum Source {
    case names, alternates, wordsOfNames, wordsOfAlternates
    /// The places of a region, in the order of relevance.
    case region
  }

  let source: Source
  let range: Range<Int>
  /// The region whose places these are; nil for entries of an index.
  let region: Int?
  private let rows: UnsafePointer<UInt32>
  /// The entry of each word, if the range has words; else `rows` has a row for each number of the range.
  private let entries: UnsafePointer<UInt32>?

  /// The entries of an index.
  init(_ source: Source, entries range: Range<Int>, of index: KeyIndex) {
    self.source = source
    self.range = range
    region = nil
    rows = index.rows.pointer
    entries = nil
  }

  /// The later words of an index.
  init(_ source: Source, words range: Range<Int>, of index: KeyIndex) {
    self.source = source
    self.range = range
    region = nil
    rows = index.rows.pointer
    entries = index.wordEntries.pointer
  }

  /// The places of a region.
  init(region: Int, of index: RegionIndex) {
    source = .region
    self.region = region
    range = index.range(of: region)
    rows = index.rows.pointer
    entries = nil
  }

  var count: Int { range.count }

  /// The row at a position of the range.
  @inline(__always)
  func row(_ position: Int) -> Int {
    guard let entries else { return Int(rows[position]) }
    return Int(rows[Int(entries[position])])
  }

  /// The entry at a position of the range, which is not that of a region.
  func entry(_ position: Int) -> Int { entries.map { Int($0[position]) } ?? position }

  /// Removes the rows from `set`, and returns how many were in it. O(count).
  func remove(from set: inout BitSet, _ cancellation: Cancellation) throws(Cancelled) -> Int {
    var removed = 0
    var start = range.lowerBound
    while start < range.upperBound {
      try cancellation.check()
      let part = start..<min(start + 65_536, range.upperBound)
      if let entries {
        removed += set.remove(part, as: { Int(rows[Int(entries[$0])]) })
      } else {
        removed += set.remove(part, as: { Int(rows[$0]) })
      }
      start = part.upperBound
    }
    return removed
  }

  /// Lists the positions of the rows in the order of relevance, best first; nil if the indexes for it are not made yet.
  func byRelevance(in dataset: Dataset) -> BestEntries? {
    guard let ranks = dataset.madeNameRanks else { return nil }
    return switch source {
    case .names: BestEntries(of: range, in: ranks.names)
    case .alternates: BestEntries(of: range, in: ranks.alternates)
    case .wordsOfNames: BestEntries(of: range, in: ranks.words)
    case .wordsOfAlternates: BestEntries(of: range, in: ranks.wordsOfAlternates)
    case .region: nil
    }
  }
}
