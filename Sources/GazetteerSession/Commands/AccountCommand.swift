import GazetteerIndex

extension Command {
  static let account = Command(
    "account", "Show your account and list your own locations, or switch whether you can have several.",
    takes: Inputs(
      OptionalParameter<Untrusted>("SERVICE", "By default the last one.", completes: .service),
      Option<SwitchWord>("multiple", "on|off", "Whether post adds to your locations instead of overwriting one."),
      CommonInput.limit),
    family: .account, synonyms: ["profile", "me"],
    examples: [.after("login --user ada --new", "account"), "account --multiple on"],
    atTimes: [.account]
  ) { session, context, service, multiple, limit in
    if let multiple {
      try context.require(.account, for: "account")
      return try session.switchMultiple(multiple.isOn ? "on" : "off", namesService: service != nil)
    }
    let service = try session.serviceInUse(named: service, context)
    let account = try session.requiredAccount(at: service)
    guard let waiting = context.waiting else { return Reply(needs: .changes()) }
    let count = waiting.of(account).count
    let waits: [Message] = count > 0 ? ["\(Numeral.changesWait(count)) to be sent; try: outbox"] : []
    guard !account.isGuest, let locations = session.locations(of: service.name) else {
      var record = account.record(at: service, isCurrent: service.name == session.service)
      if count > 0 { record.add("waiting", .integer(count)) }
      return Reply(Deed(["\(account.title) on \(own: service.name)"] + waits, "accounts", [record]))
    }
    let source = ListSource.locations(of: locations, isOwn: true)
    var reply = try session.list(
      source, in: Catalog([locations]), limit: limit ?? context.limit, context)
    let several = session.preferences.hasMultipleLocations ? "on" : "off"
    reply.notices = ["\(account.title) on \(own: service.name); multiple locations: \(own: several)"] + waits
    return reply
  }
}

extension Session {
  /// Switches whether the user can have several locations, and says so. The switch is for all services.
  fileprivate func switchMultiple(_ value: String, namesService: Bool) throws(Failure) -> Reply {
    var reply = try change(.multiple, to: Untrusted(value))
    var changed = self
    for event in reply.events { _ = changed.receive(event) }
    let setting = SettingsView([.multiple], in: changed.preferences)
    let line: Message = "multiple locations: \(own: value)\(own: namesService ? ", at all services" : "")"
    reply.view = View(Deed([line], "settings", setting.rows.map(\.record)))
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
