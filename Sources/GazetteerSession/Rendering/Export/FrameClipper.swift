/// Cuts lines off at the edges of a frame.
enum FrameClipper {
  typealias Point = MapProjection.Point

  /// The part of a ring that is in the frame. It may run along the edges of the frame. O(points).
  static func ring(_ points: [Point], in frame: Box) -> [Point] {
    let sides: [(isInside: (Point) -> Bool, cut: (Point, Point) -> Point)] = [
      ({ $0.x >= frame.x.lowerBound }, { crossing($0, $1, x: frame.x.lowerBound) }),
      ({ $0.x <= frame.x.upperBound }, { crossing($0, $1, x: frame.x.upperBound) }),
      ({ $0.y >= frame.y.lowerBound }, { crossing($0, $1, y: frame.y.lowerBound) }),
      ({ $0.y <= frame.y.upperBound }, { crossing($0, $1, y: frame.y.upperBound) }),
    ]
    return sides.reduce(points) { points, side in
      guard var last = points.last else { return [] }
      var kept: [Point] = []
      for point in points {
        if side.isInside(point) != side.isInside(last) { kept.append(side.cut(last, point)) }
        if side.isInside(point) { kept.append(point) }
        last = point
      }
      return kept
    }
  }

  /// The pieces of a line that are in the frame. O(points).
  ///
  /// - Parameter gaps: the indexes of points that are not connected with the next point.
  static func pieces(of points: [Point], without gaps: Set<Int> = [], in frame: Box) -> [[Point]] {
    var pieces: [[Point]] = []
    var piece: [Point] = []
    for index in points.indices.dropLast() {
      guard !gaps.contains(index), let (start, end) = part(from: points[index], to: points[index + 1], in: frame) else {
        if piece.count > 1 { pieces.append(piece) }
        piece = []
        continue
      }
      if piece.last != start {
        if piece.count > 1 { pieces.append(piece) }
        piece = [start]
      }
      piece.append(end)
    }
    if piece.count > 1 { pieces.append(piece) }
    return pieces
  }

  /// The part of a straight line that is in the frame (Liang and Barsky 1984).
  private static func part(from start: Point, to end: Point, in frame: Box) -> (Point, Point)? {
    let (x, y) = (end.x - start.x, end.y - start.y)
    var (first, last) = (0.0, 1.0)
    let sides = [
      (-x, start.x - frame.x.lowerBound), (x, frame.x.upperBound - start.x),
      (-y, start.y - frame.y.lowerBound), (y, frame.y.upperBound - start.y),
    ]
    for (direction, distance) in sides {
      if direction == 0 {
        if distance < 0 { return nil }
      } else if direction < 0 {
        first = max(first, distance / direction)
      } else {
        last = min(last, distance / direction)
      }
    }
    guard first <= last else { return nil }
    return (
      first == 0 ? start : Point(x: start.x + first * x, y: start.y + first * y),
      last == 1 ? end : Point(x: start.x + last * x, y: start.y + last * y)
    )
  }

  private static func crossing(_ start: Point, _ end: Point, x: Double) -> Point {
    Point(x: x, y: start.y + (end.y - start.y) * (x - start.x) / (end.x - start.x))
  }

  private static func crossing(_ start: Point, _ end: Point, y: Double) -> Point {
    Point(x: start.x + (end.x - start.x) * (y - start.y) / (end.y - start.y), y: y)
  }
}
