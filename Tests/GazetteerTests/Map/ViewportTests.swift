import Testing

@testable import GazetteerIndex
@testable import GazetteerSession

@Suite struct ViewportTests {
  private static func point(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
    try #require(Coordinate(latitude: latitude, longitude: longitude))
  }

  /// All points are on the map, with the largest zoom at which they fit.
  @Test(arguments: [(40, 12), (80, 24), (200, 50), (10, 3)]) func allPointsFit(columns: Int, rows: Int) throws {
    var random = SplitMix(state: 9)
    for _ in 0..<200 {
      let center = try Self.point(.random(in: -70...70, using: &random), .random(in: -180...180, using: &random))
      let spread = Double.random(in: 0.01...10, using: &random)
      let points = try (0..<5).map { _ in
        let longitude = center.longitude + .random(in: -spread...spread, using: &random)
        return try Self.point(
          center.latitude + .random(in: -spread...spread, using: &random),
          longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude)
      }
      let viewport = Viewport.fitting(points, columns: columns, rows: rows)
      let grid = MapGrid(viewport, columns: columns, rows: rows)
      #expect(points.allSatisfy { grid.dot(of: $0) != nil })
      let closer = MapGrid(viewport.zoomed(by: 0.6), columns: columns, rows: rows)
      #expect(viewport.zoom >= 16 || points.contains { closer.dot(of: $0) == nil })
    }
  }

  /// A single place is shown as large as its surroundings need it, within limits.
  @Test(arguments: [(0.001, 12.0), (0.3, 10.0), (4.0, 8.0), (0.0, 12.0)])
  func aSinglePlaceIsShownWithItsSurroundings(distance: Double, zoom: Double) throws {
    let cafe = try Self.point(40.75, -74)
    let others = try [Self.point(40.75, -74 + distance), Self.point(40.75 + distance, -74)]
    let alone = Viewport.fitting([cafe, cafe], columns: 80, rows: 23)
    #expect(alone == Viewport(center: cafe, zoom: 8))
    let viewport = Viewport.fitting([cafe, cafe], among: others, columns: 80, rows: 23)
    #expect(viewport.center == cafe)
    #expect(abs(viewport.zoom - zoom) < 0.3, "\(viewport.zoom)")
    // The control: several places are not moved by their neighbours.
    let apart = [cafe, try Self.point(41.75, -74)]
    #expect(
      Viewport.fitting(apart, among: others, columns: 80, rows: 23) == .fitting(apart, columns: 80, rows: 23))
  }

  @Test func withoutPointsItIsTheWholeEarth() {
    let viewport = Viewport.fitting([], columns: 80, rows: 24)
    let grid = MapGrid(viewport, columns: 80, rows: 24)
    #expect(grid.xs.upperBound - grid.xs.lowerBound > 150)
    #expect(viewport.center.longitude == 0)
  }

  @Test func movingGoesAroundTheEarthAndStopsAtThePoles() throws {
    var viewport = Viewport(center: try Self.point(0, 170), zoom: 3)
    viewport = viewport.panned(.east, columns: 80, rows: 24)
    #expect(viewport.center.longitude < 0)
    for _ in 0..<50 { viewport = viewport.panned(.north, columns: 80, rows: 24) }
    let grid = MapGrid(viewport, columns: 80, rows: 24)
    #expect(grid.ys == 0..<96 && grid.top <= Mercator.ordinate(85) + 1e-9)
  }

  @Test func zoomsAreRoundedAndLimited() throws {
    let point = try Self.point(0, 0)
    #expect(Viewport(center: point, zoom: 5.27).zoom == 5.2)
    #expect(Viewport(center: point, zoom: 99).zoom == 18)
    #expect(Viewport(center: point, zoom: -4).zoom == 0)
  }

  @Test func theMapOfASessionIsSavedAsText() throws {
    var state = SessionState()
    state.map.target = .places([PlaceID(dataset: "world", id: .number(2_867_714))])
    state.map.viewport = Viewport(center: try Self.point(48.1, 11.5), zoom: 6.5)
    state.map.restingViewport = Viewport(center: try Self.point(-18.1, 178.4), zoom: 3)
    let record = SessionRecord(state, steps: Steps(), author: "", isKeeping: false)
    #expect(SessionText.record(in: SessionText.text(of: record)).record?.state.map == state.map)
    for target in [MapState.Target.checked, .favorites, .filtered, .shown] {
      var state = SessionState()
      state.map.target = target
      let record = SessionRecord(state, steps: Steps(), author: "", isKeeping: false)
      #expect(SessionText.record(in: SessionText.text(of: record)).record?.state.map == state.map)
    }
  }

  @Test(arguments: ["viewport 91,0 5", "viewport 48,11", "viewport 48,11 99", "map nonsense", "resting-viewport x 1"])
  func malformedLinesOfTheMapAreLeftOut(line: String) {
    let (record, unknown) = SessionText.record(in: Array("gaz-session 1\nopen\n\(line)\nend\n".utf8))
    #expect(record?.state.map == MapState())
    #expect(unknown == 1)
  }
}
