/// Finds the least of the ranks in any range: of the entries of an index, the one whose place is the best.
///
///     ranks     7 3 9 …                          asked of the caller, who has them
///     level 0   the least of every 16 ranks
///     level 1   the least of every 16 of those, and so on
///
/// A range costs at most 30 looks a level. Memory: 4 bytes for every 15 ranks.
struct RangeLeast: Sendable {
  private static let fanOut = 16
  private let levels: [Column<UInt32>]

  /// O(count).
  init(count: Int, rank: (Int) -> UInt32) {
    var levels: [Column<UInt32>] = []
    var below = count
    while below > Self.fanOut {
      let last = levels.last
      let children = below
      below = (below + Self.fanOut - 1) / Self.fanOut
      levels.append(
        Column(count: below) { least in
          for block in 0..<below {
            var lowest = UInt32.max
            for child in block * Self.fanOut..<min((block + 1) * Self.fanOut, children) {
              lowest = min(lowest, last?[child] ?? rank(child))
            }
            least[block] = lowest
          }
        })
    }
    self.levels = levels
  }

  /// The first index in `range` whose rank is the least; nil for an empty range. O(log count).
  func index(in range: Range<Int>, rank: (Int) -> UInt32) -> Int? {
    guard !range.isEmpty else { return nil }
    func value(_ level: Int, _ index: Int) -> UInt32 { level == 0 ? rank(index) : levels[level - 1][index] }
    var best = (rank: UInt32.max, level: 0, index: range.lowerBound)
    var (level, low, high) = (0, range.lowerBound, range.upperBound)
    func look(_ index: Int) {
      let found = value(level, index)
      let isFirst = found == best.rank && index << (4 * level) < best.index << (4 * best.level)
      if found < best.rank || isFirst { best = (found, level, index) }
    }
    while low < high {
      while low < high && (low % Self.fanOut != 0 || level == levels.count) {
        look(low)
        low += 1
      }
      while low < high && high % Self.fanOut != 0 {
        high -= 1
        look(high)
      }
      (level, low, high) = (level + 1, low / Self.fanOut, high / Self.fanOut)
    }
    while best.level > 0 {
      let child = best.level - 1
      let first = best.index * Self.fanOut
      best = (best.rank, child, first + ((0..<Self.fanOut).first { value(child, first + $0) == best.rank } ?? 0))
    }
    return best.index
  }
}

/// The entries of a range, the best first, each with others that it stands for: so that names which thousands of places
/// have cost no more than those of one.
struct BestEntries {
  private let least: RangeLeast
  private let rank: (Int) -> UInt32
  /// The entries that are left out with one.
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

  /// The next entry with those it stands for. O(entries given + log count).
  mutating func next() -> (best: Int, entries: Range<Int>)? {
    guard let part = parts.indices.min(by: { parts[$0].rank < parts[$1].rank }) else { return nil }
    let (range, best, _) = parts.remove(at: part)
    let entries = others(best).clamped(to: range)
    add(range.lowerBound..<entries.lowerBound)
    add(entries.upperBound..<range.upperBound)
    return (best, entries)
  }
}
