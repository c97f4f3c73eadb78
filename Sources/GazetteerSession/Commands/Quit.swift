extension Command {
  static let quit = Command(
    "quit", "End the session.",
    family: .shell, synonyms: ["exit", "bye", "logout", "q", ":q"], examples: ["quit"]
  ) { _, _ in
    Reply(events: [.quitAsked])
  }
}
