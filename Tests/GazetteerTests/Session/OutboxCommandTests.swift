import GazetteerIndex
import Testing

@testable import GazetteerSession

/// What `outbox` lists, tries again and gives up.
struct OutboxCommandTests {
  private static func message(_ number: Int64, _ copies: [(String, String, DeliveryState)]) -> OutboxMessage {
    OutboxMessage(
      number: number, time: 1_769_860_800, title: Untrusted("2 places"),
      deliveries: copies.enumerated().compactMap { index, copy in
        DeliveryAddress(copy.1).map {
          Delivery(
            id: number * 10 + Int64(index), recipient: Untrusted(copy.0), address: $0, key: "k\(number)\(index)",
            content: Array("Hello".utf8), state: copy.2, reason: Untrusted(copy.2 == .failed ? "no such user" : ""),
            changed: 0)
        }
      })
  }

  private static func conversation(_ messages: OutboxMessage...) -> Conversation {
    var conversation = Conversation()
    conversation.context.allowed = [.send]
    conversation.context.now = 1_769_860_860
    var data = TellingData()
    data.outbox = OutboxExcerpt(messages)
    conversation.context.given = .telling(data)
    return conversation
  }

  private static let sent = message(1, [("Anna", "mail:anna@example.org", .sent)])
  private static let mixed = message(
    2, [("Anna", "mail:anna@example.org", .sent), ("Bob", "mail:bob@example.org", .failed)])
  private static let doubtful = message(3, [("Carla", "ntfy:carla", .unknown)])
  private static let repeatable = message(4, [("Dora", "matrix:!r:h", .unknown)])

  @Test func theNewestIsFirst() {
    var conversation = Self.conversation(Self.sent, Self.mixed)
    #expect(
      conversation.say("outbox") == """
        #  time                  to    address                state   reason        subject
        2  2026-01-31 12:00 UTC  Anna  mail:anna@example.org  sent                  2 places
        2  2026-01-31 12:00 UTC  Bob   mail:bob@example.org   failed  no such user  2 places
        1  2026-01-31 12:00 UTC  Anna  mail:anna@example.org  sent                  2 places
        2 messages
        to try again: outbox retry N; to give up: outbox cancel N

        """)
    #expect(conversation.say("outbox --limit 1").contains("1 of 2 messages"))
    #expect(
      conversation.say("outbox --json=n,to,state --limit 1")
        == "{\"command\":\"outbox\",\"total\":3,\"copies\":[{\"n\":2,\"to\":\"Anna\",\"state\":\"sent\"},"
        + "{\"n\":2,\"to\":\"Bob\",\"state\":\"failed\"}]}\n")
    var empty = Self.conversation()
    #expect(empty.say("outbox") == "the outbox is empty\n")
  }

  @Test func whatWasCertainlyNotSentIsSentAgainWithoutAQuestion() {
    var conversation = Self.conversation(Self.sent, Self.mixed)
    conversation.say("outbox retry")
    #expect(conversation.effects == [.resend(2, unknown: [])])
  }

  /// A server of Matrix recognises a repeat; nobody gets it twice.
  @Test func aCopyThatTheServerRecognisesIsSentAgainWithoutAQuestion() {
    var conversation = Self.conversation(Self.repeatable)
    conversation.say("outbox retry 4")
    #expect(conversation.effects == [.resend(4, unknown: [40])])
  }

  /// Servers forget after a while which copies they have.
  @Test(arguments: [(900, false), (901, true), (-1, true)]) func afterAWhileACopyForMatrixIsAskedAboutToo(
    seconds: Int64, isAsked: Bool
  ) {
    var conversation = Self.conversation(Self.repeatable)
    conversation.context.now = 1_769_860_800 + seconds
    conversation.say("outbox retry")
    if case .ask? = conversation.effects.first { #expect(isAsked) } else { #expect(!isAsked) }
    #expect(conversation.effects.count == 1)
  }

  /// The yes is about the copies that the question names, whatever happens to others meanwhile.
  @Test func onlyTheCopiesInTheQuestionAreSentAgain() {
    var conversation = Self.conversation(
      Self.message(6, [("Anna", "mail:a@b", .unknown), ("Bob", "mail:b@b", .failed), ("Carla", "mail:c@b", .sent)]))
    conversation.say("outbox retry 6")
    #expect(conversation.effects.first == .resend(6, unknown: []))
    #expect(conversation.session.receive(.answered(.yes)) == [.resend(6, unknown: [60])])
  }

  @Test func whatMayHaveBeenSentIsSentAgainOnlyAfterAQuestion() {
    var conversation = Self.conversation(Self.doubtful, Self.mixed)
    conversation.say("outbox retry")
    #expect(conversation.effects.first == .resend(2, unknown: []))
    guard case .ask(let question)? = conversation.effects.last else {
      Issue.record("nothing is asked")
      return
    }
    #expect(
      question.text.neutralised == "send it again to Carla, who may have it already"
        && question.option == "outbox retry 3 --again")
    #expect(conversation.session.receive(.answered(.yes)) == [.resend(3, unknown: [30])])
  }

  @Test func anOptionSaysThatItMayBeSentTwice() {
    var conversation = Self.conversation(Self.doubtful)
    conversation.say("outbox retry --again")
    #expect(conversation.effects == [.resend(3, unknown: [30])])
  }

  @Test func nothingIsSentAgainIfAllWasSent() {
    var conversation = Self.conversation(Self.sent)
    #expect(conversation.say("outbox retry") == "nothing waits in the outbox\n")
    #expect(conversation.say("outbox retry 1") == "nothing waits in the outbox\n")
    #expect(conversation.say("outbox cancel 1") == "nothing waits there\n")
    #expect(conversation.effects == [])
  }

  @Test func givingUpNeedsANumber() {
    var conversation = Self.conversation(Self.mixed)
    #expect(conversation.say("outbox cancel") == "! N is missing; try: outbox cancel N\n")
    #expect(conversation.say("outbox cancel 7") == "! there is no message 7; try: outbox\n")
    conversation.say("outbox cancel 2")
    #expect(conversation.effects == [.giveUp(2)])
  }

  @Test func clearingNeedsNoNumberAndLeavesWhatWaits() {
    var conversation = Self.conversation()
    conversation.say("outbox clear")
    #expect(conversation.effects == [.clearOutbox(nil)])
    conversation = Self.conversation(Self.mixed, Self.doubtful)
    conversation.say("outbox clear 2-3")
    #expect(conversation.effects == [.clearOutbox([2, 3])])
    #expect(conversation.say("outbox clear 4") == "! there is no message 4; try: outbox\n")
    conversation = Self.conversation(Self.message(5, [("Anna", "mail:a@b", .sent), ("Bob", "mail:b@b", .waiting)]))
    #expect(
      conversation.say("outbox clear 5") == "! message 5 still waits; try: outbox cancel 5, then the same again\n")
    #expect(conversation.effects == [])
    conversation.context.allowed = []
    #expect(conversation.say("outbox clear").hasPrefix("! outbox clear is not allowed here; it needs the power send"))
  }

  @Test func aMessageIsShownWithItsCopies() {
    var conversation = Self.conversation(Self.mixed)
    var data = TellingData()
    data.outbox = OutboxExcerpt([Self.mixed])
    data.texts = [20: Untrusted("Hello")]
    conversation.context.given = .telling(data)
    #expect(
      conversation.say("outbox show 2") == """
        2  2026-01-31 12:00 UTC  2 places
        Anna mail:anna@example.org: sent
        Bob mail:bob@example.org: failed, no such user
          Hello

        """)
  }

  /// The text, not what is sent; that is only in JSON. The control: a message whose text cannot be read.
  @Test func aMessageIsShownAsItIsRead() {
    let told = Self.message(5, [("Carla", "ntfy:carla", .sent)])
    var conversation = Self.conversation(told)
    var data = TellingData()
    data.outbox = OutboxExcerpt([told])
    data.texts = [50: Untrusted("Join us?\n1) Munich")]
    conversation.context.given = .telling(data)
    let head = "5  2026-01-31 12:00 UTC  2 places\nCarla ntfy:carla: sent\n"
    #expect(conversation.say("outbox show 5") == head + "  Join us?\n  1) Munich\n")
    let printed = conversation.say("outbox show 5 --json")
    #expect(printed.contains(#""state":"sent","subject":"2 places","content":"Hello"}]"#), "\(printed)")
    conversation = Self.conversation(told)
    #expect(
      conversation.say("outbox show 5")
        == head + "  the text cannot be read; to see what is sent: outbox show 5 --json\n")
  }

  /// The number of a change without its letter.
  @Test(arguments: ["cancel", "retry", "show"]) func theErrorNamesTheChange(action: String) {
    var conversation = Self.conversationWithChanges(Self.mixed)
    #expect(
      conversation.say("outbox \(action) 7")
        == "! there is no message 7; try: outbox \(action) c7, which is a change of a location\n")
    #expect(conversation.say("outbox \(action) 9") == "! there is no message 9; try: outbox\n")
  }

  @Test func numbersMayHaveBlanksBetweenThem() {
    var conversation = Self.conversationWithChanges(Self.mixed)
    for line in ["outbox cancel 2 c7 c8", "outbox cancel 2, c7-c8"] {
      conversation.say(line)
      #expect(conversation.effects.suffix(3) == [.giveUp(2), .cancelChange(7), .cancelChange(8)], "\(line)")
    }
    #expect(conversation.say("outbox cancel 2 x").hasPrefix("! unexpected word \"x\""))
  }

  /// In narrow windows, all that matters is there, in lines below. The control: with room, a row is one line.
  @Test func nothingThatMattersIsCutInANarrowWindow() {
    let message = Self.message(2, [("Anna", "mail:anna.lovelace@example.org", .failed)])
    var conversation = Self.conversation(message)
    conversation.style = Style(width: 40)
    #expect(
      conversation.say("outbox") == """
        #  to    state
        2  Anna  failed
           mail:anna.lovelace@example.org
           reason: no such user
           subject 2 places
        1 message
        to try again: outbox retry N; to give
        up: outbox cancel N

        """)
    conversation.style = Style(width: 80)
    #expect(!conversation.say("outbox").contains("…"))
    conversation.style = Style(width: 120)
    #expect(conversation.say("outbox").split(separator: "\n").count == 4)
  }

  // MARK: changes of locations

  private static func waiting() -> WaitingChanges {
    let draft = LocationDraft(
      place: Untrusted("Munich"), url: Untrusted("https://a.b"), coordinate: Coordinate(latitude: 48.1, longitude: 11.5)
    )
    let post = WaitingChange(
      number: 7, service: "campus", account: Untrusted("k1"), user: Untrusted("ada"), .create(draft, clientID: "c"),
      time: 1_769_860_800)
    var deletion = WaitingChange(
      number: 8, service: "local", account: Untrusted("bob"), user: Untrusted("bob"),
      .delete(.waiting(draft, clientID: "c", owner: Untrusted("bob"))), time: 0)
    (deletion.mayBeStored, deletion.reason) = (true, Untrusted("it was interrupted"))
    return WaitingChanges([post, deletion])
  }

  private static func conversationWithChanges(_ messages: OutboxMessage...) -> Conversation {
    var conversation = Self.conversation()
    var data = TellingData()
    data.outbox = OutboxExcerpt(messages)
    conversation.context.given = .telling(data)
    conversation.context.allowed = [.send, .account, .network]
    conversation.context.waiting = waiting()
    conversation.context.services = [.local, ServiceFacts(name: "campus", dialect: "kinto", host: Untrusted("x.org"))]
    return conversation
  }

  private static func account(_ service: String, _ key: String) -> Account {
    Account(service: service, key: Untrusted(key), user: Untrusted("ada"))
  }

  @Test func changesThatWaitAreListedBelowTheMessages() {
    var conversation = Self.conversationWithChanges(Self.sent)
    #expect(
      conversation.say("outbox") == """
         #  time                  to      address                state    reason              subject
         1  2026-01-31 12:00 UTC  Anna    mail:anna@example.org  sent                         2 places
        c7  2026-01-31 12:00 UTC  campus  ada                    waiting                      post Munich (https://a.b)
        c8                        local   bob                    unknown  it was interrupted  delete Munich (https://a.b)
        1 message; 2 changes wait to be sent
        to try again: outbox retry N; to give up: outbox cancel N, such as c7

        """)
    #expect(
      conversation.say("outbox --json=n,to,state").hasSuffix(
        #"{"n":"c7","to":"campus","state":"waiting"},{"n":"c8","to":"local","state":"unknown"}]}"# + "\n"))
    #expect(
      conversation.say("outbox show c8") == """
        c8  delete Munich (https://a.b)
          for bob at local
          waits: it was interrupted
          local may have stored it already

        """)
  }

  /// On a terminal of the usual width, the whole reason is there, below its row. The control: where it has room beside
  /// the other columns, it stays there.
  @Test func aLongReasonIsNotCut() {
    var conversation = Self.conversationWithChanges()
    var change = conversation.context.waiting?.changes[0]
    let reason = "the certificate of campus.example.org is not trusted: unable to get local issuer certificate"
    change?.reason = Untrusted(reason)
    conversation.context.waiting = WaitingChanges([change].compactMap(\.self))
    conversation.style = Style(width: 80)
    #expect(
      conversation.say("outbox") == """
         #  time                  to      address  state    subject
        c7  2026-01-31 12:00 UTC  campus  ada      waiting  post Munich (https://a.b)
            reason: the certificate of campus.example.org is not trusted: unable to get
            local issuer certificate
        1 change waits to be sent
        to try again: outbox retry N; to give up: outbox cancel N, such as c7

        """)
    conversation.style = Style(width: 200)
    #expect(conversation.say("outbox").contains("waiting  \(reason)  post Munich"))
  }

  @Test func aChangeIsCancelledByItsNumber() {
    var conversation = Self.conversationWithChanges(Self.mixed)
    conversation.say("outbox cancel 2,c7-c8")
    #expect(conversation.effects == [.giveUp(2), .cancelChange(7), .cancelChange(8)])
    #expect(conversation.say("outbox cancel c9") == "! there is no change c9; try: outbox\n")
    conversation.context.allowed = [.send]
    #expect(conversation.say("outbox cancel c7").contains("it needs the power account"))
  }

  /// Changes of the same service, one of which is being sent. The control: without a job, nothing is said.
  @Test(arguments: [(0, "1 change waits", "it"), (1, "1 change waits", "it"), (2, "2 changes wait", "them")])
  func quitSaysHowManyChangesWait(count: Int, words: String, them: String) throws {
    var conversation = Self.conversationWithChanges()
    let other = Self.waiting().changes[1]
    conversation.context.waiting = WaitingChanges(
      Array(repeating: Self.waiting().changes[0], count: count) + [other])
    let quit = Statement(words: [Word(Untrusted("quit"))])
    #expect(try conversation.session.answer(quit, in: conversation.context).notices == [])
    conversation.context.jobs = [JobStatus(.posting("campus"), title: "")]
    let reply = try conversation.session.answer(quit, in: conversation.context)
    #expect(
      reply.notices.map(\.neutralised) == ["\(words) in the outbox; your next login to campus goes on with \(them)"])
    #expect(reply.effects == [.quit])
  }

  /// A change is sent by fetching the locations of its service. The control: without a login, that is an error.
  @Test func aChangeIsTriedAgain() {
    var conversation = Self.conversationWithChanges()
    let required =
      "! you are not logged in to campus as ada; c7 is a change of that account; try: login campus --user ada\n"
    #expect(conversation.say("outbox retry c7") == required)
    #expect(conversation.say("outbox retry").isEmpty && conversation.effects.isEmpty)
    let campus = ServiceFacts(name: "campus", dialect: "kinto", host: Untrusted("x.org"))
    _ = conversation.session.receive(.loggedIn(Self.account("campus", "another"), campus))
    _ = conversation.session.receive(.jobsStopped(withFiles: false))
    #expect(conversation.say("outbox retry c7") == required)
    _ = conversation.session.receive(.loggedIn(Self.account("campus", "k1"), campus))
    _ = conversation.session.receive(.jobsStopped(withFiles: false))
    for line in ["outbox retry c7", "outbox retry"] {
      #expect(conversation.say(line).isEmpty)
      #expect(conversation.effects.last == .fetch(LocationsRequest(campus, .newer)))
      _ = conversation.session.receive(.jobsStopped(withFiles: false))
    }
  }

  /// What may have been sent is sent only if the user names it. The control: a change that was not in a backup.
  @Test(arguments: [true, false]) func aChangeFromABackupIsSentIfTheUserNamesIt(isRestored: Bool) throws {
    var conversation = Self.conversationWithChanges()
    let campus = conversation.context.services[1]
    var change = Self.waiting().changes[0]
    change.isRestored = isRestored
    conversation.context.waiting = WaitingChanges([change])
    #expect(conversation.say("outbox --json=n,state").contains(isRestored ? "unknown" : "waiting"))
    _ = conversation.session.receive(.loggedIn(Self.account("campus", "k1"), campus))
    _ = conversation.session.receive(.jobsStopped(withFiles: false))
    var request = LocationsRequest(campus, .newer)
    let advice = "not sent: c7, which may have been sent before; to send it: outbox retry c7; "
    let words = ["outbox", "retry"].map { Word(Untrusted($0)) }
    let reply = try conversation.session.answer(Statement(words: words), in: conversation.context)
    #expect(
      reply.notices.map(\.neutralised) == (isRestored ? [advice + "to give it up: outbox cancel c7"] : []))
    #expect(conversation.say("outbox retry").isEmpty)
    #expect(conversation.effects.last == .fetch(request))
    _ = conversation.session.receive(.jobsStopped(withFiles: false))
    request.released = isRestored ? [7] : []
    #expect(conversation.say("outbox retry c7").isEmpty && conversation.effects.last == .fetch(request))
  }

  @Test func changesThatWaitAreCountedWhereTheAccountIsShown() {
    var conversation = Self.conversationWithChanges()
    _ = conversation.session.receive(.loggedIn(Self.account("campus", "k1"), conversation.context.services[1]))
    #expect(conversation.say("whoami").contains("until gaz ends  1 change waits\n"))
    #expect(conversation.say("whoami --json").contains(#""waiting":1"#))
    #expect(conversation.say("account campus").hasSuffix("1 change waits to be sent; try: outbox\n"))
    conversation.context.waiting = WaitingChanges()
    #expect(!conversation.say("whoami").contains("wait") && !conversation.say("account campus").contains("wait"))
  }

  @Test func theEndOfSendingIsReportedForEachRecipient() {
    var session = Session()
    let effects = session.receive(
      .sendingEnded(
        Self.message(
          5,
          [
            ("Anna", "mail:a@b", .sent), ("Bob", "mail:b@b", .sent), ("Carla", "mail:c@b", .failed),
            ("Dora", "mail:d@b", .unknown), ("Emil", "mail:e@b", .cancelled),
          ])))
    let said = effects.map { effect in
      switch effect {
      case .done(let deed): deed.lines.map(\.neutralised).joined()
      case .report(let failure): "! " + failure.message.neutralised
      default: "?"
      }
    }
    #expect(
      said == [
        "sent to Anna and Bob", "! nothing was sent to \"Carla\"; no such user; try: outbox retry 5",
        "! \"Dora\" may have the message or not; try: outbox retry 5, which asks first",
      ])
  }
}
