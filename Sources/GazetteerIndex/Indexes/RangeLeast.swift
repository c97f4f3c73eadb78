/// Finds the least rank in a range.
///
///     ranks     7 3 9 …                          looked up for each entry, which is slow
///     orders    1 0 2 …                          every 16 ranks: their places in the block, the least first
///     level 0   the least of every 16 ranks
///     level 1   the least of every 16 of those, and so on
///
/// A query looks up two ranks, and reads two orders and at most 30 values of each level. Memory: 12 bytes for 16 ranks.
struct RangeLeast: Sendable {
  private static let fanOut = 16
  private let ranks: EntryRanks
  /// Four bits for each place in a block; those of the least rank are the lowest.
  private let orders: Column<UInt64>
  private let levels: [Column<UInt32>]

  /// O(count).
  init(_ ranks: EntryRanks) {
    let blocks = (ranks.count + Self.fanOut - 1) / Self.fanOut
    var leasts: [UInt32] = []
    leasts.reserveCapacity(blocks)
    orders = Column(count: blocks) { orders in
      withUnsafeTemporaryAllocation(of: UInt64.self, capacity: Self.fanOut) { sorted in
        for block in 0..<blocks {
          let first = block * Self.fanOut
          let count = min(Self.fanOut, ranks.count - first)
          for place in 0..<count { sorted[place] = UInt64(ranks[first + place]) << 4 | UInt64(place) }
          Self.sort(sorted, count)
          orders[block] = (0..<count).reduce(0) { $0 | (sorted[$1] & 15) << (4 * UInt64($1)) }
          leasts.append(UInt32(truncatingIfNeeded: sorted[0] >> 4))
        }
      }
    }
    var levels: [Column<UInt32>] = []
    while leasts.count > 1 {
      levels.append(Column(leasts))
      leasts = stride(from: 0, to: leasts.count, by: Self.fanOut).map { first in
        leasts[first..<min(first + Self.fanOut, leasts.count)].min() ?? .max
      }
    }
    self.ranks = ranks
    self.levels = levels
  }

  /// Sorts a few values by insertion.
  @inline(__always)
  private static func sort(_ values: UnsafeMutableBufferPointer<UInt64>, _ count: Int) {
    for index in 1..<max(1, count) {
      let value = values[index]
      var hole = index
      while hole > 0, values[hole - 1] > value {
        values[hole] = values[hole - 1]
        hole -= 1
      }
      values[hole] = value
    }
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

  /// The first index of a part of a block, of a level or of the ranks, with the least value.
  @inline(__always)
  private func first(of part: Range<Int>, at level: Int) -> (index: Int, rank: UInt32)? {
    guard !part.isEmpty else { return nil }
    guard level > 0 else {
      let index = firstRank(of: part)
      return (index, ranks[index])
    }
    var best: UInt64 = .max
    let values = levels[level - 1]
    for index in part { best = min(best, UInt64(values[index]) << 32 | UInt64(index)) }
    return (Int(truncatingIfNeeded: best & 0xFFFF_FFFF), UInt32(truncatingIfNeeded: best >> 32))
  }

  /// The first index of a part of a block of ranks with the least rank.
  @inline(__always)
  private func firstRank(of part: Range<Int>) -> Int {
    let block = part.lowerBound / Self.fanOut * Self.fanOut
    var order = orders[block / Self.fanOut]
    while !part.contains(block + Int(order & 15)) { order >>= 4 }
    return block + Int(order & 15)
  }
}
