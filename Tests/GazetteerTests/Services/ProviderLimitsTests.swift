import Foundation
import GazetteerIndex
import Testing

@testable import GazetteerServices

/// What providers do not give, and what is not taken from them.
@Suite struct ProviderLimitsTests {
  typealias Provider = PlacesRequest.Provider

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func providers(at base: String) -> DataManager {
    let surroundings = WebClient.Surroundings(agent: "gaz/test", clock: { 0 }, pause: { _, _ in }, random: { 1 })
    let providers = PlaceProviders(
      Provider.allCases.map { ProviderSite($0, base: base, key: Secret("key".utf8)) },
      through: WebClient(surroundings), copiesIn: folder.path, now: { 1_767_268_800 }, clock: { 0 }, pause: { _, _ in })
    return DataManager([], providers: providers)
  }

  private func answer(
    _ provider: Provider, _ body: String, at point: (Double, Double) = (40.75, -73.99),
    within radius: Distance = .miles(2),
    isFood: Bool = true, term: String = "", status: Int = 200
  ) throws -> (answer: ProvidedPlaces, names: [String], paths: [String]) {
    let server = try LoopbackServer.answering(status, [], body)
    let request = PlacesRequest(
      provider, around: try #require(Coordinate(latitude: point.0, longitude: point.1)), within: radius, isFood: isFood,
      term: Untrusted(term))
    let answer = try providers(at: server.address).places(for: request, asksAgain: true, Cancellation())
    let names = answer.places.compactMap { answer.pool.source.place($0.id)?.name.text }
    return (answer, names, server.requests.compactMap { $0.path.removingPercentEncoding })
  }

  // MARK: squares and kinds

  private static let square = """
    [{"osm_type": "node", "osm_id": 1, "lat": "40.7501", "lon": "-73.99", "type": "cafe", "name": "Middle"},
     {"osm_type": "node", "osm_id": 2, "lat": "40.778", "lon": "-73.953", "type": "cafe", "name": "Corner"},
     {"osm_type": "node", "osm_id": 3, "lat": "40.7502", "lon": "-73.99", "type": "books", "name": "Pizza Books"},
     {"osm_type": "node", "osm_id": 4, "lat": "40.7503", "lon": "-73.99", "type": "fast_food", "name": "Pizza Stand"}]
    """

  @Test func theCornersOfTheSquareAreNotInTheCircle() throws {
    #expect(try answer(.nominatim, Self.square).names == ["Middle", "Pizza Stand"])
    // The controls: a greater circle, and any kind of place.
    #expect(try answer(.nominatim, Self.square, within: .miles(3)).names == ["Middle", "Corner", "Pizza Stand"])
    let all = try answer(.nominatim, Self.square, within: .miles(3), isFood: false, term: "pizza")
    #expect(all.names.count == 4 && all.paths.count == 1)
    // Words do not replace the kind.
    #expect(try answer(.nominatim, Self.square, term: "pizza").names == ["Middle", "Pizza Stand"])
  }

  @Test func nominatimIsAskedForEachKindOfFood() throws {
    let paths = try answer(.nominatim, "[]").paths
    #expect(
      paths.map { String($0.prefix { $0 != "&" }) } == [
        "/search?amenity=restaurant", "/search?amenity=fast_food", "/search?amenity=cafe",
      ])
  }

  @Test func overpassLooksForWordsInTheKindToo() throws {
    let path = try #require(try answer(.overpass, #"{"elements": []}"#, term: "cafe").paths.first)
    #expect(path.contains(#"[amenity~"^(restaurant|fast_food|cafe)$"][amenity~"cafe",i];"#))
  }

  private static let edges: [(Double, Double)] = [
    (0, 179.99), (0, -179.99), (89.99, 10), (-89.99, 10), (60, 0), (0, 0),
  ]

  /// Every box is on the globe, its corners are in order, and each point at the edge of the circle is in one of them.
  @Test(arguments: edges) func theBoxesAreOnTheGlobe(latitude: Double, longitude: Double) throws {
    let paths = try answer(
      .nominatim, "[]", at: (latitude, longitude), within: .kilometres(50), isFood: false, term: "a"
    )
    .paths
    let boxes = try paths.map { path in
      try #require(path.components(separatedBy: "viewbox=").last?.prefix { $0 != "&" }).split(separator: ",").compactMap
      {
        Double($0)
      }
    }
    #expect(boxes.count == (abs(longitude) > 179 ? 2 : 1))
    for box in boxes {
      #expect(box.count == 4 && box[0] < box[2] && box[3] < box[1])
      #expect(abs(box[0]) <= 180 && abs(box[2]) <= 180 && abs(box[1]) <= 90 && abs(box[3]) <= 90)
    }
    for degrees in stride(from: 0.0, to: 360, by: 15) {
      let (north, east) = (cos(degrees * .pi / 180) * 0.4, sin(degrees * .pi / 180) * 0.4)
      let other = latitude + north
      guard abs(other) < 89.9 else { continue }
      let turned = longitude + east / cos(latitude * .pi / 180)
      let wrapped = turned.remainder(dividingBy: 360)
      #expect(boxes.contains { $0[0] <= wrapped && wrapped <= $0[2] && $0[3] <= other && other <= $0[1] })
    }
  }

  // MARK: what was cut off

  private static func businesses(_ count: Int, total: Int) -> String {
    let entries = (0..<count).map { #"{"id": "b\#($0)", "name": "B\#($0)"}"# }.joined(separator: ",")
    return #"{"total": \#(total), "businesses": [\#(entries)]}"#
  }

  private static func elements(_ count: Int) -> String {
    let entries = (0..<count).map {
      #"{"type": "node", "id": \#($0), "lat": 40.75, "lon": -73.99, "tags": {"name": "N\#($0)", "amenity": "cafe"}}"#
    }
    return #"{"elements": [\#(entries.joined(separator: ","))]}"#
  }

  @Test func whatTheProviderKeepsBackIsKnown() throws {
    let some = try answer(.yelp, Self.businesses(50, total: 240)).answer
    #expect(some.cut == .known(total: 240) && some.entries == 50)
    #expect(try answer(.yelp, Self.businesses(50, total: 50)).answer.cut == nil)
    #expect(try answer(.overpass, Self.elements(100)).answer.cut == .likely)
    #expect(try answer(.overpass, Self.elements(99)).answer.cut == nil)
    let many = try answer(.yelp, Self.businesses(1200, total: 1200)).answer
    #expect(many.cut == .likely && many.places.count == 1000)
  }

  @Test func aRadiusBeyondTheLimitIsKnown() throws {
    let far = try answer(.overpass, Self.elements(1), within: .kilometres(500))
    #expect(far.answer.reach == .metres(100_000) && far.paths[0].contains("around:100000,"))
    let near = try answer(.overpass, Self.elements(1), within: .kilometres(100))
    #expect(near.answer.reach == nil && near.paths[0].contains("around:100000,"))
    let yelp = try answer(.yelp, Self.businesses(1, total: 1), within: .miles(50))
    #expect(yelp.answer.reach == .metres(40_000) && yelp.paths[0].contains("radius=40000"))
  }

  @Test func onlyWhatHasNoNameIsCountedAsNameless() throws {
    let body = #"{"total": 1, "businesses": [{"id": "a", "name": "A"}, {"id": "a", "name": "A"}, {"id": "b"}, 5, {}]}"#
    let answer = try answer(.yelp, body).answer
    #expect(answer.places.count == 1 && answer.nameless == 1 && answer.malformed == 2 && answer.entries == 5)
  }

  /// Each value would take many times more memory than its text.
  @Test func anAnswerWithTooManyValuesIsRefused() throws {
    let ones = { (count: Int) in "[" + Array(repeating: "1", count: count).joined(separator: ",") + "]" }
    #expect(throws: ProviderError.tooMuch(host: Untrusted("127.0.0.1"))) {
      try answer(.nominatim, ones(ProviderAnswer.mostValues + 1), term: "a")
    }
    // The control: as many as there may be.
    #expect(try answer(.nominatim, ones(ProviderAnswer.mostValues - 1), term: "a").answer.malformed == 1000)
  }

  @Test(arguments: [("\"40.5\"", 40.5), ("\"4e1\"", 40), ("\"0x28p0\"", nil), ("\"nan\"", nil), ("\"inf\"", nil)])
  func onlyDecimalTextsAreNumbers(text: String, number: Double?) throws {
    #expect(try JSONValue(Array(text.utf8), most: 1).number == number)
  }

  @Test func theStarsOfAHotelAreNoRating() throws {
    let body = """
      {"elements": [{"type": "node", "id": 1, "lat": 40.75, "lon": -73.99,
        "tags": {"name": "H", "tourism": "hotel", "amenity": "bar;restaurant", "stars": "4"}}]}
      """
    let place = try #require(try answer(.overpass, body).answer.pool.source.place(.text("node/1")))
    #expect(place.attributes.map(\.key.text) == ["hotel_stars"])
    #expect(place.categories.map(\.text) == ["bar", "restaurant", "hotel"])
  }

  // MARK: remedies

  @Test func aBadKeyNamesItsVariable() throws {
    #expect(throws: ProviderError.badKey(variable: "GAZ_YELP_KEY", host: Untrusted("127.0.0.1"), Untrusted("BAD"))) {
      try answer(.yelp, #"{"error": {"code": "BAD"}}"#, status: 401)
    }
  }

  @Test(arguments: ["no address", "ftp://127.0.0.1"]) func aBadAddressNamesItsVariable(base: String) throws {
    let request = PlacesRequest(
      .overpass, around: try #require(Coordinate(latitude: 1, longitude: 2)), within: .miles(2), isFood: true,
      term: Untrusted(""))
    let error = #expect(throws: ProviderError.self) {
      try providers(at: base).places(for: request, asksAgain: false, Cancellation())
    }
    #expect(error?.remedy?.neutralised == "check the variable GAZ_OVERPASS_URL, or start gaz without it")
  }

  // MARK: copies

  @Test func theOldestCopiesAreRemoved() throws {
    let copies = SourceCopies(folder: folder.path + "/c")
    for number in 0..<6 {
      let address = try WebAddress(Untrusted("https://example.org/\(number)"))
      try copies.save(SourceCopies.Copy(time: 1, content: [UInt8(number)]), of: address)
    }
    // Their files were saved within an instant: give each its own time, the first one the newest.
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/c")
    for file in files {
      let content = try #require(copies.copy(named: file)?.content.first)
      let date = Date(timeIntervalSince1970: 1000 - Double(content))
      try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: folder.path + "/c/" + file)
    }
    let contents = { (names: [String]) in names.compactMap { copies.copy(named: $0)?.content.first } }
    #expect(contents(copies.newest(4, bytes: 1 << 20)) == [0, 1, 2, 3])
    #expect(contents(copies.newest(4, bytes: 1)) == [])
    copies.removeOldest(keeping: 3)
    #expect(contents(copies.newest(100, bytes: 1 << 20)) == [0, 1, 2])
  }

  @Test func readingThePoolCanBeCancelled() throws {
    _ = try answer(.yelp, Self.businesses(3, total: 3))
    let cancellation = Cancellation()
    cancellation.cancel()
    let providers = providers(at: "http://127.0.0.1:1")
    #expect(throws: Cancelled.self) { try providers.pool(of: .yelp, cancellation) }
    // The control, with the same copies.
    #expect(try providers.pool(of: .yelp, Cancellation()).count == 3)
  }
}
