import Glibc

/// Finds the places in a box of coordinates in a `SpatialIndex`.
///
/// On the unit sphere the box lies inside a cuboid. Only halves of the tree that overlap the cuboid are searched. The
/// coordinates of their points are compared with the box.
struct BoxSearch {
  /// In the tree's order.
  var rows: [Int] = []

  private let index: SpatialIndex
  private let box: CoordinateBox
  private let least: SIMD4<Float>
  private let greatest: SIMD4<Float>

  init(_ index: SpatialIndex, _ box: CoordinateBox) {
    self.index = index
    self.box = box
    let cuboid = Cuboid(box)
    least = cuboid.least - UnitSphere.margin
    greatest = cuboid.greatest + UnitSphere.margin
  }

  /// Searches the leaves `first..<end`.
  mutating func walk(_ first: Int, _ end: Int) {
    guard end - first > 1 else { return look(in: first) }
    let middle = SpatialIndex.middle(first, end)
    let split = index.splits[middle]
    let axis = Int(split.axis)
    if least[axis] <= split.value { walk(first, middle) }
    if greatest[axis] >= split.value { walk(middle, end) }
  }

  private mutating func look(in leaf: Int) {
    let size = SpatialIndex.leafSize
    let x = index.leaves.pointer + leaf * size * 4
    for lane in 0..<size {
      let point = SIMD4(x[lane], x[size + lane], x[2 * size + lane], 0)
      // The missing points of a leaf are NaN, which is never inside a cuboid.
      guard all(point .>= least), all(point .<= greatest) else { continue }
      let row = index.row(leaf, lane)
      if box.contains(latitude: index.positions.latitude(row), longitude: index.positions.longitude(row)) {
        rows.append(row)
      }
    }
  }
}

/// The least cuboid around a box on the unit sphere.
private struct Cuboid {
  let least: SIMD4<Float>
  let greatest: SIMD4<Float>

  init(_ box: CoordinateBox) {
    let cosSouth = cos(box.south * GreatCircle.radians)
    let cosNorth = cos(box.north * GreatCircle.radians)
    let crossesEquator = box.south <= 0 && box.north >= 0
    let radii = min(cosSouth, cosNorth)...(crossesEquator ? 1 : max(cosSouth, cosNorth))
    let west = box.west
    let east = box.east + (box.crossesAntimeridian ? 360 : 0)
    let x = Self.scale(Self.cosines(west, east), by: radii)
    // sin λ = cos(λ − 90°)
    let y = Self.scale(Self.cosines(west - 90, east - 90), by: radii)
    let z = sin(box.south * GreatCircle.radians)...sin(box.north * GreatCircle.radians)
    least = SIMD4(Float(x.lowerBound), Float(y.lowerBound), Float(z.lowerBound), 0)
    greatest = SIMD4(Float(x.upperBound), Float(y.upperBound), Float(z.upperBound), 0)
  }

  /// The cosines of the angles from `west` eastwards to `east`, in degrees.
  private static func cosines(_ west: Double, _ east: Double) -> ClosedRange<Double> {
    let ends = (cos(west * GreatCircle.radians), cos(east * GreatCircle.radians))
    let hasLeast = ((west - 180) / 360).rounded(.up) <= (east - 180) / 360
    let hasGreatest = (west / 360).rounded(.up) <= east / 360
    return (hasLeast ? -1 : min(ends.0, ends.1))...(hasGreatest ? 1 : max(ends.0, ends.1))
  }

  /// The products of a cosine and a radius.
  private static func scale(_ cosines: ClosedRange<Double>, by radii: ClosedRange<Double>) -> ClosedRange<Double> {
    let least = cosines.lowerBound * (cosines.lowerBound < 0 ? radii.upperBound : radii.lowerBound)
    let greatest = cosines.upperBound * (cosines.upperBound > 0 ? radii.upperBound : radii.lowerBound)
    return least...greatest
  }
}
