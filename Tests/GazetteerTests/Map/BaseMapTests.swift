import Foundation
import Testing

@testable import GazetteerIndex
@testable import GazetteerSession

@Suite struct BaseMapTests {
  /// The answers of `Scripts/make-map-cases`.
  @Test func landNearLargeCitiesIsThatOfAnotherProgram() throws {
    let file = PackageFolder.tests.appending(path: "Tables/land.tsv")
    let details: [Substring: BaseMap.Detail] = ["coarse": .coarse, "medium": .medium, "fine": .fine]
    var count = 0
    for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
      let fields = line.split(separator: "\t")
      let detail = try #require(details[fields[0]])
      let latitude = try #require(Double(fields[1]))
      let longitude = try #require(Double(fields[2]))
      let point = try #require(Coordinate(latitude: latitude, longitude: longitude))
      #expect(BaseMap.standard.isLand(point, in: detail) == (fields[3] == "1"), "\(line)")
      count += 1
    }
    #expect(count > 1400)
  }

  @Test func ringsAreClosed() {
    for detail in BaseMap.Detail.allCases {
      for layer in [BaseMap.Layer.land, .lake] {
        let lines = BaseMap.standard.lines(
          of: layer, in: detail, west: -1_800_000, south: -900_000, east: 1_800_000, north: 900_000)
        #expect(!lines.isEmpty)
        #expect(lines.allSatisfy { $0.first == $0.last && $0.count > 3 })
      }
    }
  }

  /// A canvas on which every point of a line counts.
  private struct ExactCanvas: MapCanvas {
    var dots: DotCanvas
    var tolerance: Double { 0 }

    mutating func set(x: Int, y: Int, _ ink: Ink) { dots.set(x: x, y: y, ink) }

    mutating func line(
      from start: (x: Double, y: Double), to end: (x: Double, y: Double), inside xs: Range<Double>, _ ys: Range<Double>,
      _ ink: Ink
    ) {
      dots.line(from: start, to: end, inside: xs, ys, ink)
    }
  }

  /// Points that are left out because they are near others move no line by more than a dot.
  @Test(arguments: [0, 0.7, 1.5, 2.9, 3, 3.8, 5, 5.5, 8])
  func pointsThatAreNearOthersMayBeLeftOut(zoom: Double) throws {
    for (latitude, longitude) in [(50.0, 10.0), (70, -100), (-60, 170), (0, 0)] {
      let center = try #require(Coordinate(latitude: latitude, longitude: longitude))
      let grid = MapGrid(Viewport(center: center, zoom: zoom), columns: 80, rows: 24)
      var (few, all) = (DotCanvas(columns: 80, rows: 24), ExactCanvas(dots: DotCanvas(columns: 80, rows: 24)))
      BaseMap.standard.draw(on: &few, in: grid)
      BaseMap.standard.draw(on: &all, in: grid)
      var far: [[Int]] = []
      for (one, other) in [(few, all.dots), (all.dots, few)] {
        for y in 0..<grid.height {
          for x in 0..<grid.width where one.isSet(x: x, y: y) {
            let isNear = (max(0, y - 1)...min(grid.height - 1, y + 1)).contains { row in
              (max(0, x - 1)...min(grid.width - 1, x + 1)).contains { other.isSet(x: $0, y: row) }
            }
            if !isNear { far.append([x, y]) }
          }
        }
      }
      #expect(far.isEmpty, "around \(center)")
    }
  }

  /// On a map of the whole earth, the borders would hide the coasts.
  @Test(arguments: [(0.9, false), (1, true)]) func aSmallMapHasNoBorders(zoom: Double, hasBorders: Bool) throws {
    let center = try #require(Coordinate(latitude: 10, longitude: 20))
    let lines = TerminalMap(of: MapSubject([], in: Viewport(center: center, zoom: zoom)), columns: 80, rows: 24)
      .lines(isASCII: false).joined()
    #expect(lines.contains { $0.ink == .border } == hasBorders)
    #expect(lines.contains { $0.ink == .coast })
  }

  @Test func everyLayerHasLinesInEveryDetail() {
    for layer in BaseMap.Layer.allCases {
      for detail in BaseMap.Detail.allCases {
        var pieces = 0
        BaseMap.standard.forEachPiece(
          of: layer, in: detail, west: -1_800_000, south: -900_000, east: 1_800_000, north: 900_000
        ) { piece in
          pieces += 1
          var (isInside, points) = (true, 0)
          BaseMap.standard.forEachPoint(of: piece) { point in
            points += 1
            isInside = isInside && (piece.west...piece.east).contains(point.longitude)
            isInside = isInside && (piece.south...piece.north).contains(point.latitude)
          }
          #expect(isInside && points >= 2)
        }
        #expect(pieces > 100)
      }
    }
  }

  /// The index of pieces by their boxes leaves nothing out.
  @Test func aBoxHasAllPiecesThatMeetIt() {
    var random = SplitMix(state: 7)
    for _ in 0..<50 {
      let (x, y) = (
        Int32.random(in: -1_800_000...1_700_000, using: &random), Int32.random(in: -800_000...800_000, using: &random)
      )
      var (met, all) = (0, 0)
      BaseMap.standard.forEachPiece(of: .land, in: .fine, west: x, south: y, east: x + 90_000, north: y + 90_000) { _ in
        met += 1
      }
      BaseMap.standard.forEachPiece(
        of: .land, in: .fine, west: -1_800_000, south: -900_000, east: 1_800_000, north: 900_000
      ) { piece in
        let isApart = piece.west > x + 90_000 || piece.east < x || piece.south > y + 90_000 || piece.north < y
        all += isApart ? 0 : 1
      }
      #expect(met == all)
    }
  }
}
