import Testing

@testable import GazetteerIndex

@Suite struct LargestPlacesTests {
  /// Boxes from a fraction of a degree to half of the earth, so that both ways of finding them are used: `limit` of the
  /// leading places, or all places of the box.
  @Test(arguments: [1.0, 30, 100]) func theyAreThoseOfAScan(degrees: Double) throws {
    var random = SplitMix(state: 5)
    let places = (0..<6000).map { number in
      var place = ScannedPlace(id: .number(Int64(number)), name: "place \(number)")
      place.latitude = .random(in: -90...90, using: &random)
      place.longitude = .random(in: -180...180, using: &random)
      place.population = number.isMultiple(of: 3) ? 0 : .random(in: 1...1_000_000, using: &random)
      return place
    }
    let dataset = Dataset(places)
    for _ in 0..<60 {
      let south = Double.random(in: -90...(90 - degrees), using: &random)
      let west = Double.random(in: -180...180, using: &random)
      let southWest = try #require(Coordinate(latitude: south, longitude: west))
      let east = west + degrees > 180 ? west + degrees - 360 : west + degrees
      let northEast = try #require(Coordinate(latitude: south + degrees, longitude: east))
      let found = try dataset.largestPlaces(from: southWest, to: northEast, limit: 7, Cancellation())
      let inside = (0..<dataset.count).map { dataset.place($0) }.filter { place in
        guard let point = place.coordinate, place.population > 0 else { return false }
        let isBetween =
          west <= east ? (west...east).contains(point.longitude) : point.longitude >= west || point.longitude <= east
        return isBetween && (south...south + degrees).contains(point.latitude)
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
