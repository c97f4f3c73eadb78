import GazetteerIndex

extension Command {
  static let help = Command(
    "help", "List the commands, or say all about one.",
    takes: OptionalParameter<Untrusted>("WORD", "A command.", completes: .command()),
    family: .shell, synonyms: ["?", "man", "usage", "commands"], examples: ["help", "help search"]
  ) { session, _, word in
    guard let word else { return Reply(.help(HelpPage(of: session.commandTable))) }
    // Inside a nested prompt, commands that wait outside can still be read about.
    let inForce = try? session.commandTable.command(named: word)
    return Reply(.help(HelpPage(of: try inForce ?? CommandTable.standard.command(named: word))))
  }
}
