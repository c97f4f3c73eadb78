import Foundation
import GazetteerIndex
import GazetteerServices
import Testing

@testable import GazetteerSession
@testable import GazetteerShell

/// Places that no open dataset knows, with Nominatim and Overpass played by a server on this machine.
struct GeocodingTests {
  private static let credit = "© OpenStreetMap contributors, ODbL (openstreetmap.org/copyright)"
  private static let restaurants = """
    {"elements": [{"type": "node", "id": 3, "lat": 40.706, "lon": -73.996, "tags": {"name": "Deli", "amenity": "cafe"}}]}
    """

  private static func bridge(_ id: Int, _ name: String, _ state: String) -> String {
    """
    {"osm_type": "way", "osm_id": \(id), "lat": "40.7061", "lon": "-73.9969", "type": "bridge", "name": "\(name)",
     "address": {"state": "\(state)", "country_code": "us"}}
    """
  }

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Nominatim knows Brooklyn Bridge once, and two places called Tower Bridge.
  private func server() throws -> LoopbackServer {
    try LoopbackServer { request, connection in
      if request.path.contains("interpreter") {
        connection.answer(200, [], Self.restaurants)
      } else if request.path.contains("q=Brooklyn%20Bridge&") {
        connection.answer(200, [], "[\(Self.bridge(5, "Brooklyn Bridge", "New York"))]")
      } else if request.path.contains("q=Tower%20Bridge&") {
        let bridges = [Self.bridge(6, "Tower Bridge", "California"), Self.bridge(7, "Tower Bridge", "Ohio")]
        connection.answer(200, [], "[\(bridges.joined(separator: ","))]")
      } else {
        connection.answer(200, [], "[]")
      }
    }
  }

  /// Nominatim knows Brooklyn Bridge, but answers only when a test lets it.
  private func server(behind gate: DispatchSemaphore) throws -> LoopbackServer {
    try LoopbackServer { _, connection in
      gate.wait()
      connection.answer(200, [], "[\(Self.bridge(5, "Brooklyn Bridge", "New York"))]")
    }
  }

  private func student(
    _ server: LoopbackServer, isPrompt: Bool = false, _ flags: Flags = Flags()
  ) throws -> Student {
    let student = Student(in: folder.path, flags, purpose: isPrompt ? .prompt : .batch) { environment in
      let client = WebClient(
        WebClient.Surroundings(agent: "gaz/test", clock: { 0 }, pause: { _, _ in }, random: { 0 }))
      environment.web = client
      environment.providers = PlaceProviders(
        PlacesRequest.Provider.allCases.map { ProviderSite($0, base: server.address) }, through: client,
        copiesIn: nil, now: environment.now, clock: { 0 }, pause: { _, _ in })
    }
    student.say("login --user ada --new")
    return student
  }

  @Test func aPostAsksTheGeocoderLast() throws {
    let server = try server()
    let student = try student(server)
    student.say("post munich --url https://example.org --unchecked")
    #expect(server.requests.isEmpty, "an open dataset knows it")
    #expect(
      student.say("account --multiple on; post Brooklyn Bridge --url https://example.org --unchecked") == """
        multiple locations: on
        nominatim knows Brooklyn Bridge, New York, US: \(Self.credit)
        posted Brooklyn Bridge, New York, US
        """)
    #expect(server.requests.count == 1)
    let location = try #require(student.interpreter.session.locations(of: "local")?.locations.first)
    #expect(location.place == Untrusted("Brooklyn Bridge, New York, US"))
    #expect(location.coordinate == Coordinate(latitude: 40.7061, longitude: -73.9969))
    // What it has said belongs to the open datasets now.
    student.say("post nominatim:way/5 --url https://example.org/2 --unchecked")
    #expect(student.interpreter.session.locations(of: "local")?.locations.count == 3 && server.requests.count == 1)
  }

  /// A script gets the candidates, which it can post without asking again.
  @Test func theOthersAreOffered() throws {
    let server = try server()
    let student = try student(server)
    #expect(
      student.say("post Tower Bridge --url https://example.org --unchecked") == """
        ! "Tower Bridge" may be several places; Tower Bridge, California, US (nominatim:way/6), Tower Bridge, Ohio, US \
        (nominatim:way/7); try: post nominatim:way/6 --url https://example.org --unchecked
        [exit 2]
        """)
    #expect(student.say("locations --limit 0") == "0 places")
    let answer = student.say("post nominatim:way/7 --url https://example.org --unchecked")
    #expect(answer == "posted Tower Bridge, Ohio, US" && server.requests.count == 1)
  }

  @Test func theNumberOfAnOtherIsPosted() throws {
    let server = try server()
    let student = try student(server)
    student.willAnswer("2")
    let answer = student.say("post Tower Bridge --url https://example.org --unchecked")
    #expect(answer.contains("2  Tower Bridge, Ohio, US"), "\(answer)")
    #expect(
      answer.hasSuffix(
        "nominatim knows Tower Bridge, Ohio, US: \(Self.credit)\nposted Tower Bridge, Ohio, US"), "\(answer)")
    #expect(server.requests.count == 1)
  }

  @Test func anEditAsksTheGeocoderToo() throws {
    let server = try server()
    let student = try student(server)
    student.say("post munich --url https://example.org --unchecked; locations")
    let answer = student.say("edit-location 1 --place \"Brooklyn Bridge\"")
    #expect(answer.hasSuffix("updated Brooklyn Bridge, New York, US"))
    #expect(student.say("locations").contains("Brooklyn Bridge, New York, US"))
  }

  /// As `post` does. Whoever allows changes in advance has still not said which place is meant.
  @Test(arguments: [false, true]) func anEditOffersTheOthersToo(isAllowed: Bool) throws {
    var flags = Flags()
    if isAllowed { flags.allowed = [.account] }
    let server = try server()
    let student = try student(server, flags)
    student.say("post munich --url https://example.org --unchecked; locations")
    let answer = student.say("edit-location 1 --place \"Tower Bridge\"")
    #expect(answer.contains("Tower Bridge, Ohio, US (nominatim:way/7); try: edit-location 1 --place"), "\(answer)")
    #expect(student.say("locations").contains("Munich, Bavaria, DE"))
    #expect(student.say("edit-location 1 --place nominatim:way/7").hasSuffix("updated Tower Bridge, Ohio, US"))
  }

  @Test func nothingIsSentThatCannotBePosted() throws {
    let server = try server()
    let student = try student(server)
    for line in ["post Brooklyn Bridge", "post Brooklyn Bridge --url example.org", "post 1,2x --url https://e.org"] {
      #expect(student.say(line).hasPrefix("! "))
    }
    student.say("logout; post Brooklyn Bridge --url https://example.org --unchecked")
    #expect(server.requests.map(\.path).filter { $0.contains("Brooklyn") } == [])
  }

  @Test func aPlaceThatNobodyKnowsIsNotPosted() throws {
    let server = try server()
    let student = try student(server)
    #expect(
      student.say("post nowhereatall --url https://example.org --unchecked") == """
        ! could not find that place; neither an open dataset nor nominatim knows "nowhereatall"; \
        try: another text, or LAT,LON
        [exit 1]
        """)
    #expect(server.requests.count == 1)
  }

  @Test func aGeocoderThatFailsSaysWhy() throws {
    let server = try LoopbackServer.answering(503, [], "")
    let answer = try student(server).say("post nowhereatall --url https://example.org --unchecked")
    #expect(
      answer.hasPrefix("! network unavailable; no open dataset knows \"nowhereatall\", and nominatim gave no answer"))
    #expect(answer.hasSuffix("[exit 5]"))
  }

  /// A script sends no text of its own anywhere unless it may.
  @Test func aScriptNeedsThePower() throws {
    let server = try server()
    var flags = Flags()
    flags.allowed = [.account]
    let student = try student(server, flags)
    let script = Origin.script(GazetteerSession.SourceLocation(file: Untrusted("a"), line: 1))
    let line = "post Brooklyn Bridge --url https://example.org --unchecked"
    #expect(
      student.say(line, from: script) == """
        ! a:1: could not find that place; no open dataset knows "Brooklyn Bridge", and asking nominatim is not allowed \
        here; try: another text, LAT,LON, or gaz --allow=account,network
        [exit 1]
        """)
    #expect(server.requests.isEmpty)
    #expect(student.say(line).contains("posted Brooklyn Bridge"), "the control: the same line at the prompt")
  }

  @Test func restaurantsAroundAPlaceThatTheGeocoderKnows() throws {
    let server = try server()
    let student = try student(server)
    let list = student.say("restaurants \"Brooklyn Bridge\" --from overpass")
    #expect(list.contains("around Brooklyn Bridge, New York, US, from \(Self.credit)"))
    #expect(list.contains("1  ♡  Deli") && list.contains("nominatim knows Brooklyn Bridge, New York, US"))
    #expect(server.requests.count == 2)
    let others = student.say("places deli near Tower Bridge --from overpass")
    #expect(others.contains("or Tower Bridge, Ohio, US:\n  places deli near nominatim:way/7 --from overpass"))
    let unknown = student.say("restaurants nowhereatall --from overpass")
    #expect(unknown.hasPrefix("! could not find that place; neither an open dataset nor nominatim knows"))
    // Whoever asks no provider asks no geocoder either.
    let requests = server.requests.count
    #expect(student.say("places deli near Golden Gate").hasPrefix("! \"Golden Gate\" was not found"))
    #expect(server.requests.count == requests)
  }

  /// One answer is enough for two commands; it is for the one that was given last.
  @Test func aCorrectedPostReplacesTheFirst() throws {
    let gate = DispatchSemaphore(value: 0)
    let server = try server(behind: gate)
    let student = try student(server, isPrompt: true)
    (student.interpreter.opensInBackground, student.interpreter.openingPatience) = (true, 0)
    student.say("post Brooklyn Bridge --url https://example.org/wrong --unchecked")
    #expect(
      student.say("post Brooklyn Bridge --url https://example.org/right --unchecked")
        == "nominatim is being asked already; to wait for it: wait")
    // The same once more is no mistake, but it must not look as if nothing happened.
    #expect(
      student.say("post Brooklyn Bridge --url https://example.org/right --unchecked")
        == "nominatim is being asked already; to wait for it: wait")
    gate.signal()
    let answer = student.say("wait")
    #expect(answer.contains("--url https://example.org/right") && !answer.contains("wrong"), "\(answer)")
    #expect(server.requests.count == 1)
  }

  /// The commands go on by themselves if nothing was typed meanwhile: a post, and two questions one after the other.
  @Test func atThePromptTheCommandGoesOn() throws {
    let server = try server()
    let student = try student(server, isPrompt: true)
    (student.interpreter.opensInBackground, student.interpreter.openingPatience) = (true, SafetyLimit.milliseconds)
    let answer = student.say("post Brooklyn Bridge --url https://example.org --unchecked")
    #expect(answer.hasSuffix("posted Brooklyn Bridge, New York, US"), "\(answer)")
    #expect(student.say("restaurants \"Tower Bridge\" --from overpass").contains("1  ♡  Deli"))
    #expect(student.interpreter.session.jobs.isEmpty)
  }

  /// Nothing is posted behind the back of a user who does something else by now.
  @Test func atThePromptALateAnswerIsOnlyAnnounced() throws {
    let gate = DispatchSemaphore(value: 0)
    let server = try server(behind: gate)
    let student = try student(server, isPrompt: true)
    (student.interpreter.opensInBackground, student.interpreter.openingPatience) = (true, 0)
    let line = "post Brooklyn Bridge --url https://example.org --unchecked"
    #expect(student.say(line) == "asking nominatim in the background; to wait for it: wait")
    student.say("echo I go on")
    gate.signal()
    #expect(
      student.say("wait") == """
        nominatim knows 1 place for "Brooklyn Bridge"; to go on: \
        post "Brooklyn Bridge" --url https://example.org --to local --unchecked
        """)
    #expect(student.say("locations --limit 0").hasPrefix("0 places"))
    student.interpreter.openingPatience = SafetyLimit.milliseconds
    #expect(student.say(line).hasSuffix("posted Brooklyn Bridge, New York, US"))
    #expect(server.requests.count == 1)
  }
}
