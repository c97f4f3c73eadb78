extension Command {
  static let quit = Command(
    "quit", "End the session.",
    family: .shell, aliases: ["exit", "q"], synonyms: ["bye", ":q"], examples: ["quit"]
  ) { _, _ in
    Reply(effects: [.quit])
  }
}
