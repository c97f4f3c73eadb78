import Testing

@testable import GazetteerIndex

@Suite struct LargestPlacesTests {
  @Test func theyAreThoseOfAScan() throws {
    var random = SplitMix(state: 5)
    let places = (0..<2000).map { number in
      var place = ScannedPlace(id: .number(Int64(number)), name: "place \(number)")
      place.latitude = .random(in: -90...90, using: &random)
      place.longitude = .random(in: -180...180, using: &random)
      place.population = number.isMultiple(of: 3) ? 0 : .random(in: 1...1_000_000, using: &random)
      return place
    }
    let dataset = Dataset(places)
    for _ in 0..<100 {
      let (south, west) = (
        Double.random(in: -90...60, using: &random), Double.random(in: -180...180, using: &random)
      )
      let southWest = try #require(Coordinate(latitude: south, longitude: west))
      let east = west + 40 > 180 ? west - 320 : west + 40
      let northEast = try #require(Coordinate(latitude: south + 30, longitude: east))
      let found = try dataset.largestPlaces(from: southWest, to: northEast, limit: 7, Cancellation())
      let inside = (0..<dataset.count).map { dataset.place($0) }.filter { place in
        guard let point = place.coordinate, place.population > 0 else { return false }
        let isBetween =
          west <= east ? (west...east).contains(point.longitude) : !(east...west).contains(point.longitude)
        return isBetween && (south...south + 30).contains(point.latitude)
      }
      #expect(found.map(\.population) == Array(inside.map(\.population).sorted(by: >).prefix(7)))
      let ids = Set(inside.map(\.id))
      #expect(found.allSatisfy { ids.contains($0.id) })
    }
  }

  @Test(arguments: [
    (0.0, 1.0, "east"), (1, 0, "north"), (-1, 0, "south"), (0, -1, "west"), (1, 1, "north-east"),
    (-1, 1, "south-east"), (-1, -1, "south-west"), (1, -1, "north-west"), (0.2, 1, "east"), (0.6, 1, "north-east"),
  ])
  func directions(latitude: Double, longitude: Double, name: String) throws {
    let start = try #require(Coordinate(latitude: 0, longitude: 0))
    let end = try #require(Coordinate(latitude: latitude, longitude: longitude))
    #expect(start.direction(to: end).name == name)
  }

  @Test func aDirectionCrossesTheAntimeridian() throws {
    let fiji = try #require(Coordinate(latitude: -18, longitude: 179))
    let samoa = try #require(Coordinate(latitude: -18, longitude: -172))
    #expect(fiji.direction(to: samoa) == .east)
    #expect(samoa.direction(to: fiji) == .west)
  }
}
