import GazetteerIndex

extension Command {
  static let help = Command(
    "help", "List all commands, or explain a command, a family of commands, a topic or a setting.",
    takes: Inputs(
      OptionalParameter<Untrusted>(
        "WORD", "What to explain: search, find, keys, limit.", completes: .command(besides: HelpIndex.choices))),
    family: .shell, synonyms: ["?", "man", "usage", "commands"], examples: ["help", "help search", "help keys"],
    isAboutPlaces: false
  ) { session, _, word in
    guard let word else { return Reply(HelpPage(of: session.commandTable)) }
    return Reply(HelpPage(joining: try HelpIndex(table: session.commandTable).pages(for: word)))
  }
}
