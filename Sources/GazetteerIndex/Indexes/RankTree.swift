import CPrefetch

/// Ranks, and the least of each 16, 256 … of them, so that the least of a range are found without visiting the range.
///
///     ranks     7 3 9 …                          looked up for each entry, which is slow
///     orders    1 0 2 …                          every 16 ranks: their places in the block, the least first
///     level 0   the least of every 16 ranks
///     level 1   the least of every 16 of those, and so on
///
/// Memory: 12 bytes for 16 ranks.
struct RankTree: Sendable {
  /// The nodes of a block, which belong to one node of the next level.
  static let fanOut = 16
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

  /// The number of levels, that of the ranks included.
  var height: Int { levels.count + 1 }

  /// The number of nodes of a level: level 0 has the ranks, each node above it up to 16 of the nodes below.
  func count(at level: Int) -> Int { level == 0 ? ranks.count : levels[level - 1].count }

  /// The first of some nodes of a block with the least rank; nil for none of them.
  ///
  /// - Parameter nodes: a bit for each place of the block that may be the answer.
  @inline(__always)
  func least(of nodes: UInt16, inBlock block: Int, at level: Int) -> (place: Int, rank: UInt32)? {
    guard nodes != 0 else { return nil }
    guard level > 0 else {
      var order = orders.pointer[block]
      while nodes >> (order & 15) & 1 == 0 { order >>= 4 }
      let place = Int(order & 15)
      return (place, ranks[block * Self.fanOut + place])
    }
    let values = levels[level - 1].pointer + block * Self.fanOut
    var best: UInt64 = .max
    var left = nodes
    while left != 0 {
      let place = left.trailingZeroBitCount
      best = min(best, UInt64(values[place]) << 4 | UInt64(place))
      left &= left - 1
    }
    return (Int(best & 15), UInt32(truncatingIfNeeded: best >> 4))
  }

  /// Asks the memory for what `least` reads of a block of ranks.
  @inline(__always)
  func prefetch(block: Int) {
    gaz_prefetch(orders.pointer + block)
    ranks.prefetch(block * Self.fanOut)
  }
}
