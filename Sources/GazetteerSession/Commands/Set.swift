import GazetteerIndex

extension Command {
  static let set = Command(
    "set", "List the settings, show one, or change one. Changes at the prompt and in -c are saved for the next runs.",
    takes: Inputs(
      OptionalParameter<Untrusted>(
        "NAME", "A setting: help settings lists them.",
        completes: .choices(Setting.all.map { Completes.Choice($0.name, $0.help) })),
      OptionalParameter<Untrusted>(
        "VALUE", "Its new value; default: the built-in value.", completes: .choicesAfter(Setting.choicesByName))),
    family: .shell, synonyms: ["option", "options", "config", "setting", "settings", "preferences"],
    examples: ["set", "set limit", "set limit 50", "set limit default"],
    atTimes: [.account], isAboutPlaces: false
  ) { session, context, name, value in
    guard let name else { return Reply(SettingsView(Setting.all, in: session.preferences)) }
    let setting = try Setting.named(name)
    guard let value else { return Reply(SettingsView([setting], in: session.preferences)) }
    // It decides whether a post overwrites another one.
    if setting.name == Setting.multiple.name { try context.require(.account, for: "set") }
    return try session.change(setting, to: value)
  }
}

extension Session {
  /// The reply that changes a setting.
  func change(_ setting: Setting, to value: Untrusted) throws(Failure) -> Reply {
    var changed = preferences
    try setting.set(value, in: &changed)
    let isDefault = value == Untrusted("default")
    return Reply(events: [.preferred(.init(setting.name, to: isDefault ? nil : setting.value(in: changed)))])
  }
}
