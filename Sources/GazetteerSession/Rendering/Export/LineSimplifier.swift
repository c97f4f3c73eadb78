/// Leaves out points of a line that hardly change its shape (Douglas and Peucker 1973).
enum LineSimplifier {
  typealias Point = MapProjection.Point

  /// The first and the last point stay, and no left out point is farther than `tolerance` from the result.
  ///
  /// O(points × log(points)) for usual lines.
  static func simplified(_ points: [Point], tolerance: Double) -> [Point] {
    guard points.count > 2 else { return points }
    var isKept = Array(repeating: false, count: points.count)
    (isKept[0], isKept[points.count - 1]) = (true, true)
    var ranges = [(0, points.count - 1)]
    // A ring has no first straight line to measure from.
    if points.first == points.last, let far = farthest(from: points[0], in: points) {
      isKept[far] = true
      ranges = [(0, far), (far, points.count - 1)]
    }
    while let (start, end) = ranges.popLast() {
      var (greatest, index) = (tolerance * tolerance, start)
      for middle in start + 1..<max(end, start + 1) {
        let distance = squaredDistance(of: points[middle], from: points[start], to: points[end])
        if distance > greatest { (greatest, index) = (distance, middle) }
      }
      guard index > start else { continue }
      isKept[index] = true
      ranges += [(start, index), (index, end)]
    }
    return points.indices.lazy.filter { isKept[$0] }.map { points[$0] }
  }

  private static func farthest(from point: Point, in points: [Point]) -> Int? {
    points.indices.max {
      squaredDistance(of: points[$0], from: point, to: point) < squaredDistance(of: points[$1], from: point, to: point)
    }
  }

  private static func squaredDistance(of point: Point, from start: Point, to end: Point) -> Double {
    let (x, y) = (end.x - start.x, end.y - start.y)
    let length = x * x + y * y
    let share =
      length == 0 ? 0 : min(max(((point.x - start.x) * x + (point.y - start.y) * y) / length, 0), 1)
    let (dx, dy) = (point.x - start.x - share * x, point.y - start.y - share * y)
    return dx * dx + dy * dy
  }
}
