import Foundation
import Testing

@testable import GazetteerIndex

@Suite struct SpatialIndexTests {
  @Test(arguments: PointSet.all)
  func theInvariantHolds(points: PointSet) {
    #expect(points.index.checkInvariants())
  }

  @Test(arguments: PointSet.all)
  func theNearestAreThoseOfALinearScan(points: PointSet) throws {
    let index = points.index
    for origin in points.origins {
      let scanned = points.scan(from: origin, within: nil) { _ in true }
      for count in [0, 1, 2, 10, 33, points.latitudes.count, 5000] {
        let found = try index.nearest(to: origin, count: count).map(Found.init)
        #expect(found == Array(scanned.prefix(count)), "\(count) nearest to \(origin)")
      }
    }
  }

  @Test(arguments: PointSet.all)
  func theNearestThatPassARareFilterAreFound(points: PointSet) throws {
    let index = points.index
    for origin in points.origins {
      for divisor in [3, 97] {
        let passes = { (row: Int) in row % divisor == 1 }
        let found = try index.nearest(to: origin, count: 5, where: passes).map(Found.init)
        #expect(found == Array(points.scan(from: origin, within: nil, where: passes).prefix(5)))
      }
    }
  }

  @Test(arguments: PointSet.all)
  func thoseWithinARadiusAreThoseOfALinearScan(points: PointSet) throws {
    let index = points.index
    for origin in points.origins {
      // A place at exactly the radius is inside.
      let someplace = points.latitudes.indices.lazy.compactMap(points.coordinate).last ?? origin
      let exact = origin.distance(to: someplace).metres
      for metres in [0, exact, exact.nextDown, 0.5, 900, 50_000, 5_000_000, 20_100_000, .infinity, -1, .nan] {
        let radius = Distance.metres(metres)
        let scanned = points.scan(from: origin, within: radius) { _ in true }
        #expect(try index.within(radius, of: origin).map(Found.init) == scanned, "\(metres) m of \(origin)")
        let few = try index.nearest(to: origin, count: 3, within: radius).map(Found.init)
        #expect(few == Array(scanned.prefix(3)))
      }
    }
  }

  @Test(arguments: PointSet.all)
  func aBoxHoldsThePlacesOfALinearScan(points: PointSet) throws {
    let index = points.index
    var corners = points.origins
    corners += [(-90, -180), (90, 180), (-20, 170), (20, -170), (48.1, 11.5), (48.105, 11.505)]
      .compactMap { Coordinate(latitude: $0.0, longitude: $0.1) }
    for southWest in corners {
      for northEast in corners {
        let crosses = southWest.longitude > northEast.longitude
        let scanned = points.latitudes.indices.filter { row in
          guard let place = points.coordinate(row), place.latitude >= southWest.latitude,
            place.latitude <= northEast.latitude
          else { return false }
          return [place.longitude, abs(place.longitude) == 180 ? -place.longitude : place.longitude].contains {
            let isEast = $0 >= southWest.longitude
            let isWest = $0 <= northEast.longitude
            return crosses ? isEast || isWest : isEast && isWest
          }
        }
        #expect(index.rows(from: southWest, to: northEast) == scanned, "\(southWest) to \(northEast)")
      }
    }
  }

  @Test func aCancelledSearchEnds() throws {
    let points = PointSet("", PointSet.random(20_000, -90...90, -180...180))
    let index = points.index
    let origin = try #require(Coordinate(latitude: 0, longitude: 0))
    let cancellation = Cancellation()
    #expect(try index.within(.kilometres(30_000), of: origin, cancellation: cancellation).count == 20_000)
    cancellation.cancel()
    #expect(throws: Cancelled.self) {
      try index.within(.kilometres(30_000), of: origin, cancellation: cancellation)
    }
  }

  @Test(.enabled(if: SharedData.has("data/cities/cities.json"), SharedData.absent))
  func onTheCitiesTheNearestAndTheNearAreThoseOfALinearScan() throws {
    struct City: Decodable {
      struct Position: Decodable {
        let lat: Double
        let lon: Double
      }
      let coord: Position
    }
    let cities = try JSONDecoder().decode([City].self, from: Data(SharedData.bytes("data/cities/cities.json")))
    let points = PointSet("cities", cities.map { ($0.coord.lat, $0.coord.lon) })
    let index = points.index
    #expect(index.count == 209_557)
    #expect(index.checkInvariants())
    for row in stride(from: 100, to: cities.count, by: 30_011) {
      let origin = try #require(Coordinate(latitude: points.latitudes[row], longitude: points.longitudes[row] / 1.01))
      let scanned = points.scan(from: origin, within: nil) { _ in true }
      #expect(try index.nearest(to: origin, count: 50).map(Found.init) == Array(scanned.prefix(50)))
      let radius = scanned[400].distance
      #expect(try index.within(radius, of: origin).map(Found.init) == scanned.filter { $0.distance <= radius })
    }
  }
}

@Suite struct NearestSquaresTests {
  @Test func theSmallestOfTheOfferedRowsAreKept() {
    var random = SplitMix(state: 5)
    let offers = (0..<500).map { _ in Float.random(in: 0..<1, using: &random) } + [0.5, 0.5, 0.5]
    for wanted in [1, 2, 7, 100] {
      var nearest = NearestSquares(wanted: wanted)
      for (count, offer) in offers.enumerated() {
        _ = nearest.offer(offer)
        let sorted = offers[...count].sorted()
        #expect(nearest.farthest == (count + 1 < wanted ? .infinity : sorted[wanted - 1]))
      }
    }
  }
}
