import Synchronization

/// The rows of a dataset that passed the last filter by country or categories. While somebody types, each key asks with
/// the same filter. Memory: a bit per place.
final class KeptFilter: Sendable {
  private struct Filter: Equatable {
    let country: Untrusted?
    let categories: [Untrusted]

    /// Nil if the query filters by something else too, or not at all.
    init?(_ query: Query) {
      guard query.dataset == nil, query.ids == nil, query.radius == nil, query.hasFilter else { return nil }
      (country, categories) = (query.country, query.categories)
    }
  }

  private let kept = Mutex<(filter: Filter, rows: BitSet)?>(nil)

  /// The rows that pass the filter of a query: kept ones, or those that `find` finds.
  func rows(for query: Query, _ find: () throws(Cancelled) -> BitSet) throws(Cancelled) -> BitSet {
    guard let filter = Filter(query) else { return try find() }
    if let known = kept.withLock({ $0?.filter == filter ? $0?.rows : nil }) { return known }
    let rows = try find()
    kept.withLock { $0 = (filter, rows) }
    return rows
  }
}
