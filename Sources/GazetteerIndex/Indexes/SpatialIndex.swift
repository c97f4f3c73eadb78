/// The places by where they lie: a k-d tree over their points on the unit sphere.
///
///     leaves   16 points each, the last one fewer: 16 x, 16 y, 16 z, 16 rows
///     splits   one between any two neighbouring leaves
///
/// The tree is implicit: a node is a run of leaves `first..<end`, cut at `middle(first, end)`, where `splits` says by
/// which axis and value; a run of one leaf has no cut.
///
/// Invariant: every row with a position on the globe is in exactly one leaf, and on either side of a split no point
/// lies beyond its value. 17 bytes a place. Building is O(n log n), a query O(log n + answer) in practice.
///
/// Answers are those of a linear scan with `Coordinate.distance(to:)`: the tree works in `Float` with a margin for its
/// rounding (see `UnitSphere.widened`), and what it finds is measured and ordered again in `Double`.
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
  /// 64 numbers a leaf, the rows as bit patterns; NaN where the last leaf has no point.
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

  /// Indexes rows whose positions are given in degrees; NaN, or a point off the globe, is none.
  package init(latitudes: [Double], longitudes: [Double]) {
    self = uncancelled { cancellation throws(Cancelled) in
      try SpatialIndex(PositionColumn(latitudes: latitudes, longitudes: longitudes), cancellation)
    }
  }

  var leafCount: Int { splits.count }

  /// The row of a point of a leaf.
  @inline(__always)
  func row(_ leaf: Int, _ lane: Int) -> Int { Int(leaves[(leaf * 4 + 3) * Self.leafSize + lane].bitPattern) }

  /// Where a run of two leaves or more is cut.
  @inline(__always)
  static func middle(_ first: Int, _ end: Int) -> Int { (first + end) / 2 }
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
