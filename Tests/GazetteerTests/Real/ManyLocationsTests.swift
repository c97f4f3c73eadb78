import Foundation
import GazetteerIndex
import Synchronization
import Testing

@testable import GazetteerServices
@testable import GazetteerSession
@testable import GazetteerShell

/// Many locations at a real Kinto server: how many requests the first rows need, what a list is while others post, and
/// the prompt meanwhile.
@Suite(.serialized, .enabled(if: KintoServer.isInstalled, KintoServer.absent)) struct ManyLocationsTests {
  private static let count = 2000

  private let server: KintoServer
  private let folder: TemporaryFolder

  init() throws {
    server = try KintoServer()
    try server.fill(Self.count)
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.path + "/gaz", withIntermediateDirectories: true)
  }

  /// Passes requests on, after `gate` has returned for those that list locations.
  private func proxy(_ gate: @escaping @Sendable (LoopbackServer.Request) -> Void = { _ in }) throws -> LoopbackServer {
    try LoopbackServer { [port = server.port] request, connection in
      if request.isListing { gate(request) }
      connection.send(LoopbackServer.forward(request, to: port))
    }
  }

  private func name(_ proxy: LoopbackServer) throws {
    let text = "[campus]\ndialect = \"kinto\"\nurl = \"\(proxy.address)/v1\"\n"
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder.path + "/gaz/services.toml"))
  }

  private func student() -> Student {
    var flags = Flags()
    flags.allowed = [.account]
    let path = folder.path
    return Student(in: path, flags) { environment in
      environment.variable = { $0 == "XDG_CONFIG_HOME" || $0 == "XDG_STATE_HOME" ? path : nil }
      environment.web = KintoServer.client
    }
  }

  @Test func aGuestSeesTheFirstRowsAfterOneRequest() throws {
    let proxy = try proxy()
    try name(proxy)
    let guest = student()
    let list = guest.say("login campus --guest")
    #expect(list.contains("Place 1999") && list.hasSuffix("20 of at least 100 places; the rest: more"), "\(list)")
    #expect(proxy.requests.count == 1 && proxy.requests.allSatisfy(\.isListing))
    // The control: further rows need further requests.
    guest.say("more --limit 100")
    #expect(proxy.requests.count == 2)
  }

  /// One's own locations are asked for separately, but not later: no answer comes before both requests are there.
  @Test func anAccountSeesTheFirstRowsAfterOneRoundTrip() throws {
    let arrived = Mutex(0)
    let met = Mutex(0)
    let proxy = try proxy { _ in
      arrived.withLock { $0 += 1 }
      if SafetyLimit.wait(until: { arrived.withLock { $0 } >= 2 }) { met.withLock { $0 += 1 } }
    }
    try name(proxy)
    let ada = student()
    let list = ada.say("login campus --user ada --new")
    #expect(list.hasSuffix("20 of at least 100 places; the rest: more"), "\(list)")
    #expect(proxy.requests.filter(\.isListing).count == 2 && met.withLock { $0 } == 2)
  }

  /// Rows that were shown keep their numbers, none comes twice, and after a refresh the list is what the server has.
  @Test func theListStaysCorrectWhileOthersPost() throws {
    let proxy = try proxy()
    try name(proxy)
    let reader = student()
    reader.say("login campus --guest")
    let isOver = Mutex(false)
    let poster = Poster(server)
    let ended = Mailbox<Bool>()
    Thread.detachNewThread {
      while !isOver.withLock({ $0 }) { poster.change() }
      ended.post(true)
    }
    var shown: [PlaceID] = []
    for _ in 0..<200 {
      let answer = reader.say("more --limit 37")
      let numbers = reader.interpreter.session.filtered
      #expect(Array(numbers.prefix(shown.count)) == shown, "rows keep their numbers")
      #expect(Set(numbers).count == numbers.count, "no row comes twice")
      shown = numbers
      if answer.contains("no more places") || reader.interpreter.session.locations(of: "campus")?.hasOlder == false {
        break
      }
    }
    isOver.withLock { $0 = true }
    #expect(ended.hasMail())
    #expect(poster.changes > 20 && poster.failures == 0, "\(poster.changes) changes")
    #expect(shown.count > Self.count - 200)
    // The control: what was fetched while others posted is not what the server has.
    #expect(try list(reader) != server.scan().map(\.id))
    var refreshes = 0
    while reader.say("refresh campus") != "nothing new", refreshes < 100 { refreshes += 1 }
    #expect(reader.interpreter.session.locations(of: "campus")?.hasOlder == false)
    #expect(try list(reader) == server.scan().map(\.id))
  }

  /// The ids of all locations, in the order of the list.
  private func list(_ student: Student) -> [String] {
    student.say("locations --limit all")
    return student.interpreter.session.filtered.map { $0.id.text }
  }

  /// Somebody who posts new locations, and changes and deletes old ones: those that a reader has fetched already, and
  /// those that come later.
  private final class Poster: Sendable {
    private let address: String
    private let state = Mutex((changes: 0, failures: 0))

    init(_ server: KintoServer) { address = server.address }

    var changes: Int { state.withLock { $0.changes } }
    var failures: Int { state.withLock { $0.failures } }

    func change() {
      let number = state.withLock { state in
        state.changes += 1
        return state.changes
      }
      let body = #"{"data": {"uniqueKey": "account:u1", "firstName": "New", "mapString": "New \#(number)"}}"#
      let isDone =
        switch number % 4 {
        case 0: send(.put, "new\(number)", body)
        case 1: send(.delete, "r\(7 * number)", nil)
        case 2: send(.patch, "r\(7 * number)", body)
        default: send(.delete, "r\(ManyLocationsTests.count - 3 * number)", nil)
        }
      if !isDone { state.withLock { $0.failures += 1 } }
    }

    private func send(_ method: WebRequest.Method, _ id: String, _ body: String?) -> Bool {
      guard let address = try? WebAddress(Untrusted("\(address)\(KintoServer.records)/\(id)")) else { return false }
      var request = WebRequest(address)
      request.method = method
      request.body = body.map { Array($0.utf8) }
      request.headers = [
        .init("Content-Type", .plain("application/json")), .init("Authorization", .plain("Basic YWRtaW46YWRtaW4=")),
      ]
      let status = try? KintoServer.client.answer(to: request, cancellation: Cancellation()).status
      // What another change has deleted is gone.
      return status.map { (200...299).contains($0) || $0 == 404 } ?? false
    }
  }

  /// A prompt whose user is a guest, when the first locations have come.
  private func guestAtPrompt(_ proxy: LoopbackServer) throws -> PseudoTerminal {
    try name(proxy)
    let terminal = try PseudoTerminal(columns: 100, rows: 200)
    try terminal.run(
      PseudoTerminal.gaz,
      environment: ["HOME": folder.path, "XDG_CONFIG_HOME": folder.path, "LC_ALL": "C.UTF-8", "TERM": "dumb"])
    terminal.awaits("gaz> ")
    terminal.send("login campus --guest\r")
    terminal.awaits("using campus as a guest")
    terminal.send("wait\r")
    return terminal
  }

  /// The rows of a long list come above the line that is being typed, in parts, in the order of the server.
  @Test func aLongListComesWhileTheUserTypes() throws {
    let proxy = try proxy()
    let terminal = try guestAtPrompt(proxy)
    terminal.send("locations\r")
    terminal.awaits("Place 1980 ")
    terminal.send("more --limit 1500\r")
    // Nobody presses another key.
    terminal.awaits("Place 900 ")
    terminal.awaits("Place 480 ")
    terminal.send("echo still here\r")
    terminal.awaits("\nstill here")
    terminal.send("show 1520\r")
    terminal.awaits("Place 480")
    terminal.send("quit\r")
    #expect(terminal.exitCode() == 0)
  }

  /// Keys are answered while a page is on its way, and the rows come when it is here.
  @Test func thePromptIsUsableWhileAPageIsFetched() throws {
    let (reached, mayAnswer) = (Mailbox<Bool>(), Mailbox<Bool>())
    let proxy = try proxy { request in
      guard request.path.contains("_before=") else { return }
      reached.post(true)
      _ = mayAnswer.hasMail()
    }
    let terminal = try guestAtPrompt(proxy)
    terminal.send("locations --limit 90\r")
    terminal.awaits("Place 1910 ")
    // The next page is fetched before it is asked for.
    #expect(reached.hasMail())
    terminal.send("echo still here\r")
    terminal.awaits("\nstill here")
    terminal.send("more\r")
    terminal.awaits("Place 1900 ")
    mayAnswer.post(true)
    terminal.send("wait\r")
    terminal.send("more\r")
    terminal.awaits("Place 1899 ")
    terminal.send("quit\r")
    #expect(terminal.exitCode() == 0)
  }
}

extension LoopbackServer.Request {
  /// Whether it asks for a list of locations.
  fileprivate var isListing: Bool { method == "GET" && path.contains("/records?") }
}

extension SourceID {
  fileprivate var text: String {
    switch self {
    case .text(let text): text
    case .number(let number): String(number)
    }
  }
}
