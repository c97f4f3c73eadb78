import Foundation
import Testing

@testable import GazetteerIndex
@testable import GazetteerSession

/// Points land in the dot that another projection gives.
@Suite struct MapGridTests {
  /// A row of `Scripts/make-map-cases`.
  private struct Row {
    let viewport: Viewport
    let columns, rows: Int
    let point: Coordinate
    let dot: (x: Int, y: Int)

    init(_ line: Substring) throws {
      let fields = try line.split(separator: "\t").map { try #require(Double($0)) }
      viewport = Viewport(
        center: try #require(Coordinate(latitude: fields[0], longitude: fields[1])), zoom: fields[2])
      (columns, rows) = (Int(fields[3]), Int(fields[4]))
      point = try #require(Coordinate(latitude: fields[5], longitude: fields[6]))
      dot = (Int(fields[7]), Int(fields[8]))
    }
  }

  private static func table() throws -> [Row] {
    let file = PackageFolder.tests.appending(path: "Tables/projection.tsv")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map { try Row($0) }
  }

  @Test func thousandPointsAreInTheDotsOfAnotherProjection() throws {
    let rows = try Self.table()
    #expect(rows.count == 1000)
    for row in rows {
      let grid = MapGrid(row.viewport, columns: row.columns, rows: row.rows)
      let dot = try #require(grid.dot(of: row.point))
      #expect(dot == row.dot, "\(row.point) on \(row.viewport)")
    }
  }

  @Test func theDotIsDrawnInTheCharacterOfItsCell() throws {
    for row in try Self.table().prefix(200) {
      let grid = MapGrid(row.viewport, columns: row.columns, rows: row.rows)
      let dot = try #require(grid.dot(of: row.point))
      var canvas = DotCanvas(columns: row.columns, rows: row.rows)
      canvas.set(x: dot.x, y: dot.y, .coast)
      // The dots of a Braille character are numbered 1 2 3 7 down its left column, 4 5 6 8 down its right one.
      let number = [[0, 3], [1, 4], [2, 5], [6, 7]][row.dot.y % 4][row.dot.x % 2]
      var line = InkedRow()
      canvas.write(column: row.dot.x / 2, row: row.dot.y / 4, to: &line, isASCII: false)
      let expected: UInt32 = 0x2800 + (1 << UInt32(number))
      #expect(line.pieces.first?.text.unicodeScalars.first?.value == expected)
    }
  }

  @Test func aPositionLeadsBackToItsPoint() throws {
    for row in try Self.table() {
      let grid = MapGrid(row.viewport, columns: row.columns, rows: row.rows)
      let (x, y) = grid.position(latitude: row.point.latitude, longitude: row.point.longitude)
      let back = try #require(grid.coordinate(x: x, y: y))
      #expect(back.distance(to: row.point).metres < 0.01)
    }
  }

  @Test func theEarthIsThereOnce() throws {
    let center = try #require(Coordinate(latitude: 0, longitude: 170))
    let grid = MapGrid(Viewport(center: center, zoom: 0), columns: 100, rows: 20)
    #expect(grid.xs == 68..<132)
    #expect(grid.coordinate(x: 67, y: 40) == nil)
    #expect(try #require(grid.coordinate(x: 131, y: 40)).longitude < 0)
  }

  @Test func theCenterStaysAwayFromThePoles() throws {
    let north = try #require(Coordinate(latitude: 85, longitude: 0))
    let grid = MapGrid(Viewport(center: north, zoom: 3), columns: 80, rows: 24)
    #expect(grid.ys == 0..<96)
    #expect(grid.dot(of: north)?.y == 0)
    #expect(grid.dot(of: try #require(Coordinate(latitude: 85.5, longitude: 0))) == nil)
  }
}
