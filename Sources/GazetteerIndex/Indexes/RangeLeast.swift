/// Finds the least rank in a range.
///
///     ranks     7 3 9 …                          looked up for each entry
///     level 0   the least of every 16 ranks
///     level 1   the least of every 16 of those, and so on
///
/// A query reads at most 30 values of each level. Memory: 4 bytes for every 15 ranks.
struct RangeLeast: Sendable {
  private static let fanOut = 16
  private let ranks: EntryRanks
  private let levels: [Column<UInt32>]

  /// O(count).
  init(_ ranks: EntryRanks) {
    var levels: [Column<UInt32>] = []
    var below = ranks.count
    while below > Self.fanOut {
      let last = levels.last
      let children = below
      below = (below + Self.fanOut - 1) / Self.fanOut
      levels.append(
        Column(count: below) { least in
          for block in 0..<below {
            var lowest = UInt32.max
            for child in block * Self.fanOut..<min((block + 1) * Self.fanOut, children) {
              lowest = min(lowest, last?[child] ?? ranks[child])
            }
            least[block] = lowest
          }
        })
    }
    self.ranks = ranks
    self.levels = levels
  }

  /// The rank of an index.
  subscript(index: Int) -> UInt32 { ranks[index] }

  /// The first index in `range` with the least rank, and this rank; nil for an empty range. O(log count).
  func least(in range: Range<Int>) -> (index: Int, rank: UInt32)? {
    guard !range.isEmpty else { return nil }
    var best = (rank: UInt32.max, level: 0, index: range.lowerBound)
    var (level, low, high) = (0, range.lowerBound, range.upperBound)
    while low < high {
      let isTop = level == levels.count
      // The parts of the range before the first and after the last whole block.
      let start = isTop ? high : min(high, (low + Self.fanOut - 1) / Self.fanOut * Self.fanOut)
      let end = isTop ? high : max(start, high / Self.fanOut * Self.fanOut)
      for part in [low..<start, end..<high] {
        guard let (index, rank) = first(of: part, at: level) else { continue }
        let isFirst = rank == best.rank && index << (4 * level) < best.index << (4 * best.level)
        if rank < best.rank || isFirst { best = (rank, level, index) }
      }
      (level, low, high) = (level + 1, start / Self.fanOut, end / Self.fanOut)
    }
    while best.level > 0 {
      let first = best.index * Self.fanOut
      best.level -= 1
      best.index =
        self.first(of: first..<min(first + Self.fanOut, count(at: best.level)), at: best.level)?.index ?? first
    }
    return (best.index, best.rank)
  }

  private func count(at level: Int) -> Int { level == 0 ? ranks.count : levels[level - 1].count }

  /// The first index of a part of a level with the least value. O(part). The values are read before they are compared,
  /// so that the memory can fetch them at the same time.
  @inline(__always)
  private func first(of part: Range<Int>, at level: Int) -> (index: Int, rank: UInt32)? {
    guard !part.isEmpty else { return nil }
    var best: UInt64 = .max
    if level == 0 {
      for index in part { best = min(best, UInt64(ranks[index]) << 32 | UInt64(index)) }
    } else {
      let values = levels[level - 1]
      for index in part { best = min(best, UInt64(values[index]) << 32 | UInt64(index)) }
    }
    return (Int(truncatingIfNeeded: best & 0xFFFF_FFFF), UInt32(truncatingIfNeeded: best >> 32))
  }
}
