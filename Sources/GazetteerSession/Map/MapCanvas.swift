/// Where the lines of a map are drawn. Positions are in the dots of a `MapGrid`, whatever the canvas is made of.
protocol MapCanvas {
  /// How far a line may be from where it is, in dots.
  var tolerance: Double { get }

  /// Draws a dot; none outside the canvas.
  mutating func set(x: Int, y: Int, _ ink: Ink)

  /// Draws a straight line between two positions. Its part outside a rectangle is left out.
  mutating func line(
    from start: (x: Double, y: Double), to end: (x: Double, y: Double), inside xs: Range<Double>, _ ys: Range<Double>,
    _ ink: Ink)
}

/// The part of a straight line that is inside a rectangle: from where to where, as shares of its length.
struct ClippedLine {
  let first, last: Double

  /// nil if no part is inside.
  @inline(__always)
  init?(
    from start: (x: Double, y: Double), to end: (x: Double, y: Double), inside xs: Range<Double>, _ ys: Range<Double>
  ) {
    if xs.contains(start.x), ys.contains(start.y), xs.contains(end.x), ys.contains(end.y) {
      (first, last) = (0, 1)
      return
    }
    guard let (left, right) = ClippedLine.shares(of: end.x - start.x, from: start.x, inside: xs),
      let (low, high) = ClippedLine.shares(of: end.y - start.y, from: start.y, inside: ys)
    else { return nil }
    (first, last) = (max(left, low), min(right, high))
    guard first <= last else { return nil }
  }

  /// The part of a step along an axis that is inside a range.
  @inline(__always)
  private static func shares(of step: Double, from start: Double, inside range: Range<Double>) -> (Double, Double)? {
    let (low, high) = (range.lowerBound - start, range.upperBound - start)
    guard step != 0 else { return low <= 0 && high >= 0 ? (0, 1) : nil }
    return (max(0, min(low / step, high / step)), min(1, max(low / step, high / step)))
  }
}
