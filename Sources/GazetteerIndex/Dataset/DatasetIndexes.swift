/// The indexes that every dataset has from the start.
struct DatasetIndexes: Sendable {
  let names: KeyIndex
  let alternateNames: KeyIndex
  let order: RowOrder
  let regions: RegionIndex
  /// The rows in ascending order of their ids; empty if they are already in that order.
  let rowsByID: Column<UInt32>

  /// The number of steps that `progress` counts.
  static let steps = 6

  /// Indexes `places`. O(n log n).
  ///
  /// - Parameter limit: the most bytes of the keys of an index.
  init(
    _ places: PlaceColumns, limit: Int, _ cancellation: Cancellation, _ progress: DatasetProgress
  ) throws(DatasetError) {
    do {
      let keys = try DatasetIndexes.keys(of: places, limit: limit, cancellation)
      progress.step()
      guard !keys.names.isFull, !keys.alternates.isFull else { throw DatasetError.tooLarge }
      names = try keys.names.build(cancellation, rowsInOrder: places.namePrecedes)
      progress.step()
      alternateNames = try keys.alternates.build(cancellation) { $0 < $1 }
      progress.step()
      order = try RowOrder(names: names, places: places, cancellation: cancellation)
      progress.step()
      regions = try RegionIndex(places: places, order: order, cancellation: cancellation)
      progress.step()
      rowsByID = try places.ids.rowsInOrder(cancellation)
      progress.step()
    } catch let error as DatasetError {
      throw error
    } catch {
      throw .cancelled
    }
  }

  private static func keys(
    of places: PlaceColumns, limit: Int, _ cancellation: Cancellation
  ) throws(Cancelled) -> (names: KeyIndexBuilder, alternates: KeyIndexBuilder) {
    var names = KeyIndexBuilder(limit: limit)
    var alternates = KeyIndexBuilder(limit: limit)
    names.reserve(count: places.count, bytes: places.names.bytes.count)
    alternates.reserve(count: places.alternates.count, bytes: places.alternates.bytes.count)
    for row in 0..<places.count {
      if row & 1023 == 0 { try cancellation.check() }
      let name = places.names[row]
      names.add(foldOf: name, row: row)
      alternates.add(alternates: places.alternates(of: row), in: places.alternates, name: name, row: row)
    }
    return (names, alternates)
  }
}
