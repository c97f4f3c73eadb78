/// Lists the entries of a range by rank, best first. An entry may represent a run of others, so that a name that
/// thousands of places share costs no more than the name of one place.
struct BestEntries {
  private let least: RangeLeast
  /// The run that an entry represents, itself included.
  private let others: (Int) -> Range<Int>
  /// What is left, each part with its best entry. The best part is the last.
  private var parts: [(range: Range<Int>, best: Int, rank: UInt32)] = []

  init(
    of range: Range<Int>, least: RangeLeast, others: @escaping (Int) -> Range<Int> = { $0..<$0 + 1 }
  ) {
    self.least = least
    self.others = others
    add(range)
  }

  private mutating func add(_ range: Range<Int>) {
    guard let (best, rank) = least.least(in: range) else { return }
    parts.insert((range, best, rank), at: partition(0..<parts.count) { parts[$0].rank > rank })
  }

  /// The next entry and the run that it represents. O(log count), and moves up to as many parts as entries were
  /// returned.
  mutating func next() -> (best: Int, entries: Range<Int>)? {
    guard let (range, best, _) = parts.popLast() else { return nil }
    let entries = others(best).clamped(to: range)
    add(range.lowerBound..<entries.lowerBound)
    add(entries.upperBound..<range.upperBound)
    return (best, entries)
  }
}
