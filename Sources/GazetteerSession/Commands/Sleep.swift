import GazetteerIndex

extension Command {
  static let sleep = Command(
    "sleep", "Wait some seconds, for example between the steps of a demonstration; Ctrl-C ends it.",
    takes: Inputs(Parameter<Pause>("SECONDS", "How long: 2, 0.5s or 1m; at most an hour.", completes: .nothing)),
    family: .shell, synonyms: ["pause", "delay"], examples: ["sleep 2", "sleep 0.5"], isAboutPlaces: false
  ) { _, _, pause in
    Reply(effects: [.pause(pause)])
  }
}
