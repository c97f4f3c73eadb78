extension Command {
  static let selectAll = Command(
    "select-all", "Show the places of every category.",
    takes: Inputs(CommonInput.limit),
    family: .categories, synonyms: ["all"], examples: ["select-all", "select-all --limit 0"]
  ) { session, context, limit in
    let all = session.catalog.categories.map(\.name)
    return try session.select(session.selectedCategories.adding(all), limit: limit, context)
  }

  static let deselectAll = Command(
    "deselect-all", "Show the places of no category.",
    family: .categories, synonyms: ["unselect-all", "none", "clear-categories"], examples: ["deselect-all"]
  ) { session, context in
    try session.select([], limit: nil, context)
  }
}
