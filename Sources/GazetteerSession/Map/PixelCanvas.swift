import GazetteerIndex

/// Antialiased lines and markers. Each pixel has one color, and how much of it is covered.
///
/// Of what meets in a pixel, that which covers more of it is seen, so the order of drawing does not matter.
struct PixelCanvas: MapCanvas {
  /// The size of a cell of the terminal in pixels.
  struct Cell: Equatable {
    let width, height: Int
  }

  /// In pixels.
  let width, height: Int
  /// How many pixels wide lines are.
  let lineWidth: Double
  /// Pixels per dot of a `MapGrid`.
  let scale: (x: Double, y: Double)
  var tolerance: Double { 0.5 / max(scale.x, scale.y) }
  private var inks: [Ink]
  private var covered: [UInt8]

  init(columns: Int, rows: Int, cell: Cell) {
    width = max(0, columns * cell.width)
    height = max(0, rows * cell.height)
    scale = (Double(cell.width) / Double(MapGrid.cellWidth), Double(cell.height) / Double(MapGrid.cellHeight))
    lineWidth = max(1.2, Double(cell.width) / 7)
    inks = Array(repeating: .plain, count: width * height)
    covered = Array(repeating: 0, count: width * height)
  }

  mutating func set(x: Int, y: Int, _ ink: Ink) {
    let radius = max(0.6, lineWidth / 2)
    draw(.disc, x: (Double(x) + 0.5) * scale.x, y: (Double(y) + 0.5) * scale.y, radius: radius, ink)
  }

  @inline(__always)
  mutating func line(
    from start: (x: Double, y: Double), to end: (x: Double, y: Double), inside xs: Range<Double>, _ ys: Range<Double>,
    _ ink: Ink
  ) {
    guard let part = ClippedLine(from: start, to: end, inside: xs, ys) else { return }
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    stroke(
      from: ((start.x + dx * part.first) * scale.x, (start.y + dy * part.first) * scale.y),
      to: ((start.x + dx * part.last) * scale.x, (start.y + dy * part.last) * scale.y), ink)
  }

  /// Draws a line with round ends, in pixels. A pixel whose center is `d` away is covered by `width / 2 + 1/2 - d`.
  ///
  /// O(its length × its width).
  private mutating func stroke(from start: (x: Double, y: Double), to end: (x: Double, y: Double), _ ink: Ink) {
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    let reach = lineWidth / 2 + 0.5
    let square = dx * dx + dy * dy
    let isFlat = abs(dx) >= abs(dy)
    // Along its longer direction, only the pixels near it are looked at.
    let (along, across) = isFlat ? (start.x, start.y) : (start.y, start.x)
    let (length, rise) = isFlat ? (dx, dy) : (dy, dx)
    let slope = length == 0 ? 0 : rise / length
    let (low, high) = (min(along, along + length), max(along, along + length))
    let (size, breadth) = isFlat ? (width, height) : (height, width)
    for step in PixelCanvas.pixels(low - reach, high + reach, below: size) {
      let center = across + slope * (min(max(Double(step) + 0.5, low), high) - along)
      let far = reach * (1 + slope * slope).squareRoot()
      for other in PixelCanvas.pixels(center - far, center + far, below: breadth) {
        let (column, row) = isFlat ? (step, other) : (other, step)
        let (x, y) = (Double(column) + 0.5 - start.x, Double(row) + 0.5 - start.y)
        let share = square == 0 ? 0 : min(max((x * dx + y * dy) / square, 0), 1)
        let (offX, offY) = (x - share * dx, y - share * dy)
        cover(column, row, reach - (offX * offX + offY * offY).squareRoot(), ink)
      }
    }
  }

  enum Shape {
    case disc, square, diamond

    /// How far a point is from the center, as a circle of the same size is.
    fileprivate func distance(_ x: Double, _ y: Double) -> Double {
      switch self {
      case .disc: (x * x + y * y).squareRoot()
      case .square: max(abs(x), abs(y)) * 1.15
      case .diamond: (abs(x) + abs(y)) * 0.8
      }
    }
  }

  /// Draws a filled shape around a position in pixels.
  mutating func draw(_ shape: Shape, x: Double, y: Double, radius: Double, _ ink: Ink) {
    let reach = radius * 1.3 + 0.5
    for row in PixelCanvas.pixels(y - reach, y + reach, below: height) {
      for column in PixelCanvas.pixels(x - reach, x + reach, below: width) {
        let distance = shape.distance(Double(column) + 0.5 - x, Double(row) + 0.5 - y)
        cover(column, row, radius + 0.5 - distance, ink)
      }
    }
  }

  private static func pixels(_ low: Double, _ high: Double, below count: Int) -> Range<Int> {
    let first = Int(max(0, min(low.rounded(.down), Double(count))))
    return first..<max(first, Int(max(0, min(high.rounded(.up), Double(count)))))
  }

  @inline(__always)
  private mutating func cover(_ column: Int, _ row: Int, _ share: Double, _ ink: Ink) {
    guard share > 0 else { return }
    let (index, new) = (row * width + column, UInt8(min(share, 1) * 255))
    guard (new, ink) > (covered[index], inks[index]) else { return }
    covered[index] = new
    inks[index] = ink
  }

  /// How much of a pixel is covered, from 0 to 1.
  func coverage(_ column: Int, _ row: Int) -> Double { Double(covered[row * width + column]) / 255 }

  func ink(_ column: Int, _ row: Int) -> Ink { inks[row * width + column] }

  /// How many steps of transparency a color has.
  private static let steps = 8

  /// Transparent, then each color of a map in all steps.
  private static let palette: [Picture.Color] =
    [.clear]
    + Ink.allCases.flatMap { ink in
      let (red, green, blue) = ink.rgb
      return (1...steps).map { Picture.Color(red: red, green: green, blue: blue, alpha: UInt8($0 * 255 / steps)) }
    }

  /// nil if it is empty.
  var picture: Picture? {
    let pixels = zip(inks, covered).map { ink, covered -> UInt8 in
      let step = (Int(covered) * PixelCanvas.steps + 127) / 255
      return step == 0 ? 0 : UInt8(Int(ink.rawValue) * PixelCanvas.steps + step)
    }
    return Picture(width: width, height: height, pixels: pixels, palette: PixelCanvas.palette)
  }
}

extension Ink {
  /// The color that terminals usually show for `color`.
  fileprivate var rgb: (red: UInt8, green: UInt8, blue: UInt8) {
    guard let color else { return (176, 176, 176) }
    if color >= 232 {
      let grey = 8 + 10 * (color - 232)
      return (grey, grey, grey)
    }
    let levels: [UInt8] = [0, 95, 135, 175, 215, 255]
    let index = Int(color) - 16
    return (levels[index / 36], levels[index / 6 % 6], levels[index % 6])
  }
}
