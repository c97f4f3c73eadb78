/// Lists the entries of a range by rank, best first. An entry may represent a run of others, so that a name that
/// thousands of places share costs no more than the name of one place.
struct BestEntries {
  private let least: RangeLeast
  private let rank: (Int) -> UInt32
  /// The run that an entry represents, itself included.
  private let others: (Int) -> Range<Int>
  private var parts: [(range: Range<Int>, best: Int, rank: UInt32)] = []

  init(
    of range: Range<Int>, least: RangeLeast, rank: @escaping (Int) -> UInt32,
    others: @escaping (Int) -> Range<Int> = { $0..<$0 + 1 }
  ) {
    self.least = least
    self.rank = rank
    self.others = others
    add(range)
  }

  private mutating func add(_ range: Range<Int>) {
    guard let best = least.index(in: range, rank: rank) else { return }
    parts.append((range, best, rank(best)))
  }

  /// The next entry and the run that it represents. O(entries returned so far + log count).
  mutating func next() -> (best: Int, entries: Range<Int>)? {
    guard let part = parts.indices.min(by: { parts[$0].rank < parts[$1].rank }) else { return nil }
    let (range, best, _) = parts.remove(at: part)
    let entries = others(best).clamped(to: range)
    add(range.lowerBound..<entries.lowerBound)
    add(entries.upperBound..<range.upperBound)
    return (best, entries)
  }
}
