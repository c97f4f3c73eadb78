/// The places that pass a query's filters and are not answers yet.
///
/// A name is in the index of names once. So while no filter was applied and only ranges of that index were answered, the
/// ranges are enough; the set of bits, which takes longer for millions of places, is made when something else comes.
struct OpenRows {
  private let dataset: Dataset
  /// nil: all rows but those of `answered`.
  private var bits: BitSet?
  /// Entries of the index of names. Each question goes through all of them, so they are few.
  private var answered: [Range<Int>] = []
  private static let mostAnswered = 16

  /// - Parameter passing: the rows that pass the filters; nil: all.
  init(of dataset: Dataset, passing: BitSet?) {
    self.dataset = dataset
    bits = passing
  }

  /// The set of them.
  var all: BitSet {
    if let bits { return bits }
    var all = BitSet(capacity: dataset.count, full: true)
    let rows = dataset.names.rows.pointer
    for range in answered { _ = all.remove(range, as: { Int(rows[$0]) }) }
    return all
  }

  /// Whether every row of a run is open, and is listed only once. O(answered runs).
  func hasAll(of run: RowRun) -> Bool {
    bits == nil && run.source == .names && answered.count < Self.mostAnswered
      && !answered.contains { $0.overlaps(run.range) }
  }

  func contains(_ row: Int) -> Bool {
    if let bits { return bits.contains(row) }
    let entry = Int(dataset.order.alphabetical[row])
    return !answered.contains { $0.contains(entry) }
  }

  /// Removes a row, and returns whether it was open.
  @inline(__always) @discardableResult
  mutating func remove(_ row: Int) -> Bool {
    if bits == nil { bits = all }
    return bits?.remove(row) ?? false
  }

  /// Removes all, and returns how many there were.
  mutating func removeAll() -> Int {
    defer { bits = BitSet(capacity: dataset.count) }
    return all.count
  }

  /// Removes the rows of a run, and returns how many were open. O(run) at most.
  mutating func remove(_ run: RowRun, _ cancellation: Cancellation) throws(Cancelled) -> Int {
    if hasAll(of: run) {
      answered.append(run.range)
      return run.count
    }
    var bits = all
    self.bits = nil
    defer { self.bits = bits }
    return try run.remove(from: &bits, cancellation)
  }
}
