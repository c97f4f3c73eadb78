import Testing

@testable import GazetteerIndex

/// Points to index, and origins for queries.
struct PointSet: CustomTestStringConvertible, Sendable {
  typealias Point = (latitude: Double, longitude: Double)

  let name: String
  let latitudes: [Double]
  let longitudes: [Double]
  var testDescription: String { name }

  init(_ name: String, _ points: [Point]) {
    self.name = name
    latitudes = points.map(\.latitude)
    longitudes = points.map(\.longitude)
  }

  init(_ name: String, count: Int, _ point: (Int) -> Point) { self.init(name, (0..<count).map(point)) }

  static func random(_ count: Int, _ latitudes: ClosedRange<Double>, _ longitudes: ClosedRange<Double>) -> [Point] {
    var random = SplitMix(state: UInt64(count))
    return (0..<count).map { _ in
      (Double.random(in: latitudes, using: &random), Double.random(in: longitudes, using: &random))
    }
  }

  var index: SpatialIndex { SpatialIndex(latitudes: latitudes, longitudes: longitudes) }
  func coordinate(_ row: Int) -> Coordinate? { Coordinate(latitude: latitudes[row], longitude: longitudes[row]) }

  /// Some of the points, points near them, and corners of the globe.
  var origins: [Coordinate] {
    let rows = stride(from: 0, to: latitudes.count, by: max(1, latitudes.count / 3))
    let beside = rows.compactMap { Coordinate(latitude: latitudes[$0] + 0.003, longitude: longitudes[$0] - 0.004) }
    let corners: [Point] = [(0, 0), (90, 0), (-90, 77), (0, 180), (0, -180), (12.3, 179.9999), (-45, -120)]
    return rows.compactMap(coordinate) + beside
      + corners.compactMap { Coordinate(latitude: $0.latitude, longitude: $0.longitude) }
  }

  /// The expected answer, found by looking at every place.
  func scan(from origin: Coordinate, within radius: Distance?, where passes: (Int) -> Bool) -> [Found] {
    latitudes.indices.filter(passes)
      .compactMap { row in coordinate(row).map { Found(row: row, distance: origin.distance(to: $0)) } }
      .filter { found in radius.map { found.distance.metres <= $0.metres } ?? true }
      .sorted { ($0.distance.metres, $0.row) < ($1.distance.metres, $1.row) }
  }
}

struct Found: Equatable {
  let row: Int
  let distance: Distance

  init(row: Int, distance: Distance) {
    self.row = row
    self.distance = distance
  }
  init(_ found: (row: Int, distance: Distance)) { self.init(row: found.row, distance: found.distance) }
}

extension PointSet {
  static let all = [
    PointSet("nothing", []),
    PointSet("one point", [(51.5, -0.1)]),
    PointSet("no position at all", count: 40) { _ in (.nan, .nan) },
    PointSet("a full leaf", random(16, -90...90, -180...180)),
    PointSet("a leaf and one more", random(17, -90...90, -180...180)),
    PointSet("the globe", random(1300, -90...90, -180...180)),
    PointSet("a town, to the metre", random(900, 48.1...48.11, 11.5...11.51)),
    PointSet("the north pole", random(500, 89.99...90, -180...180)),
    PointSet("the south pole itself", count: 361) { (-90, Double($0) - 180) },
    PointSet(
      "both sides of the antimeridian", random(400, -20...20, 179.9...180) + random(401, -20...20, -180 ... -179.9)),
    PointSet("the antimeridian itself", count: 200) { (Double($0 / 2) - 50, $0 % 2 == 0 ? 180 : -180) },
    PointSet("one point a thousand times", count: 1000) { _ in (40.7, -74.2) },
    PointSet("two points many times", count: 700) { (1, $0 % 3 == 0 ? 1 : 1.000_000_1) },
    PointSet("a grid", count: 961) { (Double($0 / 31) * 2 - 30, Double($0 % 31) * 12 - 180) },
    PointSet("one meridian", count: 900) { (Double($0) / 10, 15) },
    PointSet("antipodes", count: 300) { (0, $0 % 2 == 0 ? Double($0) * 1e-9 : 180 - Double($0) * 1e-9) },
    PointSet(
      "some without a position, some off the globe", random(600, -200...200, -250...250) + [(.nan, 3), (4, .nan)]),
  ]
}
