import GazetteerIndex
import Testing

@testable import GazetteerSession

/// Where a map is after zooming.
@Suite struct MapSubjectZoomingTests {
  private static let (columns, rows) = (80, 22)

  private static func marker(_ name: String, _ latitude: Double, _ longitude: Double) throws -> MapMarker {
    MapMarker(name, at: try #require(Coordinate(latitude: latitude, longitude: longitude)))
  }

  /// Places around the Atlantic, with nothing in the middle.
  private static func atlantic() throws -> [MapMarker] {
    try [
      marker("Lisbon", 38.7, -9.1), marker("Recife", -8, -34.9), marker("New York", 40.7, -74), marker("Rome", 42, 12),
    ]
  }

  private func zoomed(_ subject: MapSubject, to zoom: Double) -> Viewport {
    let before = subject.viewport(columns: Self.columns, rows: Self.rows)
    return subject.zoomed(
      to: Viewport(center: before.center, zoom: zoom), columns: Self.columns, rows: Self.rows)
  }

  @Test func anEmptyMiddleIsLeftForTheFirstPlace() throws {
    let subject = MapSubject(try Self.atlantic())
    let viewport = zoomed(subject, to: 7)
    #expect(viewport == Viewport(center: subject.markers[0].coordinate, zoom: 7))
  }

  @Test func theCurrentPlaceIsPreferred() throws {
    var subject = MapSubject(try Self.atlantic())
    subject.markers[2].isCurrent = true
    #expect(zoomed(subject, to: 7).center == subject.markers[2].coordinate)
    // Not if it is outside the map.
    let rome = subject.markers[3].coordinate
    subject.viewport = Viewport(
      center: try #require(Coordinate(latitude: rome.latitude, longitude: rome.longitude - 6)), zoom: 5)
    #expect(zoomed(subject, to: 7).center == rome)
  }

  /// A town that was not asked for keeps no map in its place.
  @Test func aPlaceNearTheMiddleKeepsIt() throws {
    var subject = MapSubject(try Self.atlantic())
    let middle = subject.viewport(columns: Self.columns, rows: Self.rows).center
    var island = try Self.marker("Island", middle.latitude, middle.longitude + 1)
    subject.markers.append(island)
    #expect(zoomed(subject, to: 6).center == middle)
    subject.markers.removeLast()
    island.kind = .town
    subject.markers.append(island)
    #expect(zoomed(subject, to: 6).center == subject.markers[0].coordinate)
  }

  @Test func theMiddleStaysWithoutPlacesAndOnTheWayOut() throws {
    var subject = MapSubject(try Self.atlantic())
    let middle = subject.viewport(columns: Self.columns, rows: Self.rows).center
    #expect(zoomed(subject, to: 0).center == middle)
    let pacific = Viewport(center: try #require(Coordinate(latitude: 0, longitude: -150)), zoom: 5)
    subject.viewport = pacific
    #expect(zoomed(subject, to: 8) == Viewport(center: pacific.center, zoom: 8))
  }
}
