/// Finds the least rank in a range.
///
///     ranks     7 3 9 …                          not stored: the caller passes a function
///     level 0   the least of every 16 ranks
///     level 1   the least of every 16 of those, and so on
///
/// A query reads at most 30 values of each level. Memory: 4 bytes for every 15 ranks.
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

  /// The first index in `range` with the least rank; nil for an empty range. O(log count).
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
