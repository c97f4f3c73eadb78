import Synchronization

/// The rows of a dataset that passed the last filters by country, division, categories, conditions or words in columns.
/// While somebody types, each key asks with the same filter; the rows of a file may name many countries. Memory: a bit
/// per place and filter, at most 16 MB for more than one.
final class KeptRows: Sendable {
  struct Filter: Equatable {
    let country: Untrusted?
    let division: Untrusted?
    let categories: [Untrusted]
    let conditions: [Condition]
    let wordsInColumns: Untrusted?
  }

  private let kept = Mutex<[(filter: Filter, rows: BitSet)]>([])

  private static let (mostFilters, mostBytes) = (64, 1 << 24)

  /// The rows that pass a filter: kept ones, or those that `find` finds.
  func rows(passing filter: Filter, _ find: () throws(Cancelled) -> BitSet) throws(Cancelled) -> BitSet {
    if let known = kept.withLock({ kept in kept.last { $0.filter == filter }?.rows }) { return known }
    let rows = try find()
    kept.withLock { kept in
      let most = max(1, min(Self.mostFilters, Self.mostBytes / rows.bytes))
      kept.removeFirst(max(0, kept.count - most + 1))
      kept.append((filter, rows))
    }
    return rows
  }
}
