/// The indexes that every dataset has from the start.
struct DatasetIndexes: Sendable {
  let names: KeyIndex
  let alternateNames: KeyIndex
  let order: RowOrder
  let regions: RegionIndex
  /// The rows in ascending order of their ids; empty if they are already in that order.
  let rowsByID: Column<UInt32>
  /// The blocks of names by the bytes in them, if they come from a snapshot that has them.
  var nameTrigrams = TrigramIndex.absent

  /// The number of steps that `progress` counts.
  static let steps = 6

  /// Indexes `places`. O(n log n). Other names are indexed at the same time as the names, if there are many.
  ///
  /// - Parameter limit: the most bytes of the keys of an index.
  init(
    _ places: PlaceColumns, limit: Int, _ cancellation: Cancellation, _ progress: DatasetProgress
  ) throws(DatasetError) {
    var (named, others): (OfNames?, OfOthers?)
    do throws(Cancelled) {
      try concurrently(
        rows: places.count + places.alternates.count,
        { () throws(Cancelled) in named = try OfNames(places, limit: limit, cancellation, progress) },
        { () throws(Cancelled) in others = try OfOthers(places, limit: limit, cancellation, progress) })
    } catch {
      throw .cancelled
    }
    guard let named, let others else { throw .tooLarge }
    (names, order, regions) = (named.names, named.order, named.regions)
    (alternateNames, rowsByID) = (others.alternateNames, others.rowsByID)
  }

  /// The index of the names, and those that need it.
  private struct OfNames {
    let names: KeyIndex
    let order: RowOrder
    let regions: RegionIndex

    /// nil if the keys exceed the limit.
    init?(
      _ places: PlaceColumns, limit: Int, _ cancellation: Cancellation, _ progress: DatasetProgress
    ) throws(Cancelled) {
      var keys = KeyIndexBuilder(limit: limit)
      keys.reserve(count: places.count, bytes: places.names.bytes.count)
      for row in 0..<places.count {
        try cancellation.check(every: row)
        keys.add(foldOf: places.names[row], row: row)
      }
      progress.step()
      guard !keys.isFull else { return nil }
      names = try (consume keys).build(cancellation, rowsInOrder: places.namePrecedes)
      progress.step()
      order = try RowOrder(names: names, places: places, cancellation: cancellation)
      progress.step()
      regions = try RegionIndex(places: places, order: order, cancellation: cancellation)
      progress.step()
    }
  }

  /// The indexes that need no other one.
  private struct OfOthers {
    let alternateNames: KeyIndex
    let rowsByID: Column<UInt32>

    /// nil if the keys exceed the limit.
    init?(
      _ places: PlaceColumns, limit: Int, _ cancellation: Cancellation, _ progress: DatasetProgress
    ) throws(Cancelled) {
      var keys = KeyIndexBuilder(limit: limit)
      keys.reserve(count: places.alternates.count, bytes: places.alternates.bytes.count)
      for row in 0..<places.count {
        try cancellation.check(every: row)
        keys.add(alternates: places.alternates(of: row), in: places.alternates, name: places.names[row], row: row)
      }
      guard !keys.isFull else { return nil }
      alternateNames = try (consume keys).build(cancellation) { $0 < $1 }
      progress.step()
      rowsByID = try places.ids.rowsInOrder(cancellation)
      progress.step()
    }
  }
}
