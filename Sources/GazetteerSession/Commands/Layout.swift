import GazetteerIndex

extension Command {
  static let layout = Command(
    "layout", "Show lists and the map side by side (landscape), or one of them (portrait); auto: by the width.",
    takes: Inputs(
      OptionalParameter<Untrusted>(
        "LAYOUT", "auto, portrait or landscape.",
        completes: .choices(Setting.layout.choices.map { Completes.Choice($0) }))),
    family: .map, synonyms: ["split", "orientation"], examples: ["layout landscape", "layout auto"]
  ) { session, _, layout in
    guard let layout else { return Reply(SettingsView([.layout], in: session.preferences)) }
    return try session.change(.layout, to: layout)
  }
}
