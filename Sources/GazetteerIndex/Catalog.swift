import Synchronization

/// Says to a long computation that nobody waits for it any more. Polled every few thousand rows.
public final class Cancellation: Sendable {
  private let flag = Atomic(false)
  public init() {}
  public func cancel() { flag.store(true, ordering: .relaxed) }
  public var isCancelled: Bool { flag.load(ordering: .relaxed) }
}

/// Thrown by a computation that was cancelled.
public struct Cancelled: Error {}

/// The datasets that commands look at, in the order they were put in use.
public struct Catalog: Sendable {
  public let datasets: [Dataset]

  public init(_ datasets: [Dataset] = []) { self.datasets = datasets }

  /// The number of places. O(datasets).
  public var count: Int { datasets.reduce(0) { $0 + $1.count } }

  /// The place called `id`, taken out of its columns; nil where it is in none of the datasets. O(log count).
  public func place(_ id: PlaceID) -> Place? {
    guard let dataset = datasets.first(where: { $0.name == id.dataset }), let row = dataset.row(of: id.id) else {
      return nil
    }
    return dataset.place(row)
  }
}

extension Catalog {
  /// Answers `query` by the rules of search; rows `offset..<offset + limit` of the total order.
  ///
  /// - Throws: `Cancelled` when `cancellation` says so.
  public func search(
    _ query: Query, offset: Int = 0, limit: Int, cancellation: Cancellation = Cancellation()
  ) throws(Cancelled) -> SearchResult {
    SearchResult()
  }

  /// The places around a point, nearest first; ties in catalog order.
  public func places(
    near origin: Coordinate, within radius: Distance?, categories: [Untrusted] = [], offset: Int = 0, limit: Int,
    cancellation: Cancellation = Cancellation()
  ) throws(Cancelled) -> SearchResult {
    SearchResult()
  }

  /// The places in the box between two corners, in catalog order. Where `southWest` lies east of `northEast`,
  /// the box crosses the antimeridian.
  public func places(
    from southWest: Coordinate, to northEast: Coordinate, offset: Int = 0, limit: Int,
    cancellation: Cancellation = Cancellation()
  ) throws(Cancelled) -> SearchResult {
    SearchResult()
  }

  /// Every place of one of `categories`, in catalog order.
  public func places(of categories: [Untrusted], offset: Int = 0, limit: Int) -> SearchResult {
    SearchResult()
  }

  /// Why `place` is in the answer to `query`, or why it is not.
  public func explain(_ place: PlaceID, for query: Query) -> Explanation? { nil }

  /// The categories in ascending order, each with the number of its places.
  public var categories: [(name: Untrusted, count: Int)] { [] }
}
