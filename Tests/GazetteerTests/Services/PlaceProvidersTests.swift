import Foundation
import GazetteerIndex
import Synchronization
import Testing

@testable import GazetteerServices

/// Providers of places, played by a server on this machine.
@Suite struct PlaceProvidersTests {
  typealias Provider = PlacesRequest.Provider

  /// A clock that goes forward only while somebody waits.
  private final class Clock: Sendable {
    private let waited = Mutex<[Double]>([])
    private let seconds = Mutex<Int64>(1_767_268_800)
    var waits: [Double] { waited.withLock { $0 } }
    var now: Int64 { seconds.withLock { $0 } }
    func wait(_ time: Double) { waited.withLock { $0.append(time) } }
    func advance(_ time: Int64) { seconds.withLock { $0 += time } }
  }

  private let clock = Clock()
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func providers(at address: String, key: String? = "secret-key", isOffline: Bool = false) -> DataManager {
    let clock = clock
    var surroundings = WebClient.Surroundings(
      agent: "gaz/test", clock: { clock.waits.reduce(0, +) }, pause: { time, _ in clock.wait(time) }, random: { 1 })
    surroundings.isOffline = isOffline
    let sites = Provider.allCases.map {
      ProviderSite($0, base: address + "/" + $0.rawValue, key: $0 == .yelp ? key.map { Secret($0.utf8) } : nil)
    }
    let providers = PlaceProviders(
      sites, through: WebClient(surroundings), copiesIn: folder.path, now: { clock.now },
      clock: { clock.waits.reduce(0, +) }, pause: { time, _ in clock.wait(time) })
    return DataManager([], providers: providers)
  }

  private static func request(
    _ provider: Provider, at latitude: Double = 40.75, isFood: Bool = true, term: String = ""
  ) throws -> PlacesRequest {
    PlacesRequest(
      provider, around: try #require(Coordinate(latitude: latitude, longitude: -73.99)), within: .miles(2),
      isFood: isFood, term: Untrusted(term))
  }

  private func answer(
    _ providers: DataManager, to request: PlacesRequest, asksAgain: Bool = false
  ) throws(ProviderError) -> ProvidedPlaces {
    try providers.places(for: request, asksAgain: asksAgain, Cancellation())
  }

  private func places(_ provided: ProvidedPlaces) -> [Place] {
    provided.places.compactMap { provided.pool.source.place($0.id) }
  }

  private static let good: [Provider: String] = [
    .overpass: """
    {"version": 0.6, "elements": [
      {"type": "way", "id": 5, "center": {"lat": 40.7511, "lon": -73.9953},
       "tags": {"name": "Moynihan Café", "amenity": "cafe", "cuisine": "coffee_shop", "addr:housenumber": "421",
                "addr:street": "8th Ave", "addr:city": "New York", "alt_name": "Hall;The Hall"}},
      {"type": "node", "id": 9007199254740993, "lat": 40.7478, "lon": -73.9866,
       "tags": {"name": "Seoul Garden", "amenity": "restaurant"}},
      {"type": "node", "id": 7, "lat": 40.7478, "lon": -73.9866, "tags": {"amenity": "restaurant"}},
      {"type": "node", "id": 8, "tags": {"name": "Nowhere", "amenity": "fast_food"}}
    ]}
    """,
    .nominatim: """
    [{"osm_type": "node", "osm_id": 11, "lat": "40.7511", "lon": "-73.9953", "category": "amenity", "type": "cafe",
      "name": "Moynihan Café", "display_name": "Moynihan Café, 421, 8th Ave, New York",
      "address": {"country_code": "us"}, "extratags": {"cuisine": "coffee_shop"}},
     {"osm_type": "way", "osm_id": 5, "lat": "40.7478", "lon": "-73.9866", "type": "restaurant", "name": "",
      "display_name": "Seoul Garden, New York"}]
    """,
    .yelp: """
    {"total": 3, "businesses": [
      {"id": "b2", "name": "Seoul Garden", "rating": 4.5, "review_count": 120, "price": "$$",
       "coordinates": {"latitude": 40.7478, "longitude": -73.9866}, "distance": 412.7,
       "location": {"display_address": ["34 W 32nd St", "New York, NY 10001"]},
       "categories": [{"alias": "korean", "title": "Korean"}, {"alias": "bbq", "title": "Barbeque"}],
       "url": "https://www.yelp.com/biz/b2", "is_closed": false},
      {"id": "b1", "name": "Unrated", "coordinates": {"latitude": null, "longitude": null}, "distance": 90,
       "location": null, "categories": null},
      {"id": "b3", "rating": 2}
    ]}
    """,
  ]

  // MARK: what is asked and what is read

  @Test func overpassIsAskedByCategoryAndItsOrderIsKept() throws {
    let server = try LoopbackServer.answering(200, [], try #require(Self.good[.overpass]))
    let provided = try answer(providers(at: server.address), to: try Self.request(.overpass))
    let path = try #require(server.requests.first?.path.removingPercentEncoding)
    #expect(path.contains("(around:3219,40.750000,-73.990000)[amenity~\"^(restaurant|fast_food|cafe)$\"];"))
    #expect(
      path.hasPrefix("/overpass/interpreter?data=[out:json][timeout:25];") && path.hasSuffix("out center tags 100;"))
    let places = places(provided)
    #expect(places.map(\.name.text) == ["Moynihan Café", "Seoul Garden", "Nowhere"])
    #expect(places.map(\.id.id) == [.text("way/5"), .text("node/9007199254740993"), .text("node/8")])
    #expect(places.map { $0.categories.map(\.text) } == [["cafe"], ["restaurant"], ["fast_food"]])
    #expect(places[0].coordinate == Coordinate(latitude: 40.7511, longitude: -73.9953) && places[2].coordinate == nil)
    #expect(places[0].alternates.map(\.text) == ["Hall", "The Hall"])
    #expect(
      places[0].attributes.map { "\($0.key.text)=\($0.value.text)" } == [
        "address=421 8th Ave, New York", "cuisine=coffee_shop",
      ])
    #expect(provided.nameless == 1 && provided.malformed == 0 && provided.time == clock.now && provided.excuse == nil)
    #expect(provided.pool.source.about.attribution?.text.contains("OpenStreetMap") == true)
  }

  @Test(arguments: [
    ("pizza\"];out;node[\"x", "pizza...out.node..x"), ("thai food", "thai[ _]food"), ("Café", "Café"), (".*", ".."),
  ])
  func aTermCannotChangeTheQuestion(term: String, pattern: String) throws {
    let server = try LoopbackServer.answering(200, [], try #require(Self.good[.overpass]))
    _ = try answer(providers(at: server.address), to: try Self.request(.overpass, term: term))
    let path = try #require(server.requests.first?.path.removingPercentEncoding)
    #expect(path.contains("[name~\"\(pattern)\",i];") && path.contains("[cuisine~\"\(pattern)\",i];"))
  }

  @Test func nominatimIsAskedWithinABoxAndTextsAreNumbers() throws {
    let server = try LoopbackServer.answering(200, [], try #require(Self.good[.nominatim]))
    let providers = providers(at: server.address)
    let provided = try answer(providers, to: try Self.request(.nominatim))
    let path = try #require(server.requests.first?.path)
    #expect(path.hasPrefix("/nominatim/search?amenity=restaurant&format=jsonv2&limit=40&viewbox=-74.0"))
    #expect(path.hasSuffix("&bounded=1&addressdetails=1&extratags=1"))
    #expect(server.requests.first?.header("User-Agent") == "gaz/test")
    let places = places(provided)
    #expect(places.map(\.name.text) == ["Moynihan Café", "Seoul Garden"])
    #expect(places[0].coordinate == Coordinate(latitude: 40.7511, longitude: -73.9953))
    #expect(places[0].region.country == Untrusted("US") && places[0].categories == [Untrusted("cafe")])
    _ = try answer(providers, to: try Self.request(.nominatim, isFood: false, term: "a&b=c"))
    #expect(server.requests.last?.path.hasPrefix("/nominatim/search?q=a%26b%3Dc&format") == true)
  }

  @Test func nominatimIsAskedWhereATextIs() throws {
    let server = try LoopbackServer.answering(200, [], try #require(Self.good[.nominatim]))
    let request = PlacesRequest(geocoding: Untrusted("Penn Station & more"))
    let provided = try answer(providers(at: server.address), to: request)
    let query = "q=Penn%20Station%20%26%20more&format=jsonv2&limit=5&addressdetails=1&extratags=1"
    #expect(server.requests.map(\.path) == ["/nominatim/search?" + query])
    // They are anywhere, and of any kind.
    #expect(places(provided).map(\.name.text) == ["Moynihan Café", "Seoul Garden"])
    // Its answer is kept for a day, as its rules want.
    #expect(try answer(providers(at: server.address), to: request).places == provided.places)
    #expect(server.requests.count == 1)
    clock.advance(PlacesRequest.freshness)
    _ = try answer(providers(at: server.address), to: request)
    #expect(server.requests.count == 2)
  }

  @Test func yelpGetsTheKeyAndMissingFieldsAreMissing() throws {
    let server = try LoopbackServer.answering(200, [], try #require(Self.good[.yelp]))
    let provided = try answer(providers(at: server.address), to: try Self.request(.yelp))
    let request = try #require(server.requests.first)
    #expect(request.header("Authorization") == "Bearer secret-key")
    #expect(request.path.contains("term=food&latitude=40.750000&longitude=-73.990000&radius=3219&limit=50&offset=0"))
    #expect(!request.path.contains("secret-key"))
    let places = places(provided)
    #expect(places.map(\.name.text) == ["Seoul Garden", "Unrated"])
    #expect(places[0].categories.map(\.text) == ["Korean", "Barbeque"])
    let attributes = Dictionary(uniqueKeysWithValues: places[0].attributes.map { ($0.key.text, $0.value.text) })
    #expect(attributes["rating"] == "4.5" && attributes["address"] == "34 W 32nd St, New York, NY 10001")
    #expect(places[1].coordinate == nil && places[1].attributes.map(\.key.text) == ["distance"])
    #expect(provided.nameless == 1 && provided.malformed == 0 && provided.cut == nil)
  }

  @Test func yelpWithoutAKeyIsNotAsked() throws {
    let server = try LoopbackServer.answering(200, [], "{}")
    let providers = providers(at: server.address, key: nil)
    #expect(throws: ProviderError.noKey(variable: "GAZ_YELP_KEY")) {
      try answer(providers, to: try Self.request(.yelp))
    }
    #expect(server.requests.isEmpty)
  }

  // MARK: faults

  private static let host = Untrusted("127.0.0.1")

  private static let faults: [(Int, String, ProviderError)] = [
    (200, "", .malformed(host: host)), (200, "{\"elements\": [", .malformed(host: host)),
    (200, "<html>busy</html>", .malformed(host: host)), (200, "[]", .unexpected(host: host)),
    (200, "{}", .unexpected(host: host)), (200, "{\"elements\": 5}", .unexpected(host: host)),
    (200, "{\"elements\": {\"a\": 1}}", .unexpected(host: host)), (200, "null", .unexpected(host: host)),
    (
      200, "{\"elements\": [], \"remark\": \"runtime error: Query timed out\"}",
      .said(Untrusted("runtime error: Query timed out"), host: host)
    ),
    (400, "bad", .web(.refused(host: host, status: 400))), (429, "slow down", .web(.refused(host: host, status: 429))),
    (500, "oops", .web(.refused(host: host, status: 500))),
    (
      400, "{\"error\": {\"code\": \"VALIDATION_ERROR\", \"description\": \"no such place\"}}",
      .said(Untrusted("no such place"), host: host)
    ),
    (401, "{\"error\": {\"code\": \"TOKEN_INVALID\"}}", .said(Untrusted("TOKEN_INVALID"), host: host)),
  ]

  @Test(arguments: faults.indices) func aBadAnswerIsAnErrorWithItsReason(index: Int) throws {
    let (status, body, error) = Self.faults[index]
    let server = try LoopbackServer.answering(status, [], body)
    let providers = providers(at: server.address)
    #expect(throws: error) { try answer(providers, to: try Self.request(.overpass)) }
    #expect(try providers.pool(of: .overpass, Cancellation()).count == 0)
    // What is wrong is not kept.
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test func halfABodyIsAnError() throws {
    let body = try #require(Self.good[.overpass])
    let server = try LoopbackServer { _, connection in
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n" + body.prefix(300))
    }
    #expect(throws: ProviderError.web(.cutOff(host: Self.host))) {
      try answer(providers(at: server.address), to: try Self.request(.overpass))
    }
  }

  /// Entries that are no places, and one whose fields have other types than expected.
  private static let oddAnswers: [(Provider, String)] = [
    (
      Provider.overpass,
      #"{"elements": [5, null, [], {"type": 7, "id": "x", "tags": []}, {"type": "node", "id": 1, "lat": "x", "lon": {}, "tags": {"name": "A", "amenity": 5, "alt_name": 3}}]}"#
    ),
    (
      .nominatim,
      #"[5, null, {"osm_type": [], "osm_id": {}}, {"osm_type": "node", "osm_id": 1, "name": "A", "lat": [], "lon": null, "address": 5, "extratags": [1]}]"#
    ),
    (
      .yelp,
      #"{"businesses": [5, null, {"id": 7, "name": "B"}, {"id": "a", "name": "A", "coordinates": 5, "rating": [], "location": {"display_address": 3}, "categories": [{"title": 5}], "is_closed": "no"}]}"#
    ),
  ]

  /// Entries that are no places are left out; nothing in them is trusted to have its type.
  @Test(arguments: oddAnswers)
  func wrongTypesAreLeftOut(provider: Provider, body: String) throws {
    let server = try LoopbackServer.answering(200, [], body)
    let request = try Self.request(provider, isFood: provider != .nominatim, term: provider == .nominatim ? "a" : "")
    let provided = try answer(providers(at: server.address), to: request)
    let places = places(provided)
    #expect(places.map(\.name.text) == ["A"] && places[0].coordinate == nil)
    #expect(places[0].categories == [Untrusted("Default")])
    #expect(provided.malformed == (provider == .overpass ? 4 : 3) && provided.nameless == 0)
  }

  @Test func anEmptyAnswerIsAnAnswer() throws {
    let server = try LoopbackServer.answering(200, [], "[]")
    #expect(try answer(providers(at: server.address), to: try Self.request(.nominatim)).places.isEmpty)
  }

  // MARK: copies, and one request a second

  @Test func aFreshCopyIsNotAskedForAgain() throws {
    let server = try LoopbackServer.answering(200, [], try #require(Self.good[.yelp]))
    let first = try answer(providers(at: server.address), to: try Self.request(.yelp))
    clock.advance(PlacesRequest.freshness - 1)
    // As in the next session.
    let later = providers(at: server.address)
    let second = try answer(later, to: try Self.request(.yelp))
    #expect(second.places == first.places && second.time == first.time && server.requests.count == 1)
    // Another place is another question, and so is an order to ask again.
    _ = try answer(later, to: try Self.request(.yelp, at: 40.76))
    _ = try answer(later, to: try Self.request(.yelp), asksAgain: true)
    clock.advance(PlacesRequest.freshness)
    _ = try answer(later, to: try Self.request(.yelp))
    #expect(server.requests.count == 4)
  }

  @Test func anOldCopyServesWhileTheProviderFails() throws {
    let isBroken = Mutex(false)
    let body = try #require(Self.good[.yelp])
    let server = try LoopbackServer { _, connection in
      let fails = isBroken.withLock { $0 }
      connection.answer(fails ? 500 : 200, [], fails ? "" : body)
    }
    let providers = providers(at: server.address)
    let first = try answer(providers, to: try Self.request(.yelp))
    isBroken.withLock { $0 = true }
    clock.advance(3 * PlacesRequest.freshness)
    let second = try answer(providers, to: try Self.request(.yelp))
    #expect(second.places == first.places && second.time == first.time)
    #expect(second.excuse?.neutralised == "127.0.0.1 answered 500 (error of the server)")
    let offline = self.providers(at: server.address, isOffline: true)
    #expect(try answer(offline, to: try Self.request(.yelp)).excuse?.neutralised == "gaz is offline")
    // Without a copy, there is nothing to serve.
    #expect(throws: ProviderError.web(.offline)) { try answer(offline, to: try Self.request(.yelp, at: 41)) }
  }

  @Test func thePoolHasThePlacesOfAllAnswersOnce() throws {
    let server = try LoopbackServer { request, connection in
      let id = request.path.contains("latitude=40.75") ? "b1" : "b2"
      let name = request.number == 0 ? "Old" : "New \(id)"
      connection.answer(
        200, [], #"{"businesses": [{"id": "\#(id)", "name": "\#(name)"}, {"id": "b0", "name": "\#(name)"}]}"#)
    }
    let providers = providers(at: server.address)
    _ = try answer(providers, to: try Self.request(.yelp))
    let second = try answer(providers, to: try Self.request(.yelp, at: 40.9))
    #expect(second.pool.source.size == .exact(3))
    #expect(second.pool.source.place(.text("b0"))?.name == Untrusted("New b2"))
    // The next session has them too, from the copies.
    clock.advance(10)
    let pool = try self.providers(at: server.address).pool(of: .yelp, Cancellation())
    #expect(pool.count == 3 && pool.name == "yelp")
    #expect(pool.about.attribution == Provider.yelp.attribution)
  }

  @Test func aServerGetsOneRequestASecond() throws {
    let server = try LoopbackServer.answering(200, [], #"{"businesses": []}"#)
    let providers = providers(at: server.address)
    for latitude in [41.0, 42, 43] { _ = try answer(providers, to: try Self.request(.yelp, at: latitude)) }
    #expect(clock.waits == [1, 1])
    #expect(server.requests.count == 3)
  }

  @Test func aCancelledRequestHasNoAnswer() throws {
    let cancellation = Cancellation()
    let server = try LoopbackServer { _, connection in
      cancellation.cancel()
      connection.waitForClient()
    }
    #expect(throws: ProviderError.cancelled) {
      try providers(at: server.address).places(
        for: try Self.request(.overpass), asksAgain: false, cancellation)
    }
  }

  @Test func theKeyIsNeitherInCopiesNorInErrors() throws {
    let server = try LoopbackServer.answering(200, [], try #require(Self.good[.yelp]))
    _ = try answer(providers(at: server.address), to: try Self.request(.yelp))
    let files = try #require(FileManager.default.enumerator(atPath: folder.path)).compactMap { $0 as? String }
    let copies = files.filter { $0.hasSuffix(".copy") }
    #expect(copies.count == 1)
    for file in copies {
      #expect(try !String(contentsOfFile: folder.path + "/" + file, encoding: .utf8).contains("secret-key"))
    }
    #expect(!"\(ProviderSite(.yelp, key: Secret("secret-key".utf8)))".contains("secret-key"))
  }
}
