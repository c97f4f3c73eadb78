extension Command {
  static let cancel = Command(
    "cancel", "End the search: shown is again what the selected categories say.",
    family: .find, synonyms: ["reset", "clear-search", "back"], examples: ["cancel"]
  ) { session, context in
    let showsSomething = !session.selectedCategories.isEmpty && !session.catalog.datasets.isEmpty
    let shown = showsSomething ? try session.shown(of: session.selectedCategories, limit: nil, context) : Reply()
    return Reply(shown.view, events: [.searchCancelled] + shown.events)
  }
}
