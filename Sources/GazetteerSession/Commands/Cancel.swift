extension Command {
  static let cancel = Command(
    "cancel", "End the search and show the selected categories again.",
    family: .find, synonyms: ["reset", "clear-search", "back"], examples: ["cancel"]
  ) { session, context in
    guard !session.selectedCategories.isEmpty, !session.catalog.datasets.isEmpty else {
      return Reply(.text(["nothing is shown now; try: search TEXT, or select-category C"]), events: [.searchCancelled])
    }
    let shown = try session.shown(of: session.selectedCategories, limit: nil, context)
    return Reply(shown.view, events: [.searchCancelled] + shown.events)
  }
}
