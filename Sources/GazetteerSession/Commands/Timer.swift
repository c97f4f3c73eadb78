import GazetteerIndex

extension Command {
  static let timer = Command(
    "timer", "Show after each command how long each stage took; the same as set timer.",
    takes: Inputs(
      OptionalParameter<Untrusted>(
        "STATE", "on or off; without it, show the current value.",
        completes: .choices(Setting.timer.choices.map { Completes.Choice($0) }))),
    family: .shell, synonyms: ["time", "timing", "stopwatch"], examples: ["timer on", "timer off"], isAboutPlaces: false
  ) { session, _, state in
    guard let state else { return Reply(SettingsView([.timer], in: session.preferences)) }
    return try session.change(.timer, to: state)
  }
}
