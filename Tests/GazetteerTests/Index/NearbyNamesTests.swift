import Testing

@testable import GazetteerIndex

struct NearbyNamesTests {
  private struct Point {
    let name: String
    let coordinate: Coordinate?
  }

  private static func coordinate(_ latitude: Double, _ longitude: Double) -> Coordinate? {
    Coordinate(latitude: max(-90, min(90, latitude)), longitude: longitude > 180 ? longitude - 360 : longitude)
  }

  /// The index and a scan agree, even around points where grids of degrees fail.
  @Test(arguments: [(0.0, 0.0), (52.5, 13.4), (89.9995, 10.0), (-90.0, 0.0), (10.0, 180.0), (-60.0, 179.9999)])
  func theNearestIsThatOfAScan(latitude: Double, longitude: Double) {
    var random = SplitMix(state: 7)
    let names = ["a", "A", "á", "b", "!", "?"]
    let points = (0..<400).map { _ in
      // Up to about 550 m to the north or south, and by up to as many degrees to the east or west.
      let north = Double.random(in: -0.005...0.005, using: &random)
      let east = Double.random(in: -0.005...0.005, using: &random)
      let isPlaced = Int.random(in: 0..<20, using: &random) > 0
      let coordinate = isPlaced ? Self.coordinate(latitude + north, longitude + east) : nil
      return Point(name: names.randomElement(using: &random) ?? "", coordinate: coordinate)
    }
    var index = NearbyNames(within: .metres(50))
    for point in points { index.add(Untrusted(point.name), at: point.coordinate) }
    var found = 0
    for (number, point) in points.enumerated() {
      let isMeant = { (other: Int) in other != number }
      let expected = points.indices.filter { other in
        guard isMeant(other), Self.isAlike(points[other].name, point.name) else { return false }
        guard let here = point.coordinate, let there = points[other].coordinate else {
          return point.coordinate == nil && points[other].coordinate == nil
        }
        return here.distance(to: there).metres <= 50
      }.min { Self.rank($0, points, point) < Self.rank($1, points, point) }
      let nearest = index.nearest(to: point.coordinate, called: Untrusted(point.name), where: isMeant)
      #expect(nearest == expected)
      if expected != nil { found += 1 }
    }
    #expect(found >= 50 && (found < points.count || abs(latitude) > 89))
  }

  private static func isAlike(_ one: String, _ other: String) -> Bool {
    let (fold, otherFold) = (Fold.fold(one), Fold.fold(other))
    return fold.isEmpty ? one == other : fold == otherFold
  }

  private static func rank(_ index: Int, _ points: [Point], _ point: Point) -> (Double, Int) {
    guard let here = point.coordinate, let there = points[index].coordinate else { return (0, index) }
    return (here.distance(to: there).metres, index)
  }

  @Test(arguments: [(49.9, true), (50.1, false)]) func placesWithinFiftyMetresAreFound(metres: Double, isNear: Bool) {
    var index = NearbyNames(within: .metres(50))
    index.add(Untrusted("Café"), at: Coordinate(latitude: 0, longitude: 0))
    let north = metres / Distance.earthRadius / GreatCircle.radians
    let found = index.nearest(to: Coordinate(latitude: north, longitude: 0), called: Untrusted("cafe")) { _ in true }
    #expect((found != nil) == isNear)
  }
}
