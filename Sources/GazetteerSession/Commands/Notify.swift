import GazetteerIndex

extension Command {
  static let notify = Command(
    "notify", "Tell friends about the checked places: show the message, then ask.",
    takes: Inputs(
      Parameters<ContactName>("WHO", "Names or tags of contacts; names with blanks in quotes."),
      Option<TellingKind>("by", "KIND", "mail or message; can be left out if only one is possible."),
      Option<EntryNumbers>("without", "N", "Leave out the entries with these numbers."),
      Option<ContactName>("subject", "TEXT", "The subject; by default the names of the places.", isText: true),
      Flag("dry-run", "Only show the message; do not ask."),
      Option<NoteText>("note", "TEXT", "What to write above the places.", isText: true)),
    family: .tell, synonyms: ["tell", "mail", "message", "send", "invite"],
    examples: [
      .after(
        "add-contact Anna --mail anna@example.org; search munich; check 1", "notify Anna --by mail",
        with: "[mail] in channels.toml"),
      .after(
        "add-contact Bob --message ntfy:walks --tag lunch; search munich; check 1",
        "notify lunch --by message --note \"Join us?\"", with: "[ntfy] in channels.toml"),
      .after("add-contact Anna --mail anna@example.org; search munich; check 1", "notify Anna --by mail --dry-run"),
    ],
    powers: [.send], needsFavorites: true
  ) { session, context, names, kind, left, subject, isDryRun, note in
    let export = try session.export(.checked, context)
    guard let data = context.telling else { return Reply(needs: .telling([.contacts, .channels])) }
    let recipients = try data.contacts.named(names)
    let kind = try kind ?? TellingKind.only(for: recipients)
    var telling = Telling(export, note: note?.text ?? Untrusted(""), subject: subject?.text)
    if let left {
      if let wrong = left.numbers.sorted().first(where: { $0 > telling.places.count }) {
        throw Failure("there is no entry \(wrong)", why: "the entries go from 1 to \(telling.places.count)")
      }
      telling = telling.without(left.numbers)
      guard !telling.places.isEmpty else { throw Failure("no entry is left to send", try: "fewer numbers") }
    }
    let draft = TellingDraft(
      telling: telling, recipients: recipients, kind: kind, sender: kind == .mail ? data.channels.sender : nil,
      time: context.now, keys: recipients.map { _ in context.newFavoriteID().text })
    let message = try draft.message()
    var reply = Reply(draft.view)
    if !isDryRun, let unreached = message.deliveries.first(where: { !data.channels.reach($0.address) }) {
      reply.effects = [.report(.notSetUp(unreached.address, in: data.channels))]
      return reply
    }
    reply.notices = data.channels.problems
    if isDryRun { return reply }
    reply.events = [.asked(draft.question(for: message))]
    return reply
  }
}

extension TellingKind {
  /// The only way to reach all of them.
  fileprivate static func only(for contacts: [Contact]) throws(Failure) -> TellingKind {
    let possible = allCases.filter { kind in
      contacts.allSatisfy { kind == .mail ? $0.mail != nil : $0.message != nil }
    }
    guard possible.count == 1, let only = possible.first else {
      throw Failure(
        "--by is missing",
        why: possible.isEmpty
          ? "no way reaches all of them" : "\(contacts.listedNames) can be reached by mail and by message",
        try: "--by mail or --by message", code: .usage)
    }
    return only
  }
}

extension Failure {
  /// The configuration does not say how to send something there.
  fileprivate static func notSetUp(_ address: DeliveryAddress, in channels: ChannelFacts) -> Failure {
    let example = ChannelExample(for: address)
    guard let path = channels.path else {
      return Failure("nothing was sent", why: "there is no home folder for channels.toml", code: .serviceUnavailable)
    }
    let file: Message = "\(quoted: path)"
    let section: Message = "section [\(own: example.section)], which says how to send there"
    let why: Message
    if let problem = channels.problems.first {
      why = problem
    } else {
      why = channels.exists ? "\(file) has no \(section)" : "there is no file \(file) with a \(section)"
    }
    var failure = Failure(
      "nothing was sent", why: why, try: "these lines in it, then the same again (help channels):",
      code: .serviceUnavailable)
    failure.example = example.lines
    return failure
  }
}
