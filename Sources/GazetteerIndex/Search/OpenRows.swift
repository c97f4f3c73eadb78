/// The places that pass a query's filters and are not answers yet.
///
/// The set of them takes long to copy for millions of places. So as long as only few ranges and places were answered,
/// those are kept beside the set that passes the filters, which is not changed.
struct OpenRows {
  private let dataset: Dataset
  /// nil: all rows.
  private var bits: BitSet?
  /// Entries of the index of names, which has each name once, that are not open; only if no filter was applied. Each
  /// question goes through all of them, so they are few.
  private var answered: [Range<Int>] = []
  /// Regions whose rows are not open; nil: none. Only if no filter was applied.
  private var answeredRegions: BitSet?
  /// Single rows that are not open.
  private var removed: Set<Int> = []
  /// 0 when all that is removed is taken out of the set.
  private var mostRemoved: Int
  private static let mostAnswered = 16

  /// - Parameter passing: the rows that pass the filters; nil: all.
  init(of dataset: Dataset, passing: BitSet?) {
    self.dataset = dataset
    bits = passing
    // Removing a row here takes about as long as copying the bits of 4096 rows.
    mostRemoved = dataset.count / 4096
  }

  /// The set of them.
  var all: BitSet {
    var all = bits ?? BitSet(capacity: dataset.count, full: true)
    let rows = dataset.names.rows.pointer
    for range in answered { _ = all.remove(range, as: { Int(rows[$0]) }) }
    for region in answeredRegions?.numbers ?? [] {
      let run = RowRun(region: region, of: dataset.regionIndex)
      _ = all.remove(run.range, as: run.row)
    }
    for row in removed { all.remove(row) }
    return all
  }

  /// Whether every row of a run is open, and is listed only once. O(answered runs).
  func hasAll(of run: RowRun) -> Bool { removed.isEmpty && isUnanswered(run) }

  /// Whether a run can be answered as a range: no row is listed twice or was answered in another range.
  private func isUnanswered(_ run: RowRun) -> Bool {
    bits == nil && answeredRegions == nil && run.source == .names && answered.count < Self.mostAnswered
      && !answered.contains { $0.overlaps(run.range) }
  }

  func contains(_ row: Int) -> Bool {
    guard bits?.contains(row) ?? true, removed.isEmpty || !removed.contains(row) else { return false }
    if let answeredRegions, answeredRegions.contains(dataset.places.region(of: row)) { return false }
    guard !answered.isEmpty else { return true }
    let entry = entry(of: row)
    return !answered.contains { $0.contains(entry) }
  }

  /// The entry of a row in the index of names.
  private func entry(of row: Int) -> Int { Int(dataset.order.alphabetical[row]) }

  /// Removes a row, and returns whether it was open.
  @inline(__always) @discardableResult
  mutating func remove(_ row: Int) -> Bool {
    if removed.count < mostRemoved {
      guard contains(row) else { return false }
      removed.insert(row)
      return true
    }
    settle()
    return bits?.remove(row) ?? false
  }

  /// Takes what was removed, and what will be, out of the set.
  @inline(__always)
  private mutating func settle() {
    if bits == nil || mostRemoved > 0 { setBits(all) }
  }

  private mutating func setBits(_ rows: BitSet) {
    bits = rows
    answered = []
    answeredRegions = nil
    removed = []
    mostRemoved = 0
  }

  /// Removes all, and returns how many there were.
  mutating func removeAll() -> Int {
    defer { setBits(BitSet(capacity: dataset.count)) }
    return all.count
  }

  /// Removes the rows of a run, and returns how many were open. O(run) at most.
  mutating func remove(_ run: RowRun, _ cancellation: Cancellation) throws(Cancelled) -> Int {
    if isUnanswered(run) {
      answered.append(run.range)
      return run.count - forget(removed.filter { run.range.contains(entry(of: $0)) })
    }
    if let region = run.region, bits == nil, let others = countAnswered(in: region, most: run.count) {
      answeredRegions = answeredRegions ?? BitSet(capacity: dataset.regionIndex.regionCount)
      answeredRegions?.insert(region)
      _ = forget(removed.filter { dataset.places.region(of: $0) == region })
      return run.count - others
    }
    if run.count <= mostRemoved - removed.count { return run.range.count { remove(run.row($0)) } }
    settle()
    guard var bits else { return 0 }
    self.bits = nil
    defer { self.bits = bits }
    return try run.remove(from: &bits, cancellation)
  }

  /// Forgets removed rows that a run has now, so that no row is counted twice. Returns how many there are.
  private mutating func forget(_ rows: Set<Int>) -> Int {
    removed.subtract(rows)
    return rows.count
  }

  /// How many rows of a region are not open; nil if more than `most` rows would have to be looked at.
  private func countAnswered(in region: Int, most: Int) -> Int? {
    if let answeredRegions, answeredRegions.contains(region) { return dataset.regionIndex.range(of: region).count }
    guard answered.reduce(removed.count, { $0 + $1.count }) <= most else { return nil }
    let (places, rows) = (dataset.places, dataset.names.rows.pointer)
    return answered.reduce(removed.count { places.region(of: $0) == region }) { count, range in
      count + range.count { places.region(of: Int(rows[$0])) == region }
    }
  }
}
