/// Where the lines of a map are drawn. Positions are in the dots of a `MapGrid`, whatever the canvas is made of.
protocol MapCanvas {
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
    var (first, last) = (0.0, 1.0)
    for (step, low, high) in [
      (end.x - start.x, xs.lowerBound - start.x, xs.upperBound - start.x),
      (end.y - start.y, ys.lowerBound - start.y, ys.upperBound - start.y),
    ] {
      if step == 0 {
        guard low <= 0, high >= 0 else { return nil }
      } else {
        first = max(first, min(low / step, high / step))
        last = min(last, max(low / step, high / step))
      }
    }
    guard first <= last else { return nil }
    (self.first, self.last) = (first, last)
  }
}
