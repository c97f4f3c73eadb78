extension Command {
  static let cancel = Command(
    "cancel", "End the search and show the selected categories again; also stop fetching and sending locations.",
    family: .find, synonyms: ["reset", "clear-search", "back"], examples: ["cancel"]
  ) { session, context in
    let stops: [Event] = session.jobs.contains(where: \.isFetch) ? [.fetchesStopped] : []
    let posts = context.jobs.map(\.id).filter(\.isPost)
    var effects = posts.map { Effect.stop($0) }
    if !posts.isEmpty {
      effects.append(.notice("stopped sending a location; it may have been stored (to make sure of it: refresh)"))
    }
    guard !session.selectedCategories.isEmpty, !session.catalog.datasets.isEmpty else {
      return Reply(
        .text(["nothing is shown now; try: search TEXT, or select-category C"]), events: stops + [.searchCancelled],
        effects: effects)
    }
    let shown = try session.shown(of: session.selectedCategories, limit: nil, context)
    return Reply(shown.view, events: stops + [.searchCancelled] + shown.events, effects: effects)
  }
}
