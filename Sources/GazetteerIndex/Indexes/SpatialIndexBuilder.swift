/// Arranges points as the leaves of a `SpatialIndex`.
///
/// A run of leaves is cut along the axis of the greatest spread, by quickselect. O(n log n).
struct SpatialIndexBuilder {
  /// The points of the places that have one. The fourth number is the row's bit pattern.
  private(set) var points: [SIMD4<Float>]
  let leaves: Column<Float>
  let splits: Column<SpatialIndex.Split>

  init(_ positions: PositionColumn, _ cancellation: Cancellation) throws(Cancelled) {
    var points = try Self.points(of: positions, cancellation)
    let leafCount = (points.count + SpatialIndex.leafSize - 1) / SpatialIndex.leafSize
    splits = try Column(count: leafCount) { splits throws(Cancelled) in
      try points.withUnsafeMutableBufferPointer { points throws(Cancelled) in
        if let start = points.baseAddress {
          try Partition(points: start, count: points.count, splits: splits, cancellation: cancellation).cut(
            0, leafCount)
        }
      }
    }
    leaves = try Column(count: leafCount * SpatialIndex.leafSize * 4) { leaves throws(Cancelled) in
      let size = SpatialIndex.leafSize
      leaves.update(repeating: .nan, count: leafCount * size * 4)
      for (index, point) in points.enumerated() {
        try cancellation.check(every: index)
        let x = leaves + (index / size * 4 * size + index % size)
        x[0] = point.x
        x[size] = point.y
        x[2 * size] = point.z
        x[3 * size] = point.w
      }
    }
    self.points = points
  }

  private static func points(
    of positions: PositionColumn, _ cancellation: Cancellation
  ) throws(Cancelled) -> [SIMD4<Float>] {
    var points: [SIMD4<Float>] = []
    points.reserveCapacity(positions.count)
    for row in 0..<positions.count {
      try cancellation.check(every: row)
      guard let place = positions.coordinate(row) else { continue }
      var point = UnitSphere.point(latitude: place.latitude, longitude: place.longitude)
      point.w = Float(bitPattern: UInt32(row))
      points.append(point)
    }
    return points
  }
}

private struct Partition {
  let points: UnsafeMutablePointer<SIMD4<Float>>
  let count: Int
  let splits: UnsafeMutablePointer<SpatialIndex.Split>
  let cancellation: Cancellation
  /// The number of points that are partitioned between two checks for cancellation.
  private static let pollAfter = 1 << 14

  /// Partitions the points of the leaves `first..<end` and writes the splits between them.
  func cut(_ first: Int, _ end: Int) throws(Cancelled) {
    guard end - first > 1 else { return }
    let middle = SpatialIndex.middle(first, end)
    let run = first * SpatialIndex.leafSize..<min(end * SpatialIndex.leafSize, count)
    let nth = middle * SpatialIndex.leafSize
    switch widestAxis(of: run) {
    case 0: try select(nth, in: run, axis: 0) { $0.x }
    case 1: try select(nth, in: run, axis: 1) { $0.y }
    default: try select(nth, in: run, axis: 2) { $0.z }
    }
    try cut(first, middle)
    try cut(middle, end)
  }

  /// The axis with the greatest spread in a sample of the points. A wrong choice costs time, but does not change any
  /// answer.
  private func widestAxis(of run: Range<Int>) -> Int {
    var least = points[run.lowerBound]
    var greatest = least
    for index in stride(from: run.lowerBound, to: run.upperBound, by: max(1, run.count / 128)) {
      least = pointwiseMin(least, points[index])
      greatest = pointwiseMax(greatest, points[index])
    }
    let spread = greatest - least
    if spread.x >= spread.y && spread.x >= spread.z { return 0 }
    return spread.y >= spread.z ? 1 : 2
  }

  @inline(__always)
  private func select(
    _ nth: Int, in run: Range<Int>, axis: UInt32, by value: (SIMD4<Float>) -> Float
  ) throws(Cancelled) {
    var low = run.lowerBound
    var high = run.upperBound - 1
    while low < high {
      if high - low > Self.pollAfter { try cancellation.check() }
      let pivot = median(
        value(points[low]), value(points[low + (high - low) / 2]), value(points[high]))
      var left = low
      var right = high
      while left <= right {
        while value(points[left]) < pivot { left += 1 }
        while value(points[right]) > pivot { right -= 1 }
        if left <= right {
          (points[left], points[right]) = (points[right], points[left])
          left += 1
          right -= 1
        }
      }
      if nth <= right { high = right } else if nth >= left { low = left } else { break }
    }
    splits[nth / SpatialIndex.leafSize] = SpatialIndex.Split(value: value(points[nth]), axis: axis)
  }

  private func median(_ a: Float, _ b: Float, _ c: Float) -> Float { max(min(a, b), min(max(a, b), c)) }
}
