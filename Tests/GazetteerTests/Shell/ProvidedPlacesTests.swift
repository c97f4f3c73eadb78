import Foundation
import GazetteerIndex
import GazetteerServices
import Testing

@testable import GazetteerSession
@testable import GazetteerShell

/// `restaurants --from PROVIDER`, from the line to the list, with a provider played by a server on this machine.
struct ProvidedPlacesTests {
  private static let body = """
    {"businesses": [
      {"id": "b2", "name": "Seoul Garden", "rating": 4.5, "coordinates": {"latitude": 40.7478, "longitude": -73.9866}},
      {"id": "b1", "name": "Deli", "rating": 0, "coordinates": {"latitude": 40.7502, "longitude": -73.9901}},
      {"id": "b3", "name": "Cart", "distance": 90, "rating": 5}
    ]}
    """

  private func environment(_ server: LoopbackServer, _ folder: TemporaryFolder, now: Int64 = 1_767_268_800)
    -> Environment
  {
    var environment = TestMachine.environment
    environment.now = { now }
    environment.folder = Untrusted(TestMachine.transcripts + "/data")
    let client = WebClient(
      WebClient.Surroundings(agent: "gaz/test", clock: { 0 }, pause: { _, _ in }, random: { 0 }))
    environment.web = client
    environment.providers = PlaceProviders(
      PlacesRequest.Provider.allCases.map { ProviderSite($0, base: server.address, key: Secret("key".utf8)) },
      through: client, copiesIn: folder.path, now: environment.now, clock: { 0 }, pause: { _, _ in })
    return environment
  }

  private func answer(
    _ interpreter: Interpreter, _ recorder: AnswerRecorder, _ line: String, from origin: Origin = .typed
  )
    -> [String]
  {
    _ = interpreter.run(Untrusted(line), from: origin)
    return recorder.take().map(\.neutralised)
  }

  private static let line = "restaurants 40.75,-73.99 --from yelp"

  @Test func theProvidersOrderIsKeptWithDistancesAndStars() throws {
    let server = try LoopbackServer.answering(200, [], Self.body)
    let recorder = AnswerRecorder()
    let folder = try TemporaryFolder()
    let interpreter = Interpreter(Flags(), in: environment(server, folder), to: recorder.output)
    let list = answer(interpreter, recorder, Self.line)
    #expect(
      list == [
        "from Yelp (yelp.com), 2026-01-01 12:00 UTC:",
        "#     name          distance  rating           lat,lon",
        "1  ♡  Seoul Garden     377 m  ★★★★½   40.7478,-73.9866",
        "2  ♡  Deli              24 m  none    40.7502,-73.9901",
        "3  ♡  Cart              90 m  ★★★★★",
        "3 places",
      ])
    #expect(answer(interpreter, recorder, Self.line + " --sort distance")[2].contains("Deli"))
    #expect(answer(interpreter, recorder, Self.line + " --sort rating")[2].contains("Cart"))
    // All of these are one answer.
    #expect(server.requests.count == 1)
    #expect(answer(interpreter, recorder, "list") == answer(interpreter, recorder, Self.line + " --sort rating"))
    // The places are a dataset like any other, with its credit in exports.
    #expect(answer(interpreter, recorder, "search --from yelp seoul").contains { $0.contains("Seoul Garden") })
    #expect(
      answer(interpreter, recorder, "export - --of filtered --format geojson").contains { $0.contains("yelp.com") })
    #expect(answer(interpreter, recorder, Self.line + " --json").first?.contains(#""distance":37"#) == true)
  }

  /// The answer comes after the question, and is still in the format that the command asks for.
  @Test(arguments: [
    ("--format csv", "n,id,dataset,name,"),
    ("--json=name", #"{"command":"restaurants","total":3,"places":[{"name":"Seoul Garden"},"#),
  ])
  func theAnswerHasTheFormatOfTheCommand(option: String, beginning: String) throws {
    let server = try LoopbackServer.answering(200, [], Self.body)
    let recorder = AnswerRecorder()
    let folder = try TemporaryFolder()
    let interpreter = Interpreter(Flags(), in: environment(server, folder), to: recorder.output)
    let list = answer(interpreter, recorder, "\(Self.line) \(option)")
    #expect(list.contains { $0.hasPrefix(beginning) }, "\(list)")
  }

  @Test func aBadAnswerLeavesTheOldListAndSaysWhy() throws {
    let bodies = [Self.body, "[]", #"{"error": {"code": "X", "description": "too many\u001b[31m requests"}}"#, "{"]
    let server = try LoopbackServer { request, connection in
      connection.answer(200, [], bodies[min(request.number, bodies.count - 1)])
    }
    let recorder = AnswerRecorder()
    let folder = try TemporaryFolder()
    let interpreter = Interpreter(Flags(), in: environment(server, folder), to: recorder.output)
    let list = answer(interpreter, recorder, Self.line)
    for reason in ["has another form than expected", "says: too many^[[31m requests", "is cut off or no JSON"] {
      let error = answer(interpreter, recorder, "restaurants 41,-73.99 --from yelp")
      #expect(error.first?.hasPrefix("! yelp gave no places; ") == true && error.first?.contains(reason) == true)
      #expect(error.last == "[exit 5]")
      #expect(answer(interpreter, recorder, "list") == list)
      #expect(answer(interpreter, recorder, "show 2").first == "Deli")
    }
  }

  @Test func atThePromptTheProviderIsAskedInTheBackground() throws {
    let server = try LoopbackServer.answering(200, [], Self.body)
    let recorder = AnswerRecorder()
    let folder = try TemporaryFolder()
    let interpreter = Interpreter(Flags(), in: environment(server, folder), to: recorder.output, for: .prompt)
    interpreter.opensInBackground = true
    #expect(answer(interpreter, recorder, "search munich --limit 1").count == 3)
    // The prompt waits for a moment, in which such a server answers.
    interpreter.openingPatience = 60_000
    #expect(answer(interpreter, recorder, Self.line).count == 6)
    #expect(answer(interpreter, recorder, "select 1").first?.contains("Seoul Garden") == true)
    #expect(server.requests.count == 1 && interpreter.session.jobs.isEmpty)
  }

  @Test func closeStopsAsking() throws {
    let server = try LoopbackServer { _, connection in connection.waitForClient() }
    let recorder = AnswerRecorder()
    let folder = try TemporaryFolder()
    let interpreter = Interpreter(Flags(), in: environment(server, folder), to: recorder.output, for: .prompt)
    interpreter.opensInBackground = true
    interpreter.openingPatience = 0
    #expect(answer(interpreter, recorder, Self.line).count == 1)
    #expect(answer(interpreter, recorder, "close yelp") == ["stopped asking yelp"])
    #expect(interpreter.session.jobs.isEmpty && interpreter.jobs.isIdle)
    #expect(answer(interpreter, recorder, "wait") == [])
  }

  @Test func aFavoriteKeepsItsStationAndItsHeart() throws {
    let server = try LoopbackServer.answering(200, [], Self.body)
    let recorder = AnswerRecorder()
    let folder = try TemporaryFolder()
    let interpreter = Interpreter(Flags(), in: environment(server, folder), to: recorder.output)
    _ = answer(interpreter, recorder, "open feed; restaurants feed:NYP --from yelp; favorite 1; check 2")
    #expect(answer(interpreter, recorder, "restaurants feed:NYP --from yelp")[2].hasPrefix("1     ♥  Seoul Garden"))
    #expect(answer(interpreter, recorder, "favorites")[1].contains("546 m, New York Penn Station"))
    let favorite = try #require(interpreter.session.favorites.all.first)
    #expect(favorite.station?.id == PlaceID(dataset: "feed", id: .text("NYP")))
    #expect(favorite.attribution == Untrusted("Yelp (yelp.com)"))
    #expect(answer(interpreter, recorder, "checked").contains { $0.contains("Deli") })
  }

  @Test func theAgeOfAnOldAnswerIsTold() throws {
    let server = try LoopbackServer.answering(200, [], Self.body)
    let recorder = AnswerRecorder()
    let folder = try TemporaryFolder()
    _ = answer(
      Interpreter(Flags(), in: environment(server, folder), to: recorder.output), recorder, Self.line)
    let later = environment(server, folder, now: 1_767_268_800 + 7200)
    let list = answer(Interpreter(Flags(), in: later, to: recorder.output), recorder, Self.line)
    #expect(list.contains("this answer is 2 hours old; for a new one: --refresh") && server.requests.count == 1)
    #expect(list.contains("from Yelp (yelp.com), 2026-01-01 12:00 UTC:"))
    let refreshed = answer(
      Interpreter(Flags(), in: later, to: recorder.output), recorder, Self.line + " --refresh")
    #expect(refreshed.contains("from Yelp (yelp.com), 2026-01-01 14:00 UTC:") && server.requests.count == 2)
    // Without a network, the copy serves and says so.
    var offline = environment(server, folder, now: 1_767_268_800 + 3 * 86_400)
    offline.providers = offline.providers.through(.offline)
    let kept = answer(Interpreter(Flags(), in: offline, to: recorder.output), recorder, Self.line)
    #expect(kept.contains("gaz is offline, so this is an answer of 2 days ago"))
  }

  /// What a script may not do, and what cannot be asked.
  @Test func onlyWithThePowerOfTheNetwork() throws {
    let server = try LoopbackServer.answering(200, [], Self.body)
    let recorder = AnswerRecorder()
    let folder = try TemporaryFolder()
    let interpreter = Interpreter(Flags(), in: environment(server, folder), to: recorder.output)
    let script = Origin.script(SourceLocation(file: Untrusted("x.gaz"), line: 1))
    #expect(
      answer(interpreter, recorder, Self.line, from: script).first
        == "! x.gaz:1: restaurants is not allowed here; it needs the power network; try: gaz --allow=network")
    #expect(server.requests.isEmpty)
    var flags = Flags()
    flags.allowed = [.network]
    let allowed = Interpreter(flags, in: environment(server, folder), to: recorder.output)
    #expect(answer(allowed, recorder, Self.line, from: script).count == 6)
    flags.isDryRun = true
    let dry = Interpreter(flags, in: environment(server, folder), to: recorder.output)
    _ = answer(dry, recorder, "restaurants 41,-73.99 --from yelp")
    #expect(server.requests.count == 1)
  }

  @Test func theNextPromptHasTheListAgain() throws {
    let server = try LoopbackServer.answering(200, [], Self.body)
    let recorder = AnswerRecorder()
    let folder = try TemporaryFolder()
    let environment = environment(server, folder)
    let first = Interpreter(Flags(), in: environment, to: recorder.output)
    let list = answer(first, recorder, Self.line)
    let text = SessionText.text(of: SessionRecord(first.session.state))
    let record = try #require(SessionText.record(in: text).record)
    // As in the next run of the program: with the copies, but without the network.
    var next = self.environment(server, folder)
    next.providers = next.providers.through(.offline)
    let second = Interpreter(Flags(), in: next, to: recorder.output)
    _ = second.receive([.restored(record)], for: .typed)
    _ = answer(second, recorder, "wait")
    #expect(answer(second, recorder, "list") == list)
    #expect(answer(second, recorder, "select 1").first?.contains("Seoul Garden") == true)
  }
}
