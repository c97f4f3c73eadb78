import GazetteerIndex

extension Command {
  static let help = Command(
    "help", "List the commands, or say all about one.",
    takes: OptionalParameter<Untrusted>("WORD", "A command.", completes: .command()),
    family: .shell, synonyms: ["?", "man", "usage", "commands"], examples: ["help", "help search"]
  ) { _, _, word in
    guard let word else { return Reply(.help(HelpPage(of: .standard))) }
    return Reply(.help(HelpPage(of: try CommandTable.standard.command(named: word))))
  }
}
