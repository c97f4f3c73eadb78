import Synchronization

/// The rows of a dataset that passed the last filter by country, categories, conditions or words in columns. While
/// somebody types, each key asks with the same filter. Memory: a bit per place.
final class KeptRows: Sendable {
  struct Filter: Equatable {
    let country: Untrusted?
    let categories: [Untrusted]
    let conditions: [Condition]
    let wordsInColumns: Untrusted?
  }

  private let kept = Mutex<(filter: Filter, rows: BitSet)?>(nil)

  /// The rows that pass a filter: kept ones, or those that `find` finds.
  func rows(passing filter: Filter, _ find: () throws(Cancelled) -> BitSet) throws(Cancelled) -> BitSet {
    if let known = kept.withLock({ $0?.filter == filter ? $0?.rows : nil }) { return known }
    let rows = try find()
    kept.withLock { $0 = (filter, rows) }
    return rows
  }
}
