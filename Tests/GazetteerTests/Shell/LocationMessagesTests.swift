import Foundation
import GazetteerIndex
import Synchronization
import Testing

@testable import GazetteerServices
@testable import GazetteerSession
@testable import GazetteerShell

/// What gaz says when something goes wrong at a location service.
@Suite struct LocationMessagesTests {
  /// What the server does instead of answering as it should.
  private enum Trouble: Sendable {
    /// It answers with this status.
    case status(Int)
    /// It acts, but answers with this status.
    case lie(Int)
  }

  private final class Campus: Sendable {
    private final class State: Sendable { let trouble = Mutex<Trouble?>(nil) }

    let standIn = ParseStandIn()
    let server: LoopbackServer
    private let state = State()

    init() throws {
      server = try LoopbackServer { [standIn, state] request, connection in
        let isChange = request.method == "POST" || request.method == "PUT"
        guard let now = state.trouble.withLock(\.self), isChange, request.path.contains("StudentLocation") else {
          return standIn.answer(request, connection)
        }
        switch now {
        case .status(let status): connection.answer(status)
        case .lie(let status):
          _ = standIn.take(request)
          connection.answer(status)
        }
      }
    }

    func meets(_ trouble: Trouble?) { state.trouble.withLock { $0 = trouble } }
  }

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.path + "/gaz", withIntermediateDirectories: true)
  }

  /// Somebody whose file of services names `campus`.
  private func student(_ address: String, dialect: String = "parse", _ flags: Flags = Flags()) throws -> Student {
    let keys = dialect == "parse" ? "application-id = \"app\"\nrest-key = \"key\"\n" : ""
    _ = try folder.file(
      "gaz/services.toml", "[campus]\ndialect = \"\(dialect)\"\nurl = \"\(address)\"\n\(keys)")
    let path = folder.path
    var flags = flags
    flags.allowed = [.account]
    return Student(in: path, flags) { environment in
      environment.variable = { $0 == "XDG_CONFIG_HOME" || $0 == "XDG_STATE_HOME" ? path : nil }
      environment.web = KintoServer.client
      environment.newFavoriteID = FavoriteIDs(milliseconds: { 1 }, random: { .random(in: .min ... .max) }).next
    }
  }

  private static let post = "post munich --url https://example.org/1 --unchecked"

  // MARK: undo

  @Test func whatWasDoneAtAServiceIsNotUndone() {
    var flags = Flags()
    flags.allowed = [.account]
    let student = Student(flags)
    student.say("search munich --limit 1; login --user ada --new")
    func refusal(_ step: String, _ instead: String) -> String {
      "! \"\(step)\" cannot be undone; it was done at a service; "
        + "try: \(instead), or undo --skip, then undo for the change before it\n[exit 1]"
    }
    #expect(student.say("undo") == refusal("login local", "logout local"))
    student.say(Self.post)
    func location() -> Location? { student.interpreter.session.locations(of: "local")?.ownLocations.first }
    let id = "local:\(location()?.id ?? "")"
    #expect(student.say("undo") == refusal("post Munich, Bavaria, DE", "delete-location \(id)"))
    student.say("account; edit-location 1 --place zurich")
    // The commands restore exactly what was there: the words, the position and the link.
    let munich = location()?.draft
    student.say("edit-location \(id) --place 48.5,11.5 --url https://example.org/2 --unchecked")
    let point = munich?.coordinate?.word ?? ""
    let edit = "edit-location \(id) --place \"Zürich, Zurich, CH\" --at \(point) --url https://example.org/1"
    #expect(student.say("undo") == refusal("edit-location Zürich, Zurich, CH", edit))
    student.say("\(edit) --unchecked")
    #expect(location()?.draft == munich)
    student.say("undo --skip")
    student.say("account; delete-location 1")
    let post = "post \"Zürich, Zurich, CH\" --at \(point) --url https://example.org/1 --to local"
    #expect(student.say("undo") == refusal("delete-location Zürich, Zurich, CH", post))
    student.say("logout")
    #expect(student.say("undo") == refusal("logout local", "login local --user ada"))
    #expect(student.say("undo 2").hasPrefix("! \"logout local\" cannot be undone"))
    #expect(student.interpreter.session.accounts.isEmpty)
    // The control: what is of the session is undone.
    student.say("search zurich; check 1")
    #expect(student.say("undo") == "undid: check 1")
    #expect(student.say("undo --skip") == "skipped: logout local")
  }

  /// At the next start, nobody is logged in. So such a step is not saved; the others are.
  @Test func suchAStepIsNotSaved() {
    let student = Student()
    student.say("search munich --limit 1; check 1; login --user ada --new; logout")
    let session = student.interpreter.session
    #expect(session.steps.done.map(\.title.text) == ["check 1", "login local", "logout local"])
    let read = SessionText.record(in: SessionText.text(of: SessionRecord(session.state, steps: session.steps)))
    #expect(read.record?.steps.done.map(\.title.text) == ["check 1"])
  }

  // MARK: a wrong address

  @Test(arguments: ["kinto", "parse", "udacity"], [#"{"error":"nothing is here"}"#, "<html>nothing</html>"])
  func aWrongAddressIsNamed(dialect: String, page: String) throws {
    let server = try LoopbackServer.answering(404, [], page)
    let student = try student(server.address + "/wrong", dialect: dialect)
    let why = """
      "\(server.address)/wrong" is not the address of a \(dialect) service; try: check url in \
      \(folder.path)/gaz/services.toml:3
      [exit 5]
      """
    #expect(student.say("login campus --user ada") == "! not logged in to campus; \(why)")
    // A guest is asked for nothing, so only the first answer tells.
    #expect(
      student.say("login campus --guest")
        == "! locations of campus could not be fetched; \(why)")
    // With --json, only one object, of the command that was typed.
    let object = student.say("login campus --guest --json")
    #expect(object.contains("\"command\":\"login\"") && object.contains("\"error\""), "\(object)")
    #expect(!object.contains("\"accounts\"") && !object.contains("\"command\":\"locations\""), "\(object)")
  }

  /// Texts of servers often are sentences. Within a sentence of gaz they have no full stop.
  @Test(arguments: ["Please log in.", "Please log in"]) func noSemicolonFollowsAFullStop(text: String) throws {
    let server = try LoopbackServer.answering(401, [], #"{"errno":104,"message":"\#(text)"}"#)
    let answer = try student(server.address + "/v1", dialect: "kinto").say("login campus --user ada")
    #expect(answer.contains("; Please log in; try: "), "\(answer)")
  }

  @Test func anAddressWithAnotherPageIsNamed() throws {
    let server = try LoopbackServer.answering(200, [], "<html>welcome</html>")
    let student = try student(server.address, dialect: "kinto")
    let answer = student.say("login campus --user ada")
    let what = "\"\(server.address)\" is not the address of a kinto service: the answer is not JSON"
    #expect(answer.hasPrefix("! not logged in to campus; \(what)"), "\(answer)")
    #expect(answer.contains("; try: check url in "))
  }

  // MARK: logging in

  @Test func aWrongDialectIsReportedBeforeThePasswordIsTyped() throws {
    let student = try student("https://example.org", dialect: "kino")
    #expect(
      student.say("login campus --user ada")
        == """
        ! \(folder.path)/gaz/services.toml:2: campus cannot be used; "kino" is not a dialect; \
        try: dialect = "kinto", "parse" or "udacity"
        [exit 1]
        """)
    #expect(student.prompts.isEmpty)
  }

  @Test func aFailedLoginIsSaidInTheSameWords() throws {
    let campus = try Campus()
    let student = try student(campus.server.address)
    student.say("login campus --user ada --new; logout")
    student.willType(.secret(Secret("wrong".utf8)))
    #expect(
      student.say("login campus --user ada")
        == """
        ! not logged in to campus; Invalid username/password; try: login campus --user ada, and type it again
        [exit 4]
        """)
    #expect(
      student.say("login campus --user ada --new")
        == """
        ! not logged in to campus; the account "ada" exists already; try: login campus --user ada, without --new
        [exit 4]
        """)
    let down = try self.student("http://127.0.0.1:\(try LoopbackServer.closedPort())")
    #expect(
      down.say("login campus --user ada")
        == """
        ! not logged in to campus; network unavailable: 127.0.0.1 does not accept connections; \
        try: check the port, or try again later
        [exit 5]
        """)
    let full = try LoopbackServer.answering(503)
    let busy = try self.student(full.address)
    #expect(
      busy.say("login campus --user ada").hasPrefix(
        "! not logged in to campus; 127.0.0.1 answered 503 (not available now); try: again later"))
    withExtendedLifetime(full) {}
  }

  // MARK: a service that is busy

  /// The server says that it has stored nothing. If that was not true, the location is still stored only once.
  @Test(arguments: [true, false]) func aBusyServiceIsNotCalledTheNetwork(lies: Bool) throws {
    let campus = try Campus()
    let student = try student(campus.server.address)
    student.say("login campus --user ada --new")
    campus.meets(lies ? .lie(503) : .status(503))
    #expect(
      student.say(Self.post)
        == """
        ! service unavailable; 127.0.0.1 answered 503 (not available now); the change waits; \
        try: refresh later, which sends it
        [exit 5]
        """)
    #expect(student.say("outbox --json=state,reason").contains(#""state":"waiting","reason":"127.0.0.1 answered 503"#))
    campus.meets(nil)
    #expect(student.say("refresh").hasPrefix("sent 1 change that had to wait"))
    #expect(campus.standIn.records == 1)
  }

  /// The control: after other errors of the server, nobody knows whether it has stored the change.
  @Test func afterAnotherErrorNobodyKnows() throws {
    let campus = try Campus()
    let student = try student(campus.server.address)
    student.say("login campus --user ada --new")
    campus.meets(.lie(502))
    #expect(student.say(Self.post).hasPrefix("! service unavailable; 127.0.0.1 answered 502"))
    #expect(student.say("outbox --json=state").contains(#""state":"unknown""#))
    campus.meets(nil)
    student.say("refresh")
    #expect(campus.standIn.records == 1)
  }

  @Test func aRetryThatFailsAgainSaysSo() throws {
    let campus = try Campus()
    let student = try student(campus.server.address)
    student.say("login campus --user ada --new")
    campus.meets(.status(503))
    student.say(Self.post)
    #expect(
      student.say("outbox retry c1")
        == "not sent: Munich, Bavaria, DE; 127.0.0.1 answered 503 (not available now); it waits\nnothing new")
    campus.meets(nil)
    let sent = student.say("outbox retry")
    #expect(sent.hasPrefix("sent 1 change that had to wait\n") && !sent.contains("not sent"), "\(sent)")
  }

  @Test func aConflictSaysWhatToTry() throws {
    let campus = try Campus()
    let student = try student(campus.server.address)
    student.say("login campus --user ada --new")
    student.say(Self.post)
    campus.meets(.status(503))
    student.say("account; edit-location 1 --place zurich")
    campus.meets(nil)
    // The same person, elsewhere.
    let elsewhere = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: elsewhere.path + "/gaz", withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      atPath: folder.path + "/gaz/services.toml", toPath: elsewhere.path + "/gaz/services.toml")
    let path = elsewhere.path
    var flags = Flags()
    flags.allowed = [.account]
    let second = Student(in: path, flags) { environment in
      environment.variable = { $0 == "XDG_CONFIG_HOME" || $0 == "XDG_STATE_HOME" ? path : nil }
      environment.web = KintoServer.client
    }
    #expect(second.say("login campus --user ada; account; edit-location 1 --place 1,2").hasSuffix("updated 1,2"))
    let answer = student.say("refresh")
    #expect(
      answer.contains(
        """
        ! not stored: Zürich, Zurich, CH; it was changed meanwhile; try: locations --own, then edit-location N
        [exit 1]
        """), "\(answer)")
  }

  // MARK: without a login

  @Test func whoeverIsNotLoggedInIsToldSoFirst() throws {
    let campus = try Campus()
    let student = try student(campus.server.address)
    student.say("login campus --user ada --new")
    student.say(Self.post)
    student.say("locations; logout")
    let required = "! you are not logged in; try: login SERVICE --user NAME, where SERVICE is campus or local\n[exit 4]"
    for line in ["locations", "account", "logout", Self.post] { #expect(student.say(line) == required) }
    let named = "! you are not logged in to campus; try: login campus --user NAME"
    let naming = [
      "edit-location 1 --place zurich", "delete-location 1", "delete-location campus:x", "locations campus",
      "logout campus",
    ]
    for line in naming { #expect(student.say(line).hasPrefix(named)) }
    student.say("login campus --guest")
    for line in ["delete-location 1", "edit-location 1 --place zurich", "delete-location campus:x"] {
      #expect(student.say(line) == "! a guest can only read; try: login campus --user NAME\n[exit 4]")
    }
    // Without any list.
    let other = Student()
    #expect(other.say("delete-location 1") == "! you are not logged in; try: login --user NAME\n[exit 4]")
    other.say("login --guest")
    #expect(other.say("delete-location 1") == "! a guest can only read; try: login local --user NAME\n[exit 4]")
    // The control: with a login, the reference is what is wrong.
    other.say("login --user ada --new")
    let noList = "! there is no such number; the last list is empty, and numbers are those of the last list"
    #expect(other.say("delete-location 1").hasPrefix(noList))
  }

  /// Nobody types a password that cannot be sent.
  @Test func withoutANetworkNobodyIsAskedForAPassword() throws {
    let campus = try Campus()
    _ = try folder.file("gaz/services.toml", "[campus]\ndialect = \"udacity\"\nurl = \"\(campus.server.address)\"\n")
    let path = folder.path
    let student = Student(in: path) { environment in
      environment.variable = { ["XDG_CONFIG_HOME": path][$0] }
      environment = environment.offline(if: true)
    }
    #expect(
      student.say("login campus --user ada")
        == "! not logged in to campus; network unavailable: gaz is offline; try: start gaz without --offline\n[exit 5]")
    #expect(student.prompts.isEmpty)
    // The control: the service on this machine.
    student.say("login local --user ada --new")
    #expect(!student.prompts.isEmpty)
  }

  /// After a logout, commands are about the service where the user still is.
  @Test func theServiceBeforeIsUsedAgain() throws {
    let campus = try Campus()
    let student = try student(campus.server.address)
    student.say("login campus --user ada --new; login local --guest")
    #expect(student.say("logout") == "logged out from local; you are still logged in to campus")
    #expect(student.say("account").hasSuffix("on campus; multiple locations: off"))
    // The control: a service that is not used.
    student.say("login local --guest")
    #expect(student.say("logout campus") == "logged out from campus")
    #expect(student.say("account") == "a guest on local")
    #expect(student.say("logout") == "logged out from local")
  }

  @Test func aDryRunLogsNobodyIn() {
    var flags = Flags()
    flags.isDryRun = true
    let student = Student(flags)
    #expect(student.say(Self.post) == "! you are not logged in; try: login --user NAME\n[exit 4]")
    #expect(student.say("login --user ada") == "would log in to local as ada")
    #expect(student.say(Self.post) == "would run \"\(Self.post)\" after the login")
    #expect(student.say("logout") == "would run \"logout\" after the login")
    #expect(student.interpreter.session.accounts.isEmpty)
  }

  // MARK: progress

  @Test func theProgressSaysThatTheLinkIsChecked() throws {
    let campus = try Campus()
    let page = try LoopbackServer { _, connection in connection.waitForClient() }
    let student = try student(campus.server.address)
    student.say("login campus --user ada --new")
    student.interpreter.opensInBackground = true
    student.interpreter.openingPatience = 0
    #expect(
      student.say("post munich --url \(page.address)")
        == "checking \(page.address) in the background; to wait for it: wait")
    #expect(student.interpreter.jobs.statuses(at: 0).map(\.title.neutralised) == ["checking \(page.address)"])
    // Earlier, nobody knows whether the change is sent before it is cancelled.
    #expect(SafetyLimit.wait { !page.requests.isEmpty })
    #expect(student.say("cancel").hasSuffix("stopped; nothing was sent to campus"))
  }
}
