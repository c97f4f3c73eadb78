import Foundation
import GazetteerIndex
import Synchronization
import Testing

@testable import GazetteerServices
@testable import GazetteerSession
@testable import GazetteerShell

/// Logging in and out at the prompt, where the service is asked in the background.
@Suite struct BackgroundLoginTests {
  /// A Parse server. Requests to some paths wait for a signal, or until they are cancelled.
  private final class Campus: Sendable {
    private final class Gate: @unchecked Sendable {
      let opened = DispatchSemaphore(value: 0)
      let arrivals = DispatchSemaphore(value: 0)
      let path = Mutex<String?>(nil)
    }

    private let gate = Gate()
    let server: LoopbackServer

    init() throws {
      let standIn = ParseStandIn()
      server = try LoopbackServer { [gate] request, connection in
        if gate.path.withLock({ $0.map(request.path.contains) ?? false }) {
          gate.arrivals.signal()
          gate.opened.wait()
        }
        standIn.answer(request, connection)
      }
    }

    deinit { open() }

    func holds(_ path: String) { gate.path.withLock { $0 = path } }

    func awaitsRequest() { gate.arrivals.wait() }

    func open() {
      gate.path.withLock { $0 = nil }
      for _ in 0..<50 { gate.opened.signal() }
    }

    /// The sessions for which there were requests with this part in their path.
    func sessions(_ path: String) -> [String] {
      server.requests.filter { $0.path.contains(path) }.map { $0.header("X-Parse-Session-Token") ?? "none" }
    }
  }

  private let folder: TemporaryFolder
  private let campus: Campus
  private let student: Student

  /// At the beginning, ada and bob have accounts, and ada has posted a location.
  init() throws {
    folder = try TemporaryFolder()
    campus = try Campus()
    student = try Student.atCampusPrompt(campus.server.address, dialect: "parse", in: folder)
    student.interpreter.opensInBackground = false
    student.say("login campus --user bob --new; logout; login campus --user ada --new")
    student.say("post munich --url https://example.org --unchecked; logout")
    student.interpreter.opensInBackground = true
  }

  /// What is shown above the line that is being typed, until no job is left.
  private func news() -> [String] {
    var shown: [String] = []
    while !student.interpreter.jobs.isIdle {
      student.awaitJob()
      let ended = student.interpreter.jobs.ended()
      guard !ended.isEmpty else { break }
      shown += student.interpreter.news(of: ended).map(\.neutralised)
    }
    return shown
  }

  private func whoIsLoggedIn() -> [String] { student.interpreter.session.accounts.map(\.user.text) }

  /// The control: if the user has gone on to something else, the numbers of the list that they see stay.
  @Test(arguments: [false, true]) func thePromptIsFreeAndThenTheListAppears(goesOn: Bool) {
    campus.holds("/login")
    let prompts = student.prompts.count
    #expect(
      student.say("login campus --user ada")
        == "logging in to campus as ada in the background; to wait for it: wait")
    #expect(student.prompts.count == prompts + 1, "the password is asked for first")
    #expect(student.interpreter.jobs.statuses(at: 0).map(\.title.neutralised) == ["logging in to campus as ada"])
    if goesOn { #expect(student.say("search zurich --limit 0") == "1 place") }
    campus.open()
    let shown = news()
    #expect(shown.first == "logged in to campus as ada")
    if goesOn {
      #expect(shown.dropFirst() == ["fetched 1 location of campus; to list them: locations campus"])
    } else {
      #expect(shown.count == 2 && shown[1].contains("1  ♡  u1") && shown[1].contains("Munich"), "\(shown)")
      #expect(student.interpreter.session.filtered.count == 1)
    }
    #expect(whoIsLoggedIn() == ["ada"])
  }

  /// Also if the login has ended before the user types `wait`.
  @Test(arguments: [false, true]) func waitListsToo(hasEnded: Bool) {
    if !hasEnded { campus.holds("/login") }
    student.say("login campus --user ada")
    if hasEnded { student.awaitJob() } else { campus.open() }
    let answer = student.say("wait")
    #expect(answer.hasPrefix("logged in to campus as ada\n") && answer.contains("Munich"), "\(answer)")
    #expect(!answer.contains("in the background"))
  }

  @Test func aWrongPasswordIsToldWhenTheAnswerComes() {
    student.willType(.secret(Secret("wrong".utf8)))
    student.say("login campus --user ada")
    let shown = news()
    #expect(shown.count == 1 && shown[0].hasPrefix("not logged in to campus; Invalid"), "\(shown)")
    #expect(shown[0].hasSuffix("try: login campus --user ada, and type it again"))
    #expect(student.interpreter.session.jobs.isEmpty && whoIsLoggedIn() == [])
  }

  /// Whoever stops a login stays who they were, also at the service. The control: a login that is not stopped.
  @Test(arguments: ["cancel", "Ctrl-C", nil]) func aStoppedLoginChangesNothing(end: String?) throws {
    student.logIn("login campus --user ada")
    _ = news()
    campus.holds("/login")
    student.say("login campus --user bob")
    campus.awaitsRequest()
    switch end {
    case "cancel": #expect(student.say("cancel").contains("stopped logging in to campus as bob"))
    case nil: break
    default:
      student.interpreter.interruptBackground()
      #expect(student.say("echo on") == "stopped logging in to campus as bob\non")
    }
    #expect(student.interpreter.jobs.isIdle == (end != nil))
    campus.open()
    _ = news()
    let user = end == nil ? "bob" : "ada"
    #expect(whoIsLoggedIn() == [user])
    student.interpreter.opensInBackground = false
    student.say("account --multiple on; post zurich --url https://example.org --unchecked")
    #expect(student.say("locations --own --limit 0") == (end == nil ? "1 place" : "2 places"))
  }

  /// Also if it was stopped after the service had answered and the password was kept, but before the prompt knew of it.
  /// The control: a login that is not stopped keeps it.
  @Test(arguments: ["cancel", "Ctrl-C", nil]) func aStoppedLoginKeepsNoPassword(end: String?) throws {
    let file = folder.path + "/gaz/credentials"
    student.say("login campus --user ada --keep")
    student.awaitJob()
    #expect(FileManager.default.contents(atPath: file)?.isEmpty == false, "or this proves nothing")
    switch end {
    case "cancel":
      // What ends while a line runs is applied after it.
      _ = student.interpreter.run(Statement(words: [Word(Untrusted("cancel"))]), from: .typed)
    case nil: break
    default: student.interpreter.interruptBackground()
    }
    _ = news()
    #expect(whoIsLoggedIn() == (end == nil ? ["ada"] : []))
    let lines = FileManager.default.contents(atPath: file) ?? Data()
    #expect(lines.isEmpty == (end != nil))
  }

  /// A session that a login replaces ends after the new list has come. The control: the new one goes on.
  @Test func aReplacedSessionEndsAtTheService() throws {
    student.logIn("login campus --user ada")
    _ = news()
    let before = campus.sessions("/logout").count
    let old = try #require(campus.sessions("/classes").last)
    student.say("login campus --user bob")
    #expect(news().first == "logged in to campus as bob")
    #expect(campus.sessions("/logout").dropFirst(before) == [old])
    #expect(campus.sessions("/classes").last != old)
    #expect(student.say("refresh; wait").contains("nothing new"))
  }

  @Test func theAccountIsGoneAtOnceAndTheServiceFollows() throws {
    student.logIn("login campus --user ada")
    _ = news()
    campus.holds("/logout")
    #expect(student.say("logout") == "logging out from campus in the background; to wait for it: wait")
    #expect(whoIsLoggedIn() == [])
    #expect(student.say("whoami").hasSuffix("logging out from campus; to wait for it: wait"))
    campus.awaitsRequest()
    // The next login does not wait for it.
    #expect(student.logIn("login campus --user bob").hasPrefix("logged in to campus as bob"))
    campus.open()
    #expect(news().contains("logged out from campus"))
    #expect(whoIsLoggedIn() == ["bob"])
  }

  @Test(arguments: ["cancel", "Ctrl-C"]) func aStoppedLogoutSaysThatTheSessionGoesOn(end: String) {
    student.logIn("login campus --user ada")
    _ = news()
    campus.holds("/logout")
    student.say("logout")
    campus.awaitsRequest()
    if end == "Ctrl-C" { student.interpreter.interruptBackground() }
    let said = student.say(end == "cancel" ? "cancel" : "echo on")
    #expect(said.contains("logged out here, but not at campus; it was interrupted"), "\(said)")
    #expect(student.interpreter.jobs.isIdle && whoIsLoggedIn() == [])
  }
}
