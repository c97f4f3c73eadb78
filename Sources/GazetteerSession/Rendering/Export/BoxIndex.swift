/// A rectangle on a picture.
struct Box: Equatable {
  let x: ClosedRange<Double>
  let y: ClosedRange<Double>

  init(x: ClosedRange<Double>, y: ClosedRange<Double>) {
    self.x = x
    self.y = y
  }

  init(around point: MapProjection.Point, radius: Double) {
    x = (point.x - radius)...(point.x + radius)
    y = (point.y - radius)...(point.y + radius)
  }

  /// The point of the box that is nearest to a point.
  func nearest(to point: MapProjection.Point) -> MapProjection.Point {
    MapProjection.Point(
      x: min(max(point.x, x.lowerBound), x.upperBound), y: min(max(point.y, y.lowerBound), y.upperBound))
  }

  func widened(by distance: Double) -> Box {
    Box(
      x: (x.lowerBound - distance)...(x.upperBound + distance),
      y: (y.lowerBound - distance)...(y.upperBound + distance))
  }

  func overlaps(_ other: Box) -> Bool { x.overlaps(other.x) && y.overlaps(other.y) }

  func contains(_ other: Box) -> Bool {
    x.contains(other.x.lowerBound) && x.contains(other.x.upperBound) && y.contains(other.y.lowerBound)
      && y.contains(other.y.upperBound)
  }
}

/// Rectangles that are found by where they are. A search costs O(those in the same parts of the picture).
struct BoxIndex {
  private struct Cell: Hashable {
    let column: Int
    let row: Int
  }

  private static let size = 48.0
  private var cells: [Cell: [Int]] = [:]
  private(set) var boxes: [Box] = []

  mutating func insert(_ box: Box) {
    Self.forEachCell(of: box) { cells[$0, default: []].append(boxes.count) }
    boxes.append(box)
  }

  /// The numbers of the boxes, in the order in which they were inserted, that may overlap a box. Some come twice.
  func candidates(near box: Box) -> [Int] {
    var found: [Int] = []
    Self.forEachCell(of: box) { found += cells[$0] ?? [] }
    return found
  }

  func overlaps(_ box: Box) -> Bool { candidates(near: box).contains { boxes[$0].overlaps(box) } }

  private static func forEachCell(of box: Box, _ body: (Cell) -> Void) {
    for column in Int((box.x.lowerBound / size).rounded(.down))...Int((box.x.upperBound / size).rounded(.down)) {
      for row in Int((box.y.lowerBound / size).rounded(.down))...Int((box.y.upperBound / size).rounded(.down)) {
        body(Cell(column: column, row: row))
      }
    }
  }
}
