import GazetteerIndex

extension Command {
  static let account = Command(
    "account", "Show your account and list your own locations, or switch whether you can have several.",
    takes: Inputs(
      OptionalParameter<Untrusted>("SERVICE", "By default the last one.", completes: .service),
      Option<SwitchWord>("multiple", "on|off", "Whether post adds to your locations instead of overwriting one."),
      CommonInput.limit),
    family: .account, synonyms: ["profile", "me"], examples: ["account", "account --multiple on"]
  ) { session, context, service, multiple, limit in
    if let multiple {
      return try session.change(.multiple, to: Untrusted(multiple.isOn ? "on" : "off"))
    }
    let service = try session.service(named: service, context)
    let account = try session.requiredAccount(at: service)
    guard let waiting = context.waiting else { return Reply(needs: .changes) }
    let count = waiting.of(account).count
    let waits: [Message] = count > 0 ? ["\(Numeral.changesWait(count)) to be sent; try: outbox"] : []
    guard !account.isGuest, let locations = session.locations(of: service.name) else {
      return Reply(.text(["\(account.title) on \(own: service.name)"] + waits))
    }
    let source = ListSource.locations(of: locations, isOwn: true)
    var reply = try session.list(
      source, in: Catalog([locations]), limit: limit ?? context.limit, context)
    let several = session.preferences.hasMultipleLocations ? "on" : "off"
    reply.notices = ["\(account.title) on \(own: service.name); multiple locations: \(own: several)"] + waits
    return reply
  }
}

/// `on` or `off`.
struct SwitchWord: Readable {
  let isOn: Bool

  static var expected: Message { "on or off" }
  static var completes: Completes? { .choices(["on", "off"]) }

  init(word: Untrusted) throws(Malformed) {
    guard let value = ["on": true, "off": false][word.text] else { throw Malformed() }
    isOn = value
  }
}
