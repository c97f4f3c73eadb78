/// The places by position: a k-d tree over their points on the unit sphere.
///
///     leaves   16 points each, the last one may have fewer: 16 x, 16 y, 16 z, 16 rows
///     splits   one between any two neighbouring leaves
///
/// The tree is implicit: a node is a run of leaves `first..<end`, cut at `middle(first, end)`. `splits` has the axis
/// and the value of the cut. A run of one leaf has no cut.
///
/// Invariant: every row with a position on the globe is in exactly one leaf, and the points on each side of a split are
/// not beyond its value. Needs 17 bytes per place. Building is O(n log n), a query O(log n + answer) in practice.
///
/// The results equal those of a linear scan with `Coordinate.distance(to:)`: the tree works in `Float` with a margin
/// for rounding errors (see `UnitSphere.widened`), and the points that it finds are measured and sorted again in
/// `Double`.
///
/// Source: J. L. Bentley, "Multidimensional binary search trees used for associative searching" (1975).
package struct SpatialIndex: Sendable {
  struct Split: BitwiseCopyable, Sendable {
    var value: Float
    /// 0 for x, 1 for y, 2 for z.
    var axis: UInt32
  }

  static let leafSize = 16

  package let positions: PositionColumn
  /// The number of places that have a position on the globe.
  package let count: Int
  /// 64 numbers for each leaf, the rows as bit patterns; NaN for the missing points of the last leaf.
  let leaves: Column<Float>
  let splits: Column<Split>

  /// Indexes the rows of `positions`.
  package init(_ positions: PositionColumn, _ cancellation: Cancellation) throws(Cancelled) {
    let builder = try SpatialIndexBuilder(positions, cancellation)
    self.positions = positions
    count = builder.points.count
    leaves = builder.leaves
    splits = builder.splits
  }

  /// Indexes rows whose positions are given in degrees. NaN, or a point that is not on the globe, means no position.
  package init(latitudes: [Double], longitudes: [Double]) {
    self = uncancelled { cancellation throws(Cancelled) in
      try SpatialIndex(PositionColumn(latitudes: latitudes, longitudes: longitudes), cancellation)
    }
  }

  var leafCount: Int { splits.count }

  /// The row of a point of a leaf.
  @inline(__always)
  func row(_ leaf: Int, _ lane: Int) -> Int { Int(leaves[(leaf * 4 + 3) * Self.leafSize + lane].bitPattern) }

  /// The position of the cut in a run of two or more leaves.
  @inline(__always)
  static func middle(_ first: Int, _ end: Int) -> Int { (first + end) / 2 }
}

extension SpatialIndex {
  /// The `wanted` places nearest to a point, nearest first, ties by row. Only those within `radius`, if it is given,
  /// and only rows for which `passes` is true.
  package func nearest(
    to origin: Coordinate, count wanted: Int, within radius: Distance? = nil,
    where passes: (Int) -> Bool = { _ in true }, cancellation: Cancellation = Cancellation()
  ) throws(Cancelled) -> [(row: Int, distance: Distance)] {
    guard wanted > 0, count > 0 else { return [] }
    let chord = radius.map(UnitSphere.chord) ?? 2
    guard chord >= 0 else { return [] }
    var search = BallSearch(
      self, around: UnitSphere.point(latitude: origin.latitude, longitude: origin.longitude),
      bound: UnitSphere.widened(chord), wanted: wanted < count ? wanted : nil, cancellation: cancellation)
    try search.walk(0, leafCount, where: passes)
    var found = measured(search, from: origin)
    let inside = radius.map { radius in
      partition(found.indices) { found[$0].distance.metres <= radius.metres }
    }
    found.removeLast(found.count - min(inside ?? found.count, wanted))
    return found
  }

  /// The places within a distance of a point, nearest first, ties by row.
  package func within(
    _ radius: Distance, of origin: Coordinate, where passes: (Int) -> Bool = { _ in true },
    cancellation: Cancellation = Cancellation()
  ) throws(Cancelled) -> [(row: Int, distance: Distance)] {
    try nearest(to: origin, count: count, within: radius, where: passes, cancellation: cancellation)
  }

  /// The candidates of a search with their great-circle distances, nearest first.
  private func measured(_ search: BallSearch, from origin: Coordinate) -> [(row: Int, distance: Distance)] {
    let circle = GreatCircle(from: origin)
    var found: [(row: Int, distance: Distance)] = []
    found.reserveCapacity(search.candidates.count)
    for candidate in search.candidates where candidate.square <= search.bound {
      let row = Int(candidate.row)
      let distance = circle.distance(latitude: positions.latitude(row), longitude: positions.longitude(row))
      found.append((row, distance))
    }
    found.sort { ($0.distance.metres, $0.row) < ($1.distance.metres, $1.row) }
    return found
  }

  /// The places in the box between two corners, in ascending order. The borders belong to the box. If `southWest` lies
  /// east of `northEast`, the box crosses the antimeridian.
  package func rows(from southWest: Coordinate, to northEast: Coordinate) -> [Int] {
    let box = CoordinateBox(from: southWest, to: northEast)
    guard count > 0, !box.isEmpty else { return [] }
    var search = BoxSearch(self, box)
    search.walk(0, leafCount)
    search.rows.sort()
    return search.rows
  }
}

extension SpatialIndex {
  /// Whether the invariant holds. O(n log n).
  func checkInvariants() -> Bool {
    let placed = (0..<positions.count).filter { positions.coordinate($0) != nil }
    guard count == placed.count, leaves.count == leafCount * Self.leafSize * 4 else { return false }
    let rows = (0..<count).map { row($0 / Self.leafSize, $0 % Self.leafSize) }
    guard rows.sorted() == placed else { return false }
    return leafCount == 0 || checkSplits(0, leafCount)
  }

  private func checkSplits(_ first: Int, _ end: Int) -> Bool {
    guard end - first > 1 else { return true }
    let middle = Self.middle(first, end)
    let split = splits[middle]
    let isBelow = values(axis: Int(split.axis), first, middle).allSatisfy { $0 <= split.value }
    let isAbove = values(axis: Int(split.axis), middle, end).allSatisfy { $0 >= split.value || $0.isNaN }
    return isBelow && isAbove && checkSplits(first, middle) && checkSplits(middle, end)
  }

  private func values(axis: Int, _ first: Int, _ end: Int) -> [Float] {
    (first..<end).flatMap { leaf in
      (0..<Self.leafSize).map { leaves[(leaf * 4 + axis) * Self.leafSize + $0] }
    }
  }
}
