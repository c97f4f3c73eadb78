/// Dots in cells, each cell with the most important color of its dots.
struct DotCanvas: MapCanvas {
  let columns, rows: Int
  let tolerance = 0.35
  private var dots: [UInt8]
  private var inks: [Ink]

  /// The bit of each dot of a cell in Unicode's Braille patterns, by row, then by column.
  private static let bits: [UInt8] = [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80]

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    dots = Array(repeating: 0, count: columns * rows)
    inks = Array(repeating: .plain, count: columns * rows)
  }

  /// Sets a dot; none outside the canvas.
  @inline(__always)
  mutating func set(x: Int, y: Int, _ ink: Ink) {
    guard x >= 0, y >= 0, x < columns * MapGrid.cellWidth, y < rows * MapGrid.cellHeight else { return }
    let cell = y / MapGrid.cellHeight * columns + x / MapGrid.cellWidth
    dots[cell] |= DotCanvas.bits[y % MapGrid.cellHeight * MapGrid.cellWidth + x % MapGrid.cellWidth]
    if inks[cell] < ink { inks[cell] = ink }
  }

  /// Sets the dots of a straight line between two positions in dots. Its part outside a rectangle is left out.
  @inline(__always)
  mutating func line(
    from start: (x: Double, y: Double), to end: (x: Double, y: Double), inside xs: Range<Double>, _ ys: Range<Double>,
    _ ink: Ink
  ) {
    if xs.contains(start.x), ys.contains(start.y), Int(start.x) == Int(end.x), Int(start.y) == Int(end.y) {
      return set(x: Int(start.x), y: Int(start.y), ink)
    }
    guard let part = ClippedLine(from: start, to: end, inside: xs, ys) else { return }
    let (first, last) = (part.first, part.last)
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    var (x, y) = (start.x + dx * first, start.y + dy * first)
    let count = Int(max(abs(dx), abs(dy)) * (last - first)) + 1
    let step = (last - first) / Double(count)
    for _ in 0...count {
      set(x: Int(x), y: Int(y), ink)
      x += dx * step
      y += dy * step
    }
  }

  /// Adds the character of a cell to its row: a blank for an empty one.
  @inline(__always)
  func write(column: Int, row: Int, to line: inout InkedRow, isASCII: Bool) {
    let cell = row * columns + column
    let dots = dots[cell]
    guard dots != 0 else { return line.appendBlank() }
    if isASCII {
      line.append(CollectionOfOne(inks[cell].letter), inks[cell])
    } else {
      // U+2800 and its dots in UTF-8.
      line.append([0xE2, 0xA0 | dots >> 6, 0x80 | dots & 0x3F], inks[cell])
    }
  }

  /// Whether a dot is set.
  func isSet(x: Int, y: Int) -> Bool {
    let cell = y / MapGrid.cellHeight * columns + x / MapGrid.cellWidth
    return dots[cell] & DotCanvas.bits[y % MapGrid.cellHeight * MapGrid.cellWidth + x % MapGrid.cellWidth] != 0
  }
}

extension Ink {
  /// A line of this color as ASCII.
  fileprivate var letter: UInt8 {
    let letter: Unicode.Scalar =
      switch self {
      case .graticule: "."
      case .state: ":"
      case .border: "+"
      case .river, .lake: "~"
      case .coast: "#"
      default: "*"
      }
    return UInt8(ascii: letter)
  }
}
