import GazetteerIndex
import Testing

@testable import GazetteerSession

/// Ctrl-C on an empty line, and `cancel`: what goes on in the background ends.
@Suite struct StoppingTests {
  private static let campus = ServiceFacts(name: "campus", dialect: "kinto", host: Untrusted("x.org"))
  private static let table = OpenRequest(source: Untrusted("https://example.org/a.csv"), name: "a")
  private static let file = OpenRequest(source: Untrusted("b.csv"), name: "b")
  private static let link = VisitRequest(name: Untrusted("here"), url: Untrusted("https://example.org"))

  struct Work: Sendable, CustomTestStringConvertible {
    let job: JobID
    let events: [Event]
    let notice: String
    /// Whether `cancel` stops it too.
    var usesNetwork = true

    var testDescription: String { "\(job)" }
  }

  private static let works = [
    Work(
      job: .loggingIn("campus"),
      events: [.loginAsked(LoginRequest(campus, user: Untrusted("ada"), .password))],
      notice: "stopped logging in to campus as ada"),
    Work(
      job: .loggingIn("campus"),
      events: [.loginAsked(LoginRequest(campus, user: Untrusted("ada"), .signUp(name: nil)))],
      notice: "stopped logging in to campus as ada; the account may have been made: login without --new tells"),
    Work(
      job: .loggingOut("campus"), events: [.logoutAsked(LogoutRequest(campus))],
      notice: "logged out here, but not at campus; it was interrupted"),
    Work(
      job: .endingFormer("campus"),
      events: ["ada", "bob"].map {
        .loggedIn(Account(service: "campus", key: Untrusted($0), user: Untrusted($0)), campus)
      },
      notice: "your former session at campus was not ended there"),
    Work(
      job: .fetching("campus"), events: [.fetchAsked(LocationsRequest(campus, .newest))],
      notice: "stopped fetching locations"),
    Work(job: .visiting(link.url), events: [.visitAsked(link)], notice: "stopped asking for https://example.org"),
    Work(job: .opening("a"), events: [.openAsked(table)], notice: "stopped opening a"),
    Work(
      job: .refreshing("a"), events: refreshing(table), notice: "stopped refreshing a; it stays as it was"),
    Work(job: .opening("b"), events: [.openAsked(file)], notice: "stopped opening b", usesNetwork: false),
    Work(
      job: .refreshing("b"), events: refreshing(file), notice: "stopped refreshing b; it stays as it was",
      usesNetwork: false),
  ]

  private static func refreshing(_ request: OpenRequest) -> [Event] {
    let about = DatasetAbout(source: request.source, format: "csv")
    return [
      .openAsked(request), .opened(Dataset(name: request.name, about: about, places: [])),
      .refreshAsked(RefreshRequest(source: request, about: about)),
    ]
  }

  private func notices(_ effects: [Effect]) -> [String] {
    effects.compactMap { if case .notice(let message) = $0 { message.neutralised } else { nil } }
  }

  /// What Ctrl-C or `cancel` does.
  private func stop(_ session: inout Session, by cancel: Bool) throws -> [Effect] {
    var context = Context()
    context.allowed = Set(Power.allCases)
    let reply =
      cancel
      ? try session.answer(Statement(words: [Word(Untrusted("cancel"))]), in: context) : session.interrupting(context)
    var effects: [Effect] = []
    for event in reply.events { effects += session.receive(event) }
    return effects + reply.effects
  }

  @Test(arguments: works, [true, false]) func everyJobIsStoppedAndSaid(work: Work, cancel: Bool) throws {
    var session = Session(world: Example.cities)
    for event in work.events { _ = session.receive(event) }
    #expect(session.jobs.contains(work.job))
    let effects = try stop(&session, by: cancel)
    let isStopped = work.usesNetwork || !cancel
    #expect(effects.contains(.stop(work.job)) == isStopped)
    #expect(notices(effects).contains(work.notice) == isStopped)
    #expect(session.jobs.contains(work.job) == !isStopped)
    guard isStopped else { return }
    // The control: what was open stays open, and nothing is left to stop.
    if case .refreshing(let name) = work.job { #expect(session.open.map(\.name).contains(name)) }
    #expect(try stop(&session, by: cancel) == [])
  }

  @Test func aMessageIsNotStopped() throws {
    var context = Context()
    context.allowed = Set(Power.allCases)
    context.jobs = [JobStatus(.sending(1), title: "sending message 1")]
    #expect(Session().interrupting(context) == Reply())
  }

  /// The check marks of what is being restored would be lost. So a file is left to `close`, and instead of an address its
  /// copy is opened.
  @Test func whatIsBeingRestoredIsNotLost() throws {
    var session = Session(world: Example.cities)
    var state = SessionState()
    state.open = [Self.table, Self.file].map { SessionState.Source(name: $0.name, source: $0.source) }
    _ = session.receive(.restored(SessionRecord(state)))
    #expect(session.openings == ["a", "b"])
    var copy = OpenRequest(source: Self.table.source, name: "a", inBackground: true)
    copy.usesCopy = true
    let asking = "stopped asking for https://example.org/a.csv"
    let left = "b is still being opened, because it was open before; to stop that: close b"
    for (cancel, said) in [(false, [asking, left]), (true, [asking])] {
      let effects = try stop(&session, by: cancel)
      #expect(notices(effects) == said)
      #expect(effects.filter { if case .notice = $0 { false } else { true } } == [.stop(.opening("a")), .open(copy)])
    }
    #expect(session.openings == ["a", "b"])
  }
}
