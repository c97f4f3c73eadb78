import Testing

@testable import GazetteerIndex
@testable import GazetteerSession

@Suite struct PixelCanvasTests {
  private static let cell = PixelCanvas.Cell(width: 8, height: 16)

  private static func canvas() -> PixelCanvas { PixelCanvas(columns: 20, rows: 10, cell: cell) }

  private static func sum(_ canvas: PixelCanvas) -> Double {
    (0..<canvas.height).reduce(0) { sum, row in
      (0..<canvas.width).reduce(sum) { $0 + canvas.coverage($1, row) }
    }
  }

  /// What a line covers is its length times its width, and a round end on each side.
  @Test(arguments: [(60.0, 0.0), (0, 60), (40, 40), (-40, 40), (50, 13), (13, -50), (3.3, 0.4), (0, 0)])
  func aLineCoversItsLengthTimesItsWidth(dx: Double, dy: Double) {
    for offset in [0.0, 0.25, 0.5, 0.9] {
      var canvas = Self.canvas()
      // Dots are 4 pixels large here.
      let start = (x: 20 + offset / 4, y: 20 + offset / 4)
      canvas.line(from: start, to: (start.x + dx / 4, start.y + dy / 4), inside: 0..<40, 0..<40, .coast)
      let length = (dx * dx + dy * dy).squareRoot()
      let width = canvas.lineWidth
      let expected = length * width + .pi * width * width / 4
      // The two ends are blurred, too.
      #expect(abs(Self.sum(canvas) - expected) < 0.06 * expected + 1, "\(Self.sum(canvas)) for \(expected)")
    }
  }

  /// Steps of stairs would be covered entirely or not at all.
  @Test func aSlopingLineIsAntialiased() {
    var canvas = Self.canvas()
    canvas.line(from: (2, 10), to: (38, 13), inside: 0..<40, 0..<40, .coast)
    var partly = 0
    for row in 0..<canvas.height {
      for column in 0..<canvas.width where (0.1..<0.9).contains(canvas.coverage(column, row)) { partly += 1 }
    }
    #expect(partly > 100)
  }

  @Test func nothingIsDrawnOutside() {
    var canvas = Self.canvas()
    canvas.line(from: (-500, 3), to: (500, 900), inside: 0..<40, 0..<40, .coast)
    canvas.line(from: (-10, -10), to: (-1, 50), inside: 0..<40, 0..<40, .coast)
    canvas.line(from: (.infinity, 3), to: (4, 5), inside: 0..<40, 0..<40, .coast)
    canvas.set(x: -3, y: 5, .coast)
    canvas.set(x: 400, y: 5, .coast)
    canvas.draw(.disc, x: 1e9, y: -1e9, radius: 5, .place)
    #expect(Self.sum(canvas) == 0)
    // The part inside a rectangle, and at most half of the width beside it.
    canvas.line(from: (0, 20), to: (40, 20), inside: 10..<30, 10..<30, .coast)
    for row in 0..<canvas.height {
      for column in 0..<canvas.width where canvas.coverage(column, row) > 0 {
        #expect((38...121).contains(column))
        #expect((78...81).contains(row))
      }
    }
  }

  /// The pixels of a marker are around the place that `MapGrid` gives, also where that is inside its dot.
  @Test func aPlaceIsWhereTheGridSays() throws {
    for (latitude, longitude) in [(48.14, 11.58), (-33.87, 151.21), (64.15, -21.94), (0, 179.99)] {
      let point = try #require(Coordinate(latitude: latitude, longitude: longitude))
      let grid = MapGrid(Viewport(center: point, zoom: 6), columns: 20, rows: 10)
      let place = grid.position(latitude: latitude, longitude: longitude)
      var canvas = Self.canvas()
      canvas.draw(.disc, x: place.x * canvas.scale.x, y: place.y * canvas.scale.y, radius: 3.5, .place)
      var (x, y, total) = (0.0, 0.0, 0.0)
      for row in 0..<canvas.height {
        for column in 0..<canvas.width {
          let share = canvas.coverage(column, row)
          x += share * (Double(column) + 0.5)
          y += share * (Double(row) + 0.5)
          total += share
        }
      }
      #expect(abs(x / total - place.x * 4) < 0.05 && abs(y / total - place.y * 4) < 0.05)
      let dot = try #require(grid.dot(of: point))
      #expect(canvas.coverage(dot.x * 4 + 2, dot.y * 4 + 2) > 0.4)
      #expect(abs(total - .pi * 3.5 * 3.5) < 1.5)
    }
  }

  /// Dots of the text map and pixels show the same lines: each dot that is set has a covered pixel in or beside it.
  @Test func theBaseMapIsThatOfTheDots() throws {
    let center = try #require(Coordinate(latitude: 41, longitude: 14))
    let grid = MapGrid(Viewport(center: center, zoom: 4), columns: 20, rows: 10)
    var (dots, canvas) = (DotCanvas(columns: 20, rows: 10), Self.canvas())
    BaseMap.standard.draw(on: &dots, in: grid)
    BaseMap.standard.draw(on: &canvas, in: grid)
    var count = 0
    for y in 0..<grid.height {
      for x in 0..<grid.width where dots.isSet(x: x, y: y) {
        count += 1
        let rows = max(0, y * 4 - 1)..<min(canvas.height, y * 4 + 5)
        let columns = max(0, x * 4 - 1)..<min(canvas.width, x * 4 + 5)
        #expect(rows.contains { row in columns.contains { canvas.coverage($0, row) > 0 } })
      }
    }
    #expect(count > 50)
  }

  @Test func theOrderOfDrawingDoesNotMatter() {
    let lines: [(Double, Double, Ink)] = [(3, 30, .river), (12, 9, .coast), (25, 20, .border)]
    var (one, other) = (Self.canvas(), Self.canvas())
    for (from, to, ink) in lines { one.line(from: (0, from), to: (40, to), inside: 0..<40, 0..<40, ink) }
    for (from, to, ink) in lines.reversed() { other.line(from: (0, from), to: (40, to), inside: 0..<40, 0..<40, ink) }
    #expect(one.picture == other.picture)
  }

  @Test func aPictureHasTheSizeOfItsCellsAndTextsOnTop() throws {
    let point = try #require(Coordinate(latitude: 48.14, longitude: 11.58))
    let subject = MapSubject([MapMarker("Munich", at: point, number: 7)])
    let map = try #require(PixelMap(of: subject, columns: 40, rows: 12, cell: (9, 18), isASCII: false))
    #expect(map.picture.width == 360 && map.picture.height == 216)
    let text = map.text(image: "<image>", isColored: false)
    #expect(text.hasPrefix(String(repeating: "\n", count: 12) + "\r\u{1b}[12A\u{1b}7<image>\u{1b}8"))
    #expect(text.contains("G7") && text.contains("GMunich") && !text.contains("●"))
    #expect(text.utf8.count { $0 == 10 } == 12 + 13)
    #expect(text.hasSuffix("1 place\n"))
    #expect(PixelMap(of: subject, columns: 0, rows: 5, cell: (8, 16), isASCII: false) == nil)
    #expect(PixelMap(of: subject, columns: 2000, rows: 2000, cell: (8, 16), isASCII: false) == nil)
  }
}
