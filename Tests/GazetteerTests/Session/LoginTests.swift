import GazetteerIndex
import Testing

@testable import GazetteerSession

/// Logging in and out as the session sees it: both take time, and other commands are given meanwhile.
@Suite struct LoginTests {
  private static let campus = ServiceFacts(name: "campus", dialect: "kinto", host: Untrusted("x.org"))
  private static let ada = account("ada")

  private static func account(_ user: String) -> Account {
    Account(service: "campus", key: Untrusted("key of \(user)"), user: Untrusted(user))
  }

  private static func request(_ user: String) -> LoginRequest {
    LoginRequest(campus, user: Untrusted(user), .password)
  }

  private func conversation() -> Conversation {
    var conversation = Conversation()
    conversation.context.services = [.local, Self.campus]
    conversation.context.allowed = Set(Power.allCases)
    return conversation
  }

  /// Somebody who is logged in to campus as ada, and has its locations.
  private func conversationOfAda() -> Conversation {
    var conversation = conversation()
    _ = conversation.session.receive(.loggedIn(Self.ada, Self.campus))
    let news = LocationNews(LocationDataset(Self.campus, [], own: Self.ada.key), .init())
    _ = conversation.session.receive(.fetched(LocationsRequest(Self.campus, .newest), news))
    return conversation
  }

  private func notices(_ effects: some Sequence<Effect>) -> [String] {
    effects.compactMap { if case .notice(let message) = $0 { message.neutralised } else { nil } }
  }

  /// What is said, and what is done besides, for an event.
  private func outcome(of line: String, in conversation: inout Conversation) -> (said: [String], done: [Effect]) {
    let before = conversation.effects.count
    let text = conversation.say(line)
    let effects = conversation.effects[before...]
    return (
      [text].filter { !$0.isEmpty } + notices(effects),
      effects.filter { if case .notice = $0 { false } else { true } }
    )
  }

  private static let still =
    "! the login to campus as ada is still under way; try: wait, then the same again\n"

  /// Without a service, the one to which the user is logging in is meant.
  @Test(arguments: [
    ("whoami", "you are not logged in yet\n"), ("locations", still), ("locations campus", still), ("account", still),
    ("refresh campus", still), ("refresh", still), ("post munich --url https://example.org", still),
    ("edit-location campus:x --place rome", still), ("delete-location campus:x", still), ("logout --forget", still),
    (
      "locations local",
      "! you are not logged in to local; try: login local --user NAME, or login local --guest\n"
    ), ("search zurich --limit 0", "1 place\n"),
  ])
  func commandsDuringALogin(line: String, answer: String) {
    var conversation = conversation()
    conversation.say("login campus --user ada")
    #expect(conversation.effects == [.login(Self.request("ada"))])
    #expect(conversation.say(line) == answer)
    #expect(conversation.session.jobs == [.loggingIn("campus")])
    // The control: when it is over, none of them says so.
    _ = conversation.session.receive(.loginFailed(Self.request("ada"), Failure("no")))
    #expect(conversation.session.jobs.isEmpty && !conversation.say(line).contains("under way"))
  }

  /// A change must not be made as somebody else than the user who is about to be logged in.
  @Test func theAccountBeforeIsNotUsedMeanwhile() {
    var conversation = conversationOfAda()
    conversation.context.waiting = WaitingChanges()
    conversation.say("login campus --user bob")
    let post = "post munich --url https://example.org --unchecked"
    #expect(conversation.say(post).contains("the login to campus as bob is still under way"))
    // The control.
    _ = conversation.session.receive(.loginStopped(service: "campus"))
    conversation.say(post)
    #expect(conversation.effects.contains { if case .post = $0 { true } else { false } })
  }

  /// Nothing is cut in a narrow window. The control: a wide one has one line for each account.
  @Test(arguments: [40, 24, 160]) func whoamiIsWrapped(width: Int) throws {
    var account = Account(
      service: "campus", key: Untrusted("key"), user: Untrusted("ada.lovelace.of.london@students.example.org"),
      firstName: Untrusted("Augusta Ada King"), lastName: Untrusted("Countess of Lovelace"))
    account.secret = .file
    var conversation = conversation()
    conversation.context.waiting = WaitingChanges()
    conversation.context.services = [
      ServiceFacts(name: "campus", dialect: "kinto", host: Untrusted("locations.campus.example.org"))
    ]
    _ = conversation.session.receive(.loggedIn(account, Self.campus))
    conversation.style.width = width
    let text = conversation.say("whoami")
    #expect(!text.contains("…"), "\(text)")
    let letters = text.filter { !$0.isWhitespace }
    for fact in [account.title.neutralised, "locations.campus.example.org", "in your file of credentials"] {
      #expect(letters.contains(fact.filter { !$0.isWhitespace }), "\(text)")
    }
    #expect((text.split(separator: "\n").count == 2) == (width == 160), "\(text)")
  }

  @Test func whoamiSaysWhatIsUnderWay() throws {
    var conversation = conversationOfAda()
    conversation.say("login local --user ada; logout campus; login campus --guest")
    let reply = try conversation.session.answer(
      Statement(words: [Word(Untrusted("whoami"))]), in: conversation.context)
    #expect(
      reply.notices.map(\.neutralised) == [
        "logging in to local as ada; to wait for it: wait", "logging out from campus; to wait for it: wait",
        "logging in to campus as a guest; to wait for it: wait",
      ])
  }

  @Test func aServiceHasOneLoginAtATimeTheLast() {
    var conversation = conversation()
    conversation.say("login campus --user ada; login local --user ada")
    let (said, done) = outcome(of: "login campus --user bob", in: &conversation)
    #expect(said == ["stopped logging in to campus as ada"])
    #expect(done == [.stop(.loggingIn("campus")), .login(Self.request("bob"))])
    #expect(conversation.session.jobs == [.loggingIn("local"), .loggingIn("campus")])
  }

  @Test func aLogoutStopsALogin() {
    var conversation = conversation()
    conversation.say("login campus --user ada")
    var (said, done) = outcome(of: "logout", in: &conversation)
    #expect(said == ["stopped logging in to campus as ada"] && done == [.stop(.loggingIn("campus"))])
    #expect(conversation.session.jobs.isEmpty)
    conversation = conversationOfAda()
    conversation.say("login campus --user bob")
    (said, done) = outcome(of: "logout", in: &conversation)
    #expect(said == ["stopped logging in to campus as bob"])
    #expect(done == [.stop(.loggingIn("campus")), .logout(LogoutRequest(Self.campus))])
    #expect(conversation.session.accounts.isEmpty)
  }

  /// The account is gone before the service has answered.
  @Test func aLogoutEndsHereAtOnce() {
    var conversation = conversationOfAda()
    #expect(outcome(of: "logout", in: &conversation).done == [.logout(LogoutRequest(Self.campus))])
    #expect(conversation.session.accounts.isEmpty && conversation.session.locations.isEmpty)
    #expect(conversation.say("locations").hasPrefix("! you are not logged in; try: login SERVICE"))
    let request = LogoutRequest(Self.campus)
    var session = conversation.session
    #expect(notices(session.receive(.logoutEnded(request, failure: nil))) == ["logged out from campus"])
    let failure = Failure("logged out here, but not at campus", why: "it is down")
    #expect(conversation.session.receive(.logoutEnded(request, failure: failure)) == [.report(failure)])
    #expect(session.jobs.isEmpty && conversation.session.jobs.isEmpty)
  }

  /// First the locations of the new account come. The control: a first login ends no session.
  @Test func aReplacedSessionEndsLast() {
    var conversation = conversation()
    let first = conversation.session.receive(.loggedIn(Self.ada, Self.campus))
    let second = conversation.session.receive(.loggedIn(Self.account("bob"), Self.campus, notices: ["kept"]))
    func kinds(_ effects: [Effect]) -> [String] {
      effects.map { String("\($0)".prefix { $0 != "(" }) }
    }
    #expect(kinds(first) == ["adopt", "done", "fetch"])
    #expect(kinds(second) == ["stop", "adopt", "notice", "done", "fetch", "logout"])
    let request = LogoutRequest(Self.campus, isReplaced: true)
    #expect(second.last == .logout(request))
    #expect(conversation.session.receive(.logoutEnded(request, failure: nil)) == [])
    let failed = conversation.session.receive(.logoutEnded(request, failure: Failure("no")))
    #expect(notices(failed) == ["your former session at campus was not ended there"])
  }

  @Test func quitSaysThatALogoutIsNotOver() throws {
    var conversation = conversationOfAda()
    let quit = Statement(words: [Word(Untrusted("quit"))])
    #expect(try conversation.session.answer(quit, in: conversation.context).notices.isEmpty)
    conversation.say("logout")
    #expect(
      try conversation.session.answer(quit, in: conversation.context).notices.map(\.neutralised)
        == ["logged out here, but not at campus, because that was not over yet"])
  }

  @Test func aLinkIsAskedForOnce() {
    var session = Session()
    let request = VisitRequest(name: Untrusted("here"), url: Untrusted("https://example.org"))
    #expect(session.receive(.visitAsked(request)) == [.visit(request)])
    #expect(
      notices(session.receive(.visitAsked(request)))
        == ["https://example.org is being asked for already; to wait for it: wait"])
    #expect(session.receive(.visited(request, isOpened: false)) == [.result(request.deed(isOpened: false))])
    #expect(session.jobs.isEmpty)
    #expect(session.receive(.visited(request, isOpened: true)) == [.done(request.deed(isOpened: true))])
  }
}
