extension Command {
  static let cancel = Command(
    "cancel", "End the search: shown is again what the selected categories say.",
    family: .find, synonyms: ["reset", "clear-search", "back"], examples: ["cancel"]
  ) { _, _ in
    Reply(events: [.searchCancelled])
  }
}
