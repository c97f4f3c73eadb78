extension Command {
  static let cancel = Command(
    "cancel",
    "End the search and show the selected categories again; also stop what uses the network, except messages.",
    family: .find, synonyms: ["reset", "clear-search"], examples: ["cancel"]
  ) { session, context in
    let stopping = session.stopping(withFiles: false, context)
    guard !session.selectedCategories.isEmpty, !session.catalog.datasets.isEmpty else {
      // What ends in the background says so itself.
      let isSaid = session.hasToStop(withFiles: false, context)
      let canGoBack = session.listing?.datasets.allSatisfy(session.datasetNames.contains) ?? false
      let back = canGoBack ? "back, " : ""
      return Reply(
        isSaid ? nil : .text(["nothing is shown now; try: \(own: back)search TEXT, or select-category C"]),
        events: stopping.events + [.searchCancelled], effects: stopping.effects)
    }
    let shown = try session.shown(of: session.selectedCategories, limit: nil, context)
    return Reply(
      shown.view, events: stopping.events + [.searchCancelled] + shown.events, effects: stopping.effects)
  }
}
