extension Command {
  static let cancel = Command(
    "cancel", "End the search: shown is again what the selected categories say.",
    family: .find, synonyms: ["reset", "clear-search", "back"], examples: ["cancel"]
  ) { session, context in
    let shown =
      session.selectedCategories.isEmpty
      ? Reply() : try session.shown(of: session.selectedCategories, limit: nil, context)
    return Reply(shown.view, events: [.searchCancelled] + shown.events)
  }
}
