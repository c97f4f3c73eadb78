import Foundation
import GazetteerIndex
import Testing

@testable import GazetteerSession

/// The commands about contacts, messages and the outbox, without a shell.
struct NotifyTests {
  private static let anna = Contact(
    id: 1, name: Untrusted("Anna"), mail: MailAddress(Untrusted("anna@example.org")),
    message: MessageTarget(Untrusted("ntfy:anna")), tags: [Untrusted("lunch")])
  private static let bob = Contact(
    id: 2, name: Untrusted("Bob Baker"), mail: MailAddress(Untrusted("bob@example.org")), tags: [Untrusted("lunch")])
  private static let carla = Contact(
    id: 3, name: Untrusted("Carla"), message: MessageTarget(Untrusted("matrix:#walks:example.org")))

  private static var data: TellingData {
    var data = TellingData()
    data.contacts = [anna, bob, carla]
    data.channels.sender = NamedMailAddress(name: Untrusted("Max"), address: TellingFixture.address("max@example.org"))
    data.channels.ways = ["ntfy", "matrix"]
    data.channels.path = Untrusted("/home/max/.config/gaz/channels.toml")
    return data
  }

  /// Two places are checked, and the contacts are known.
  private static func conversation(_ data: TellingData = data) -> Conversation {
    var conversation = Conversation()
    conversation.context.allowed = [.send]
    conversation.context.now = 1_769_860_800
    conversation.context.newFavoriteID = FavoriteID.counted(from: 1, at: 1_769_860_800)
    conversation.say("search munich; check 1; search london; check 1")
    conversation.context.given = .telling(data)
    return conversation
  }

  private static func question(_ conversation: Conversation) -> Question? {
    if case .ask(let question)? = conversation.effects.last { question } else { nil }
  }

  private static func posted(_ effects: [Effect]) -> OutboxMessage? {
    if case .tell(let message)? = effects.last { message } else { nil }
  }

  @Test func commandsFirstAskForWhatTheyNeed() throws {
    var conversation = Conversation()
    conversation.context.allowed = [.send]
    conversation.say("search munich; check 1")
    for (line, parts) in [
      ("contacts", [.contacts]), ("add-contact A --mail a@b", [.contacts]), ("outbox --limit 7", [.outbox(.newest(7))]),
      ("outbox --limit all", [.outbox(.newest(nil))]), ("outbox show 2-3", [.outbox(.numbers([2, 3]))]),
      ("outbox retry", [.outbox(.unsettled)]), ("outbox clear", [.outbox(.newest(0))]),
      ("notify Anna --by mail", [.contacts, .channels]),
    ] as [(String, Set<TellingPart>)] {
      let statement = try #require(try Statement.statements(of: Untrusted(line)).first)
      #expect(try conversation.session.answer(statement, in: conversation.context).needs == .telling(parts))
    }
  }

  @Test func theMessageIsShownThenAskedAbout() throws {
    var conversation = Self.conversation()
    #expect(
      conversation.say("notify Anna --by mail") == """
        mail to Anna
        subject: 2 places: Munich and London

        1) Munich @ Bavaria, Germany
           48.13743,11.57549
           geo:48.13743,11.57549
           https://www.openstreetmap.org/?mlat=48.13743&mlon=11.57549#map=17/48.13743/11.57549
        2) London @ England, United Kingdom
           51.50853,-0.12574
           geo:51.50853,-0.12574
           https://www.openstreetmap.org/?mlat=51.50853&mlon=-0.12574#map=17/51.50853/-0.12574

        Places: GeoNames, CC BY 4.0

        """)
    let question = try #require(Self.question(conversation))
    #expect(question.prompt.neutralised == "send this mail to Anna? [y/N, or numbers to leave out]")
    #expect(question.power == .send)
    var refused = conversation.session
    #expect(refused.receive(.answered(.no)) == [.notice("nothing was sent")])
    let message = try #require(Self.posted(conversation.session.receive(.answered(.yes))))
    #expect(message.deliveries.map(\.address) == [.mail(TellingFixture.address("anna@example.org"))])
    let mail = try ReadMail(message.deliveries[0].content)
    #expect(mail.to == [["Anna", "anna@example.org"]] && mail.from == [["Max", "max@example.org"]])
    #expect(mail.headers["Message-ID"] == "<\(message.deliveries[0].key)@example.org>")
  }

  @Test func everyRecipientGetsACopyWithAKeyOfItsOwn() throws {
    var conversation = Self.conversation()
    conversation.say("notify lunch --by mail")
    let message = try #require(Self.posted(conversation.session.receive(.answered(.yes))))
    #expect(message.deliveries.map(\.recipient) == [Untrusted("Anna"), Untrusted("Bob Baker")])
    #expect(Set(message.deliveries.map(\.key)).count == 2)
    let mails = try message.deliveries.map { try ReadMail($0.content) }
    #expect(mails.map { $0.to[0][1] } == ["anna@example.org", "bob@example.org"])
  }

  /// What is shown before the question is what is sent.
  @Test func thePreviewIsTheText() throws {
    var conversation = Self.conversation()
    let shown = conversation.say("notify Anna --by mail --note \"Join us?\"").components(separatedBy: "\n\n")
    let message = try #require(Self.posted(conversation.session.receive(.answered(.yes))))
    let text = try ReadMail(message.deliveries[0].content).texts[0]
    #expect(shown.dropFirst().joined(separator: "\n\n") == text + "\n" && text.contains("Join us?"))
  }

  /// Friends who share a room or a mailbox get one copy there.
  @Test func thoseWhoShareAnAddressGetOneCopy() throws {
    var data = Self.data
    data.contacts[0].message = MessageTarget(Untrusted("matrix:!walks:example.org"))
    data.contacts[1].message = MessageTarget(Untrusted("matrix:!walks:example.org"))
    data.contacts[1].mail = MailAddress(Untrusted("ANNA@example.org"))
    for kind in ["mail", "message"] {
      var conversation = Self.conversation(data)
      conversation.say("notify lunch --by \(kind)")
      let message = try #require(Self.posted(conversation.session.receive(.answered(.yes))))
      #expect(message.deliveries.map(\.recipient) == [Untrusted("Anna and Bob Baker")])
    }
    // The control: rooms whose names differ in capital letters are not the same.
    data.contacts[1].message = MessageTarget(Untrusted("matrix:!Walks:example.org"))
    var conversation = Self.conversation(data)
    conversation.say("notify lunch --by message")
    #expect(Self.posted(conversation.session.receive(.answered(.yes)))?.deliveries.count == 2)
  }

  @Test func entriesAreLeftOutAndTheQuestionIsAskedAgain() throws {
    var conversation = Self.conversation()
    conversation.say("notify Anna --by message")
    let question = try #require(Self.question(conversation))
    #expect(question.answer("1") == .without([1]) && question.answer(" 1-2 ") == .without([1, 2]))
    for line in ["1,2", "1 2", "1, 2", " 1  2 "] { #expect(question.answer(line) == .without([1, 2]), "\(line)") }
    #expect(question.answer("1 3") == nil && question.answer("1 x") == nil && question.answer("1 y") == nil)
    #expect(question.answer("3") == nil && question.answer("0") == nil && question.answer("x") == nil)
    #expect(question.answer("y") == .yes && question.answer("") == .no)
    guard case .ask(let next)? = conversation.session.receive(.answered(.without([1]))).first else {
      Issue.record("nothing is asked")
      return
    }
    #expect(
      next.details.map(\.neutralised) == [
        "message to Anna", "subject: 1 place: London", "", "1) London @ England, United Kingdom geo:51.50853,-0.12574",
        "Places: GeoNames, CC BY 4.0",
      ])
    let message = try #require(Self.posted(conversation.session.receive(.answered(.yes))))
    let text = String(decoding: message.deliveries[0].content, as: UTF8.self)
    #expect(text.contains("London") && !text.contains("Munich"))
    #expect(conversation.session.mode == .commands && conversation.session.checked.count == 2)
  }

  /// It is said before the first answer, and after each that is none. The control: of one place, none is left out.
  @Test func theQuestionSaysHowToLeaveOutPlaces() throws {
    var conversation = Self.conversation()
    conversation.say("notify Anna --by message")
    let question = try #require(Self.question(conversation))
    let advice =
      "answer y to send it, n for nothing, or numbers from 1 to 2, such as 2 or 1,2, to leave those places out and "
      + "be asked again"
    #expect(question.details.map(\.neutralised) == [advice] && question.advice.neutralised == advice)
    guard case .ask(let next)? = conversation.session.receive(.answered(.without([1]))).first else {
      Issue.record("nothing is asked")
      return
    }
    #expect(next.advice.neutralised == "answer y or n")
  }

  @Test func ifNoEntryIsLeftNothingIsSent() {
    var conversation = Self.conversation()
    conversation.say("notify Anna --by message")
    let effects = conversation.session.receive(.answered(.without([1, 2])))
    #expect(effects == [.notice("no entry is left; nothing was sent")])
    #expect(conversation.session.mode == .commands)
  }

  /// The control for the numbers: other questions do not take them.
  @Test func otherQuestionsTakeNoNumbers() {
    #expect(Question("x", power: nil, no: "").answer("1") == nil)
  }

  @Test(
    arguments: [
      (
        "notify Anna", "--by is missing; Anna can be reached by mail and by message; try: --by mail or --by message"
      ),
      (
        "notify lunch --by message",
        "\"Bob Baker\" has no target for messages; try: edit-contact \"Bob Baker\" --message TARGET"
      ),
      ("notify Carla --by mail", "\"Carla\" has no mail address; try: edit-contact \"Carla\" --mail ADDRESS"),
      ("notify Ana --by mail", "no contact is called \"Ana\"; did you mean \"Anna\"?"),
      ("notify Zoe --by mail", "no contact is called \"Zoe\"; try: contacts"),
      (
        "notify --by mail",
        "WHO is missing; try: notify WHO… [--by KIND] [--without N] [--subject TEXT] [--dry-run] [--note TEXT]"
      ),
      ("notify Anna --by pigeon", "\"pigeon\" is not valid for --by; expected mail or message"),
      ("notify Anna --by mail --without 3", "there is no entry 3; the entries go from 1 to 2"),
      ("notify Anna --by mail --without 1-2", "no entry is left to send; try: fewer numbers"),
    ]) func mistakesAreNamed(line: String, error: String)
  {
    var conversation = Self.conversation()
    let said = conversation.say(line)
    #expect(said.hasPrefix("! ") && said.contains(error), "\(said)")
    #expect(conversation.effects == [])
  }

  @Test func aNameMayBeTypedInPart() {
    var conversation = Self.conversation()
    #expect(conversation.say("notify bob --by mail").hasPrefix("mail to Bob Baker\n"))
    #expect(conversation.say("notify carla").hasPrefix("message to Carla\n"), "the only way to reach her")
  }

  @Test func withoutCheckedPlacesThereIsNothingToTell() {
    var conversation = Conversation()
    conversation.context.allowed = [.send]
    conversation.context.given = .telling(Self.data)
    #expect(conversation.say("notify Anna --by mail") == "! nothing is checked; try: check 1\n")
  }

  @Test func aWayThatIsNotSetUpIsNamedWithItsFile() {
    var data = Self.data
    data.channels.sender = nil
    data.channels.ways = []
    for (line, section) in [("notify Anna --by mail", "mail"), ("notify Carla", "matrix")] {
      var conversation = Self.conversation(data)
      let (preview, said) = Self.refused(line, in: &conversation)
      #expect(
        said.hasPrefix(
          "nothing was sent; \"/home/max/.config/gaz/channels.toml\" has no section [\(section)], which says how "
            + "to send there; try: these lines in it, then the same again (help channels):\n  [\(section)]\n  server = "
        ))
      // The message is shown first, as if it could be sent.
      #expect(preview.contains("1) Munich") && preview == conversation.say(line + " --dry-run"))
    }
  }

  @Test func withoutAFileTheErrorHasTheLinesToWrite() {
    var data = Self.data
    (data.channels.sender, data.channels.exists) = (nil, false)
    var conversation = Self.conversation(data)
    #expect(
      Self.refused("notify Anna --by mail", in: &conversation).failure == """
        nothing was sent; there is no file "/home/max/.config/gaz/channels.toml" with a section [mail], which says how to \
        send there; try: these lines in it, then the same again (help channels):
          [mail]
          server = "smtp://mail.example.org:587"
          user = "max"
          from = "Max Muster <max@example.org>"
          password-command = "pass show mail"

        """)
    // What is wrong in the section comes before the advice.
    data.channels.exists = true
    data.channels.problems = ["channels.toml:2: from is missing"]
    conversation = Self.conversation(data)
    let said = Self.refused("notify Anna --by mail", in: &conversation).failure
    #expect(said.hasPrefix("nothing was sent; channels.toml:2: from is missing; try: "), "\(said)")
  }

  /// What a line shows, and the error after it, with its lines to write. Nothing is asked.
  private static func refused(_ line: String, in conversation: inout Conversation) -> (preview: String, failure: String)
  {
    let preview = conversation.say(line)
    guard conversation.effects.count == 1, case .report(let failure)? = conversation.effects.first else {
      Issue.record("not only an error: \(conversation.effects)")
      return (preview, "")
    }
    #expect(failure.code == .serviceUnavailable)
    let lines = [failure.message] + failure.example.map { "  \($0)" as Message }
    return (preview, lines.map { $0.neutralised + "\n" }.joined())
  }

  @Test func aDryRunSendsNothing() {
    var conversation = Self.conversation()
    #expect(conversation.say("notify Anna --by mail --dry-run").contains("2) London"))
    #expect(conversation.effects == [])
    conversation.context.isDryRun = true
    #expect(conversation.say("notify Anna --by mail") == "would send this mail to Anna, after asking\n")
  }

  @Test func withoutThePowerNothingIsPossible() {
    var conversation = Self.conversation()
    conversation.context.allowed = []
    for line in [
      "notify Anna --by mail", "add-contact Z --mail a@b", "edit-contact Anna --mail a@b", "remove-contact Anna",
      "outbox retry", "outbox cancel 1",
    ] {
      let said = conversation.say(line)
      #expect(said.contains("is not allowed here; it needs the power send; try: gaz --allow=send"), "\(said)")
    }
    #expect(conversation.effects == [])
    #expect(conversation.say("contacts").contains("3 contacts"), "reading needs no power")
  }

  @Test func contactsAreListedAndFound() {
    var conversation = Self.conversation()
    #expect(
      conversation.say("contacts") == """
        name       mail              message                    tags
        Anna       anna@example.org  ntfy:anna                  lunch
        Bob Baker  bob@example.org                              lunch
        Carla                        matrix:#walks:example.org
        3 contacts

        """)
    #expect(conversation.say("contacts lunch").contains("2 contacts"))
    #expect(conversation.say("contacts zzz") == "no contact matches\n")
    #expect(
      conversation.say("contacts carla --json")
        == "{\"command\":\"contacts\",\"total\":1,\"contacts\":[{\"name\":\"Carla\",\"message\":\"matrix:#walks:example.org\"}]}\n"
    )
  }

  @Test(
    arguments: [
      ("add-contact Anna --mail a@b", "there is a contact \"Anna\" already; try: edit-contact \"Anna\""),
      ("add-contact ÄNNA --mail a@b", "there is a contact \"Anna\" already; try: edit-contact \"Anna\""),
      ("add-contact Lunch --mail a@b", "\"Lunch\" is a tag of contacts already; try: another name"),
      ("add-contact Zoe", "nothing says how to reach \"Zoe\"; try: --mail ADDRESS or --message TARGET"),
      (
        "add-contact Zoe --mail zoe",
        "\"zoe\" is not valid for --mail; expected an address such as anna@example.org, in ASCII"
      ),
      ("add-contact Zoe --message pigeon:1", "\"pigeon:1\" is not valid for --message"),
      (
        "edit-contact Bob --mail none",
        "nothing would say how to reach \"Bob Baker\"; try: remove-contact \"Bob Baker\""
      ),
      ("edit-contact lunch --mail a@b", "no contact is called \"lunch\"; try: contacts"),
      ("remove-contact Zoe", "no contact is called \"Zoe\"; try: contacts"),
    ]) func mistakesWithContactsAreNamed(line: String, error: String)
  {
    var conversation = Self.conversation()
    let said = conversation.say(line)
    #expect(said.hasPrefix("! " + error), "\(said)")
    #expect(conversation.effects == [])
  }

  @Test func contactsAreChanged() {
    var conversation = Self.conversation()
    conversation.say("edit-contact Anna --mail none --tag walks --tag WALKS --no-tag lunch --name \"Anna A\"")
    var after = Self.anna
    (after.name, after.mail, after.tags) = (Untrusted("Anna A"), nil, [Untrusted("walks")])
    guard case .keepContacts(let edit, _)? = conversation.effects.first else {
      Issue.record("nothing is saved")
      return
    }
    #expect(edit == ContactsEdit([.init(from: Self.anna, to: after)]))
    #expect(conversation.say("edit-contact Carla --no-tag x") == "nothing to change: Carla\n")
  }

  @Test func contactsAreRemovedAfterAQuestion() {
    var conversation = Self.conversation()
    conversation.say("remove-contact Anna Carla Anna")
    #expect(Self.question(conversation)?.text.neutralised == "remove Anna and Carla from the contacts")
    guard case .keepContacts(let edit, _)? = conversation.session.receive(.answered(.yes)).first else {
      Issue.record("nothing is removed")
      return
    }
    #expect(edit.changes.map(\.before) == [Self.anna, Self.carla] && edit.changes.allSatisfy { $0.after == nil })
  }

  @Test(
    arguments: [
      "matrix:!abc:example.org", "matrix:!LKPZ_2rv", "matrix:#a.b:example.org:8448", "ntfy:my_topic-1", "webhook:team",
      "apprise:bob-1",
    ]) func aTargetIsAccepted(text: String)
  { #expect(MessageTarget(Untrusted(text))?.text == text) }

  @Test(
    arguments: [
      "", "x", "matrix:", "matrix:room", "matrix:@user:example.org", "matrix:!", "matrix:#room", "matrix:!a b:c",
      "ntfy:",
      "ntfy:a/b",
      "ntfy:a b", "webhook:", "webhook:A", "webhook:a/b", "apprise:tgram://token", "ntfy:\u{E4}", "matrix:!a\r\n:b",
      "mail:a@b", "https://example.org",
    ]) func otherTextIsNoTarget(text: String)
  { #expect(MessageTarget(Untrusted(text)) == nil) }
}
