import Synchronization

/// The counts of all places by the columns that were asked for last. Memory: at most a thousand values for each.
final class KeptCounts: Sendable {
  private static let mostColumns = 64
  /// So many values are found in any case, so that a later question for more of them need not count again.
  private static let leastValues = 100
  private static let mostValues = 1000

  private let kept = Mutex<[(id: ColumnID, most: Int, counts: ValueCounts)]>([])

  /// The counts of a column: kept ones, or those that `count` finds.
  ///
  /// - Parameter most: how many of the values are wanted.
  func counts(
    of id: ColumnID, most: Int, _ count: (_ most: Int) throws(Cancelled) -> ValueCounts
  ) throws(Cancelled) -> ValueCounts {
    guard most <= Self.mostValues else { return try count(most) }
    if let known = kept.withLock({ kept in kept.last { $0.id == id && $0.most >= most }?.counts }) {
      return known.first(most)
    }
    let found = max(most, Self.leastValues)
    let counts = try count(found)
    kept.withLock { kept in
      kept.removeAll { $0.id == id }
      kept.removeFirst(max(0, kept.count - Self.mostColumns + 1))
      kept.append((id, found, counts))
    }
    return counts.first(most)
  }
}

extension ValueCounts {
  fileprivate func first(_ most: Int) -> ValueCounts {
    var counts = self
    counts.rows = Array(rows.prefix(most))
    return counts
  }
}
