import Foundation
import GazetteerIndex
import GazetteerServices
import Synchronization
import Testing

@testable import GazetteerSession
@testable import GazetteerShell

/// The answers of providers during a session, and after it.
struct ProviderSessionTests {
  private static let body = """
    {"total": 3, "businesses": [
      {"id": "b2", "name": "Seoul House", "rating": 4.5, "coordinates": {"latitude": 40.7478, "longitude": -73.9866}},
      {"id": "b1", "name": "Deli", "rating": 0, "coordinates": {"latitude": 40.7502, "longitude": -73.9901}},
      {"id": "b3", "name": "Cart", "distance": 90, "rating": 5}
    ]}
    """

  /// A clock that tests turn, and a server that they break and stop.
  private final class World: Sendable {
    let time = Mutex<Int64>(1_767_268_800)
    let isBroken = Mutex(false)
    let gate = DispatchSemaphore(value: 0)
    let isGated: Bool

    init(isGated: Bool = false) { self.isGated = isGated }
    var now: Int64 { time.withLock { $0 } }
    func advance(_ seconds: Int64) { time.withLock { $0 += seconds } }
    func breakServer(_ value: Bool) { isBroken.withLock { $0 = value } }

    func answer(_ connection: LoopbackServer.Connection) {
      if isGated { gate.wait() }
      let fails = isBroken.withLock { $0 }
      connection.answer(fails ? 500 : 200, [], fails ? "" : ProviderSessionTests.body)
    }
  }

  private let world: World
  private let folder: TemporaryFolder
  private let recorder = AnswerRecorder()

  init() throws {
    world = World()
    folder = try TemporaryFolder()
  }

  private func server(_ world: World) throws -> LoopbackServer {
    try LoopbackServer { _, connection in world.answer(connection) }
  }

  private func interpreter(
    _ server: LoopbackServer, _ world: World, folder: TemporaryFolder? = nil, isPrompt: Bool = false,
    isOffline: Bool = false
  ) -> Interpreter {
    var environment = TestMachine.environment
    environment.now = { world.now }
    environment.folder = Untrusted(TestMachine.transcripts + "/data")
    environment.newFavoriteID = FavoriteIDs(milliseconds: { 0 }, random: { UInt64.random(in: 0...UInt64.max) }).next
    environment.web = WebClient(
      WebClient.Surroundings(agent: "gaz/test", clock: { 0 }, pause: { _, _ in }, random: { 0 }))
    environment.providers = PlaceProviders(
      PlacesRequest.Provider.allCases.map { ProviderSite($0, base: server.address, key: Secret("key".utf8)) },
      through: environment.web, copiesIn: (folder ?? self.folder).path, now: environment.now, clock: { 0 },
      pause: { _, _ in })
    if isOffline { environment.providers = environment.providers.through(.offline) }
    let interpreter = Interpreter(
      Flags(), in: environment, to: recorder.output, for: isPrompt ? .prompt : .batch)
    interpreter.openingPatience = 0
    interpreter.opensInBackground = isPrompt
    return interpreter
  }

  @discardableResult
  private func answer(_ interpreter: Interpreter, _ line: String) -> [String] {
    _ = interpreter.run(Untrusted(line), from: .typed)
    return recorder.take().map(\.neutralised)
  }

  private static let line = "restaurants 40.75,-73.99 --from yelp"

  // MARK: undo, restore, refresh

  @Test func afterUndoTheNumbersAreThoseOfTheList() throws {
    let server = try server(world)
    let interpreter = interpreter(server, world)
    answer(interpreter, "open feed")
    let list = answer(interpreter, Self.line)
    answer(interpreter, Self.line)
    #expect(answer(interpreter, "undo").first?.hasPrefix("undid: restaurants") == true)
    #expect(answer(interpreter, "undo").first == "undid: open feed")
    #expect(!interpreter.session.open.contains { $0.name == "yelp" })
    answer(interpreter, "redo")
    #expect(answer(interpreter, Self.line) == list)
    let text = SessionText.text(of: SessionRecord(interpreter.session.state))
    #expect(answer(interpreter, "select 1").first?.contains("Seoul House") == true)
    #expect(interpreter.session.state.open.contains(SessionState.Source(poolOf: .yelp)))
    // The copy was new enough.
    #expect(server.requests.count == 1)
    // The next prompt has the list too.
    let next = self.interpreter(server, world, isOffline: true)
    _ = next.receive([.restored(try #require(SessionText.record(in: text).record))], for: .typed)
    answer(next, "wait")
    #expect(answer(next, "list") == list)
    #expect(answer(next, "select 2").first?.contains("Deli") == true)
  }

  @Test func withoutCopiesTheLostListIsReported() throws {
    let server = try server(world)
    let first = interpreter(server, world)
    let list = answer(first, Self.line)
    let text = SessionText.text(of: SessionRecord(first.session.state))
    let record = try #require(SessionText.record(in: text).record)
    for (folder, isLost) in [(try TemporaryFolder(), true), (self.folder, false)] {
      let next = interpreter(server, world, folder: folder, isOffline: true)
      _ = next.receive([.restored(record)], for: .typed)
      let told = answer(next, "wait")
      let message = "the listed places cannot be restored, because no copies of the provider's answers are left"
      #expect(told.filter { $0.contains("listed") } == [isLost ? message : "restored: 3 places of yelp listed"])
      // What is said at once leaves the list out: its places are looked up later.
      #expect(next.session.state.summary(besides: SessionState())?.neutralised.contains("listed") != true)
      #expect((answer(next, "list") == list) == !isLost)
    }
  }

  /// E1: the answers for each station are there after a restart without a network, each with its age.
  @Test func answersOfEachStationAreThereAfterARestart() throws {
    let server = try server(world)
    let first = interpreter(server, world)
    let (penn, newark) = ("restaurants feed:NYP --from yelp", "restaurants 40.7347,-74.1644 --from yelp")
    answer(first, "open feed; \(penn)")
    world.advance(3600)
    answer(first, newark)
    world.advance(7200)
    #expect(server.requests.count == 2)
    let next = interpreter(server, world, isOffline: true)
    answer(next, "open feed")
    let (old, new) = (answer(next, penn), answer(next, newark))
    #expect(old.first?.contains("Yelp (yelp.com), 2026-01-01 12:00 UTC:") == true, "\(old)")
    #expect(old.contains { $0.contains("Deli") } && old.last == "this answer is 3 hours old; for a new one: --refresh")
    #expect(new.first?.contains("2026-01-01 13:00 UTC:") == true, "\(new)")
    #expect(new.last == "this answer is 2 hours old; for a new one: --refresh")
    // Days later they are still there, and the reason is said.
    world.advance(5 * PlacesRequest.freshness)
    let later = answer(next, penn)
    #expect(later.contains { $0.contains("Deli") }, "\(later)")
    #expect(later.last == "gaz is offline, so this is an answer of 5 days ago")
    // The control: there is nothing for a station that nobody has asked for.
    #expect(
      answer(next, "restaurants 41,-74 --from yelp").first?.hasPrefix("! yelp gave no places; gaz is offline") == true)
    #expect(server.requests.count == 2)
  }

  @Test func onlyASavedSessionMeansThePool() throws {
    let server = try server(world)
    let interpreter = interpreter(server, world)
    #expect(
      answer(interpreter, "open yelp").first?.hasPrefix("! places could not be retrieved from \"yelp\"") == true)
    answer(interpreter, Self.line)
    #expect(
      answer(interpreter, "refresh yelp").first
        == "! yelp is not read again; it has the answers of a provider; try: restaurants WHERE --from yelp --refresh")
    // A file of that name is a dataset like any other, and is not mixed with answers.
    let other = self.interpreter(server, world)
    answer(other, "open eats.csv --as yelp")
    #expect(answer(other, Self.line).first?.hasPrefix("! another dataset is called yelp") == true)
    answer(other, "undo")
    #expect(answer(other, Self.line).count == 6)
  }

  // MARK: age

  @Test func anOutageIsNotRepeated() throws {
    let server = try server(world)
    let interpreter = interpreter(server, world)
    answer(interpreter, Self.line)
    world.advance(3 * PlacesRequest.freshness)
    world.breakServer(true)
    #expect(answer(interpreter, Self.line).contains { $0.contains("so this is an answer of 3 days ago") })
    world.breakServer(false)
    let list = answer(interpreter, Self.line)
    #expect(list.first == "from Yelp (yelp.com), 2026-01-04 12:00 UTC:" && !list.contains { $0.contains("ago") })
    // The control: a new answer is not asked for again, until it is too old.
    let count = server.requests.count
    world.advance(PlacesRequest.freshness - 1)
    answer(interpreter, Self.line)
    #expect(server.requests.count == count)
    world.advance(1)
    answer(interpreter, Self.line)
    #expect(server.requests.count == count + 1)
  }

  @Test func withoutFromOnlyOpenDatasetsAreListed() throws {
    let server = try server(world)
    let interpreter = interpreter(server, world)
    answer(interpreter, "open eats.csv")
    answer(interpreter, Self.line)
    let seoul = answer(interpreter, "places seoul near 40.75,-73.99")
    #expect(seoul.contains { $0.contains("Seoul Garden") } && !seoul.contains { $0.contains("Seoul House") })
    #expect(!answer(interpreter, "restaurants 40.75,-73.99").contains { $0.contains("Cart") })
    // The control: it is there, for those who ask for it.
    #expect(answer(interpreter, "search --from yelp seoul").contains { $0.contains("Seoul House") })
  }

  // MARK: favorites

  @Test func aFavoriteKeepsTheDistanceThatTheProviderGives() throws {
    let server = try server(world)
    let interpreter = interpreter(server, world)
    answer(interpreter, "open feed; restaurants feed:NYP --from yelp; favorite 3")
    #expect(answer(interpreter, "close feed") == ["now using world"])
    answer(interpreter, "favorite 2")
    let stations = interpreter.session.favorites.all.map(\.station)
    #expect(stations.map { $0?.name } == Array(repeating: Untrusted("New York Penn Station"), count: 2))
    #expect(Set(stations.map { $0?.distance?.metres.rounded() }) == [90, 191])
    answer(interpreter, "restaurants 10001 --from yelp; favorite 1")
    let zip = interpreter.session.favorites.all.compactMap(\.station).first { $0.id.dataset == "zip" }
    #expect(zip?.name == Untrusted("10001 (New York, NY)") && zip?.distance != nil)
    let shown = answer(interpreter, "favorites")
    #expect(shown.contains { $0.contains("Deli") && $0.contains("none") })
    // Once, not also as a favorite.
    answer(interpreter, "open eats.csv; restaurants 40.75,-73.99; favorite 1; use all")
    let eats = answer(interpreter, "restaurants 40.75,-73.99 --limit all")
    #expect(eats.count { $0.contains("Deli on 34th") } == 1 && eats.contains { $0.contains("Seoul Garden") })
  }

  // MARK: the prompt

  @Test func theListComesWhenTheProviderAnswers() throws {
    let world = World(isGated: true)
    let server = try server(world)
    let interpreter = interpreter(server, world, isPrompt: true)
    #expect(answer(interpreter, Self.line) == ["asking yelp in the background; to wait for it: wait"])
    world.gate.signal()
    let list = answer(interpreter, "wait")
    #expect(list.first == "from Yelp (yelp.com), 2026-01-01 12:00 UTC:" && list.count == 6)
    #expect(answer(interpreter, "select 1").first?.contains("Seoul House") == true)
    // Now it is known.
    #expect(answer(interpreter, Self.line) == list && server.requests.count == 1)
  }

  @Test func afterOtherCommandsTheAnswerIsOnlyAnnounced() throws {
    let world = World(isGated: true)
    let server = try server(world)
    let interpreter = interpreter(server, world, isPrompt: true)
    interpreter.opensInBackground = false
    answer(interpreter, "open feed; search \"new york penn\"")
    interpreter.opensInBackground = true
    answer(interpreter, "restaurants 1 --from yelp --sort rating")
    #expect(answer(interpreter, "search --from world munich --limit 1").count == 3)
    world.gate.signal()
    #expect(
      answer(interpreter, "wait") == [
        "yelp gave 3 places around New York Penn Station; to list them: restaurants feed:NYP --from yelp --sort rating"
      ])
    #expect(answer(interpreter, "select 1").first?.contains("Munich") == true)
    // The line means the same place, whatever is listed now.
    let list = answer(interpreter, "restaurants feed:NYP --from yelp --sort rating")
    #expect(list.first?.hasPrefix("around New York Penn Station, from Yelp") == true && list[2].contains("Cart"))
    #expect(server.requests.count == 1)
  }

  @Test func cancelStopsAsking() throws {
    let world = World(isGated: true)
    let server = try server(world)
    let interpreter = interpreter(server, world, isPrompt: true)
    answer(interpreter, Self.line)
    #expect(answer(interpreter, "cancel").contains("stopped asking yelp"))
    #expect(interpreter.session.jobs.isEmpty && interpreter.jobs.isIdle)
    world.gate.signal()
    #expect(answer(interpreter, "wait") == [])
  }
}
