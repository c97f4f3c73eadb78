/// The numbers of the rows or cells of a column, read where the places have them; not a number if one is missing.
struct NumberColumn: Sendable {
  private enum Kind {
    case doubles, ids, populations, latitudes, longitudes
  }

  private let kind: Kind
  let count: Int
  /// Each is empty if the numbers are others.
  private let doubles: Column<Double>
  private let ids: Column<Int64>
  private let populations: Column<UInt32>
  private let positions: PositionColumn

  private init(
    _ kind: Kind, count: Int, doubles: Column<Double> = Column([]), ids: Column<Int64> = Column([]),
    populations: Column<UInt32> = Column([]), positions: PositionColumn = PositionColumn(latitudes: [], longitudes: [])
  ) {
    (self.kind, self.count) = (kind, count)
    (self.doubles, self.ids, self.populations, self.positions) = (doubles, ids, populations, positions)
  }

  init(_ doubles: Column<Double>) { self.init(.doubles, count: doubles.count, doubles: doubles) }

  /// nil if the field has texts, or numbers that a `Double` cannot tell apart. O(1), but O(places) for ids.
  init?(_ field: ColumnID.Field, of places: PlaceColumns) {
    switch field {
    case .id:
      guard places.ids.texts.count == 0, Notation.areExact(places.ids.numbers.elements) else { return nil }
      self.init(.ids, count: places.count, ids: places.ids.numbers)
    case .population: self.init(.populations, count: places.count, populations: places.populations)
    case .latitude: self.init(.latitudes, count: places.count, positions: places.positions)
    case .longitude: self.init(.longitudes, count: places.count, positions: places.positions)
    case .name, .country, .region, .category, .timezone: return nil
    }
  }

  var isEmpty: Bool { count == 0 }

  /// How much memory it takes that the places do not have.
  var bytes: Int { doubles.bytes.count }

  subscript(_ row: Int) -> Double {
    @inline(__always) get {
      switch kind {
      case .doubles: doubles[row]
      case .ids: Double(ids[row])
      case .populations: populations.isEmpty || populations[row] == 0 ? .nan : Double(populations[row])
      case .latitudes: positions.coordinate(row)?.latitude ?? .nan
      case .longitudes: positions.coordinate(row)?.longitude ?? .nan
      }
    }
  }

  /// For each row a rank: equal numbers have one rank, lesser numbers a lesser one, and missing ones have
  /// `ValueColumn.unranked`. nil if only sorting finds the ranks. O(rows).
  func ranksWithoutSorting(_ cancellation: Cancellation) throws(Cancelled) -> Column<UInt32>? {
    switch kind {
    case .populations where !populations.isEmpty: return populations
    case .latitudes where !positions.latitudesE7.isEmpty: return try ranks(of: positions.latitudesE7, cancellation)
    case .longitudes where !positions.latitudesE7.isEmpty: return try ranks(of: positions.longitudesE7, cancellation)
    case .ids:
      guard let least = ids.elements.min(), let greatest = ids.elements.max(), greatest - least < Int64(UInt32.max)
      else { return nil }
      return try ranks(cancellation) { UInt32(truncatingIfNeeded: ids[$0] - least + 1) }
    case .doubles, .populations, .latitudes, .longitudes: return nil
    }
  }

  private func ranks(of degreesE7: Column<Int32>, _ cancellation: Cancellation) throws(Cancelled) -> Column<UInt32> {
    // The least degrees on the globe are far from the least number, so their rank is not that of missing ones.
    try ranks(cancellation) {
      positions.isOnGlobeE7($0) ? UInt32(bitPattern: degreesE7[$0] &- .min) : ValueColumn.unranked
    }
  }

  @inline(__always)
  private func ranks(_ cancellation: Cancellation, _ rank: (Int) -> UInt32) throws(Cancelled) -> Column<UInt32> {
    try Column(count: count) { ranks throws(Cancelled) in
      for row in 0..<count {
        try cancellation.check(every: row)
        ranks[row] = rank(row)
      }
    }
  }
}

/// The rows with some of the numbers. Each loop has its comparison written out, so that it becomes vector operations.
extension NumberColumn {
  /// The rows that have a number. O(rows).
  func rowsWithNumber(_ cancellation: Cancellation) throws(Cancelled) -> BitSet {
    try rows(in: -.infinity ... .infinity, cancellation)
  }

  /// O(rows).
  func rows(in range: ClosedRange<Double>, _ cancellation: Cancellation) throws(Cancelled) -> BitSet {
    switch kind {
    case .doubles:
      let (least, greatest) = (range.lowerBound, range.upperBound)
      return try BitSet(capacity: count) { part throws(Cancelled) in
        try part.fill(cancellation) { doubles[$0] >= least && doubles[$0] <= greatest }
      }
    case .ids:
      guard let whole = Self.whole(range, in: -0x1p53...0x1p53) else { break }
      let (least, greatest) = (whole.lowerBound, whole.upperBound)
      return try BitSet(capacity: count) { part throws(Cancelled) in
        try part.fill(cancellation) { ids[$0] >= least && ids[$0] <= greatest }
      }
    case .populations:
      guard !populations.isEmpty, let whole = Self.whole(range, in: 1...Double(UInt32.max)) else { break }
      let (least, width) = (UInt32(whole.lowerBound), UInt32(whole.upperBound - whole.lowerBound))
      return try BitSet(capacity: count) { part throws(Cancelled) in
        try part.fill(cancellation) { populations[$0] &- least <= width }
      }
    case .latitudes where !positions.latitudesE7.isEmpty:
      return try rows(positions.latitudesE7, in: range, cancellation)
    case .longitudes where !positions.latitudesE7.isEmpty:
      return try rows(positions.longitudesE7, in: range, cancellation)
    case .latitudes, .longitudes:
      return try BitSet(capacity: count) { part throws(Cancelled) in
        try part.fill(cancellation) { range.contains(self[$0]) }
      }
    }
    return BitSet(capacity: count)
  }

  /// The same for degrees in ten-millionths.
  private func rows(
    _ degreesE7: Column<Int32>, in range: ClosedRange<Double>, _ cancellation: Cancellation
  ) throws(Cancelled) -> BitSet {
    guard let wanted = Self.degreesE7(range) else { return BitSet(capacity: count) }
    // The width can be greater than the greatest `Int32`.
    let (least, width) = (wanted.lowerBound, UInt32(bitPattern: wanted.upperBound &- wanted.lowerBound))
    return try BitSet(capacity: count) { part throws(Cancelled) in
      try part.fill(cancellation) {
        UInt32(bitPattern: degreesE7[$0] &- least) <= width && positions.isOnGlobeE7($0)
      }
    }
  }

  /// The whole numbers in a range; nil if there are none.
  private static func whole(_ range: ClosedRange<Double>, in limits: ClosedRange<Double>) -> ClosedRange<Int64>? {
    let least = max(range.lowerBound.rounded(.up), limits.lowerBound)
    let greatest = min(range.upperBound.rounded(.down), limits.upperBound)
    return least <= greatest ? Int64(least)...Int64(greatest) : nil
  }

  /// The degrees of the globe in a range, in ten-millionths; nil if there are none.
  private static func degreesE7(_ range: ClosedRange<Double>) -> ClosedRange<Int32>? {
    let most = 1_800_000_000
    func first(where isBefore: (Double) -> Bool) -> Int {
      partition(0..<2 * most + 1) { isBefore(PositionColumn.degrees(Int32($0 - most))) } - most
    }
    let (least, end) = (first { $0 < range.lowerBound }, first { $0 <= range.upperBound })
    return least < end ? Int32(least)...Int32(end - 1) : nil
  }
}

extension PositionColumn {
  /// Whether there is a position on the globe, if positions are in ten-millionths.
  @inline(__always)
  fileprivate func isOnGlobeE7(_ row: Int) -> Bool {
    latitudesE7[row].magnitude <= 900_000_000 && longitudesE7[row].magnitude <= 1_800_000_000
  }
}
