import Foundation
import GazetteerIndex
import Testing

@testable import GazetteerServices
@testable import GazetteerSession
@testable import GazetteerShell

/// Fetching in the background, as at the prompt.
@Suite struct FetchingTests {
  /// A service whose requests wait until a test lets them go, or until they are cancelled.
  private final class SlowServer: Sendable {
    let server: LoopbackServer
    private let gate = Gate()

    final class Gate: @unchecked Sendable {
      let semaphore = DispatchSemaphore(value: 0)
      let arrivals = DispatchSemaphore(value: 0)
    }

    /// - Parameter waits: whether a request waits.
    init(_ waits: @escaping @Sendable (LoopbackServer.Request) -> Bool = { $0.path.contains("/records") }) throws {
      let gate = gate
      server = try LoopbackServer { request, connection in
        if waits(request) {
          gate.arrivals.signal()
          gate.semaphore.wait()
        }
        let record = #"{"data":{"id":"x","last_modified":7,"uniqueKey":"account:ada","mapString":"Munich"}}"#
        let others = #"{"data":[],"user":{"id":"account:ada"}}"#
        connection.answer(200, [], request.method == "PUT" ? record : others)
      }
    }

    /// Waits until a request has come that waits.
    func awaitsRequest() { gate.arrivals.wait() }

    func open() { for _ in 0..<50 { gate.semaphore.signal() } }
    deinit { open() }
  }

  private func student(_ folder: TemporaryFolder, _ server: SlowServer) throws -> Student {
    try student(folder, server.server.address)
  }

  private func student(_ folder: TemporaryFolder, _ address: String) throws -> Student {
    let config = folder.path + "/gaz"
    try FileManager.default.createDirectory(atPath: config, withIntermediateDirectories: true)
    try Data("[campus]\ndialect = \"kinto\"\nurl = \"\(address)/v1\"\n".utf8)
      .write(to: URL(fileURLWithPath: config + "/services.toml"))
    let path = folder.path
    let student = Student(in: folder.path) { environment in
      environment.variable = { $0 == "XDG_CONFIG_HOME" || $0 == "XDG_STATE_HOME" ? path : nil }
      environment.web = KintoServer.client
    }
    student.interpreter.opensInBackground = true
    student.interpreter.openingPatience = 0
    return student
  }

  /// Somebody whose post waits for the answer of its link.
  private func studentWithUncheckedLink(_ folder: TemporaryFolder, _ server: SlowServer) throws -> Student {
    let student = try student(folder, server)
    student.say("login campus --user ada")
    student.say("wait")
    student.say("post munich --url \(server.server.address)/page")
    server.awaitsRequest()
    return student
  }

  @Test func thePromptIsFreeWhileLocationsAreFetched() throws {
    let folder = try TemporaryFolder()
    let server = try SlowServer()
    let student = try student(folder, server)
    #expect(
      student.say("login campus --user ada")
        == """
        logged in to campus as ada
        fetching locations from campus in the background; to wait for it: wait
        """)
    #expect(student.say("search zurich --limit 0") == "1 place")
    #expect(
      student.say("locations")
        == "! the locations of campus are still being fetched; try: wait, then locations\n[exit 1]")
    server.open()
    student.say("wait")
    #expect(student.say("locations") == "no locations yet; try: post PLACE --url URL")
    #expect(
      student.say("whoami --json=service,dialect,host,user").contains(
        #"{"service":"campus","dialect":"kinto","host":"127.0.0.1"#))
  }

  @Test func aFetchIsCancelled() throws {
    let folder = try TemporaryFolder()
    let server = try SlowServer()
    let student = try student(folder, server)
    student.say("login campus --user ada")
    #expect(student.say("cancel").contains("stopped fetching locations"))
    #expect(student.interpreter.session.jobs.isEmpty && student.interpreter.jobs.isIdle)
    // The server never answers, and yet the next request is not held up by the first.
    server.open()
    student.interpreter.opensInBackground = false
    #expect(student.say("refresh") == "nothing new")
  }

  /// While a location is being sent, nothing that depends on it begins. If that is cancelled, the change waits.
  @Test func aPostInTheBackgroundIsCancelled() throws {
    let folder = try TemporaryFolder()
    let server = try SlowServer { $0.method == "PUT" }
    let student = try student(folder, server)
    student.say("login campus --user ada")
    student.say("wait")
    #expect(
      student.say("post munich --url https://example.org --unchecked")
        == "sending a location to campus in the background; to wait for it: wait")
    #expect(student.say("search zurich --limit 0") == "1 place")
    #expect(
      student.say("post zurich --url https://example.org --unchecked")
        == "! a location is still being sent to campus; try: wait, then the same again\n[exit 1]")
    // A post that is cancelled before it is sent is none.
    server.awaitsRequest()
    #expect(student.say("cancel").contains("stopped sending a location; it may have been stored"))
    #expect(student.interpreter.jobs.isIdle)
    server.open()
    student.interpreter.opensInBackground = false
    #expect(student.say("refresh").hasPrefix("sent 1 change that had to wait"))
  }

  /// Before its link has answered, a post is not sent. So nothing of it is left, and other requests need not wait for it.
  @Test func aPostIsCancelledBeforeItsLinkHasAnswered() throws {
    let folder = try TemporaryFolder()
    let server = try SlowServer { $0.path == "/page" }
    let student = try studentWithUncheckedLink(folder, server)
    student.interpreter.openingPatience = SafetyLimit.milliseconds
    #expect(student.say("refresh").contains("nothing new"))
    #expect(student.say("outbox").contains("its link was not checked yet"), "another request does not send it")
    #expect(student.say("cancel").contains("stopped; nothing was sent to campus"))
    #expect(student.say("outbox") == "the outbox is empty")
    server.open()
    student.interpreter.opensInBackground = false
    #expect(student.say("refresh") == "nothing new")
    #expect(!server.server.requests.contains { $0.method == "PUT" })
  }

  /// A script may not take out what the user has posted, unless it has the power to. The control: the user does it.
  @Test func aScriptDoesNotCancelAPost() throws {
    let folder = try TemporaryFolder()
    let server = try SlowServer { $0.path == "/page" }
    let student = try studentWithUncheckedLink(folder, server)
    student.say("cancel", from: .script(GazetteerSession.SourceLocation(file: Untrusted("a"), line: 1)))
    #expect(student.say("outbox").contains("its link was not checked yet"))
    #expect(student.say("cancel").contains("stopped; nothing was sent to campus"))
  }

  /// A change that the service does not take now, and may take later, holds up no change of another location.
  @Test func aRefusedChangeHoldsUpNoOther() throws {
    let folder = try TemporaryFolder()
    let kinto = try LoopbackServer { request, connection in
      guard request.method == "PUT" else {
        return connection.answer(200, [], #"{"data":[],"user":{"id":"account:ada"}}"#)
      }
      guard request.body.contains("/fine") else { return connection.answer(403, [], #"{"code":403}"#) }
      connection.answer(
        200, [], #"{"data":{"id":"x","last_modified":7,"uniqueKey":"account:ada","mapString":"2,2"}}"#)
    }
    let student = try student(folder, kinto.address)
    student.interpreter.opensInBackground = false
    student.say("login campus --user ada; account --multiple on")
    let refused = student.say("post 1,1 --url https://example.org/no --unchecked")
    #expect(refused.contains("you may not post there; the change waits"), "\(refused)")
    #expect(student.say("post 2,2 --url https://example.org/fine --unchecked").hasSuffix("posted 2,2"))
    #expect(student.say("outbox").contains("1 change waits to be sent"))
  }

  /// Ctrl-C on an empty line.
  @Test func anInterruptionEndsWhatIsFetched() throws {
    let folder = try TemporaryFolder()
    let server = try SlowServer()
    let student = try student(folder, server)
    student.say("login campus --user ada")
    #expect(!student.interpreter.jobs.isIdle)
    student.interpreter.interruptBackground()
    #expect(student.say("echo on") == "stopped fetching locations\non")
    #expect(student.interpreter.session.jobs.isEmpty && student.interpreter.jobs.isIdle)
    student.interpreter.interruptBackground()
    #expect(student.say("echo on") == "on", "there is nothing else to stop")
    server.open()
  }

  @Test func aScriptNeedsTheNetworkForAServer() throws {
    let folder = try TemporaryFolder()
    let student = try student(folder, try SlowServer())
    let script = Origin.script(GazetteerSession.SourceLocation(file: Untrusted("a"), line: 1))
    #expect(student.say("login campus --guest", from: script).contains("it needs the powers account,network"))
    var flags = Flags()
    flags.allowed = [.account]
    let other = Student(in: folder.path, flags) { environment in
      environment.variable = { [path = folder.path] in $0 == "XDG_CONFIG_HOME" ? path : nil }
    }
    #expect(other.say("login campus --guest", from: script).contains("it needs the power network"))
    #expect(other.say("login campus --guest").contains("gaz is offline"))
  }
}
