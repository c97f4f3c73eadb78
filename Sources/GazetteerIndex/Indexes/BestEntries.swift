/// Lists the entries of a range by rank, best first. An entry may represent a run of others, so that a name that
/// thousands of places share costs no more than the name of one place.
struct BestEntries {
  private let least: RangeLeast
  /// The run that an entry represents, itself included.
  private let others: (Int) -> Range<Int>
  /// What is left: a binary heap, so that the part with the best entry is the first.
  private var parts: [Part] = []

  private struct Part {
    let range: Range<Int>
    let best: Int
    let rank: UInt32
  }

  init(
    of range: Range<Int>, least: RangeLeast, others: @escaping (Int) -> Range<Int> = { $0..<$0 + 1 }
  ) {
    self.least = least
    self.others = others
    add(range)
  }

  /// The next entry and the run that it represents. O(log count).
  mutating func next() -> (best: Int, entries: Range<Int>)? {
    guard let part = parts.first else { return nil }
    removeFirst()
    let entries = others(part.best).clamped(to: part.range)
    add(part.range.lowerBound..<entries.lowerBound)
    add(entries.upperBound..<part.range.upperBound)
    return (part.best, entries)
  }

  private mutating func add(_ range: Range<Int>) {
    guard let (best, rank) = least.least(in: range) else { return }
    let part = Part(range: range, best: best, rank: rank)
    parts.append(part)
    parts.withUnsafeMutableBufferPointer { parts in
      var hole = parts.count - 1
      while hole > 0, parts[(hole - 1) / 2].rank > rank {
        parts[hole] = parts[(hole - 1) / 2]
        hole = (hole - 1) / 2
      }
      parts[hole] = part
    }
  }

  private mutating func removeFirst() {
    let last = parts.removeLast()
    parts.withUnsafeMutableBufferPointer { parts in
      guard !parts.isEmpty else { return }
      var hole = 0
      while true {
        var child = 2 * hole + 1
        guard child < parts.count else { break }
        if child + 1 < parts.count, parts[child + 1].rank < parts[child].rank { child += 1 }
        guard parts[child].rank < last.rank else { break }
        parts[hole] = parts[child]
        hole = child
      }
      parts[hole] = last
    }
  }
}
