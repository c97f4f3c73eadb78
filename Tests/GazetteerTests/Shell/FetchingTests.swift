import Foundation
import GazetteerIndex
import Synchronization
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
    try Student.atCampusPrompt(server.server.address, in: folder)
  }

  /// Somebody whose post waits for the answer of its link.
  private func studentWithUncheckedLink(_ folder: TemporaryFolder, _ server: SlowServer) throws -> Student {
    let student = try student(folder, server)
    student.logIn("login campus --user ada")
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
      student.logIn("login campus --user ada")
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
    student.logIn("login campus --user ada")
    let stopped = student.say("cancel")
    #expect(stopped.contains("stopped fetching locations") && !stopped.contains("nothing is shown now"), "\(stopped)")
    #expect(student.interpreter.session.jobs.isEmpty && student.interpreter.jobs.isIdle)
    // The server never answers, and yet the next request is not held up by the first.
    server.open()
    student.interpreter.opensInBackground = false
    #expect(student.say("refresh") == "nothing new")
  }

  /// What a fetch would have said is not said later, if it was stopped. The control: one that was not stopped.
  @Test(arguments: ["cancel", "Ctrl-C", "wait"]) func aStoppedFetchAnnouncesNothingLater(end: String) throws {
    let folder = try TemporaryFolder()
    let (gate, arrivals) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let isSlow = Mutex(false)
    let server = try LoopbackServer { request, connection in
      guard request.path.contains("/records") else { return connection.answer(200, [], #"{"data":[]}"#) }
      if isSlow.withLock(\.self) {
        arrivals.signal()
        gate.wait()
      }
      let number = request.number
      connection.answer(
        200, [],
        #"{"data":[{"id":"x\#(number)","last_modified":\#(number),"uniqueKey":"account:bob","mapString":"Munich"}]}"#)
    }
    let student = try Student.atCampusPrompt(server.address, in: folder)
    student.logIn("login campus --guest")
    student.say("wait")
    isSlow.withLock { $0 = true }
    student.say("refresh")
    arrivals.wait()
    switch end {
    case "cancel": #expect(student.say("cancel").contains("stopped fetching locations"))
    case "Ctrl-C":
      student.interpreter.interruptBackground()
      #expect(student.say("echo on") == "stopped fetching locations\non")
    default: break
    }
    isSlow.withLock { $0 = false }
    gate.signal()
    if end == "wait" {
      #expect(student.say("wait") == "1 new location of campus")
    } else {
      // The next fetch waits for the service until the first one has ended.
      student.interpreter.opensInBackground = false
      #expect(student.say("wait; echo on") == "on")
      #expect(student.say("refresh") == "1 new location of campus")
    }
    #expect(student.say("echo on") == "on")
    #expect(student.interpreter.session.jobs.isEmpty && student.interpreter.jobs.isIdle)
  }

  /// What a stopped fetch has sent before is told at the next one.
  @Test func whatAStoppedFetchHasSentIsToldOnce() throws {
    let folder = try TemporaryFolder()
    let (gate, arrivals) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let state = Mutex((isDown: false, isSlow: false))
    let server = try LoopbackServer { request, connection in
      if request.method == "PUT" {
        guard !state.withLock(\.isDown) else { return connection.reset() }
        let record = #"{"data":{"id":"x","last_modified":7,"uniqueKey":"account:ada","mapString":"Munich"}}"#
        return connection.answer(200, [], record)
      }
      if request.path.contains("/records"), state.withLock(\.isSlow) {
        arrivals.signal()
        gate.wait()
      }
      connection.answer(200, [], #"{"data":[],"user":{"id":"account:ada"}}"#)
    }
    let student = try Student.atCampusPrompt(server.address, in: folder)
    student.logIn("login campus --user ada")
    student.say("wait")
    state.withLock { $0.isDown = true }
    student.say("post munich --url https://example.org --unchecked")
    #expect(student.say("wait").contains("the change waits"))
    state.withLock { $0 = (false, true) }
    student.say("refresh")
    arrivals.wait()
    #expect(student.say("cancel").contains("stopped fetching locations"))
    state.withLock { $0.isSlow = false }
    for _ in 0..<9 { gate.signal() }
    student.interpreter.opensInBackground = false
    #expect(student.say("wait; echo on") == "on")
    #expect(student.say("refresh").hasPrefix("sent 1 change that had to wait"))
    #expect(!student.say("refresh").contains("sent"))
  }

  /// While a location is being sent, nothing that depends on it begins. If that is cancelled, the change waits.
  @Test func aPostInTheBackgroundIsCancelled() throws {
    let folder = try TemporaryFolder()
    let server = try SlowServer { $0.method == "PUT" }
    let student = try student(folder, server)
    student.logIn("login campus --user ada")
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
    #expect(
      student.say("post zurich --url https://example.org --unchecked")
        == "! the link of a location for campus is still being checked; try: wait, then the same again\n[exit 1]")
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
    let student = try Student.atCampusPrompt(kinto.address, in: folder)
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
    student.logIn("login campus --user ada")
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
