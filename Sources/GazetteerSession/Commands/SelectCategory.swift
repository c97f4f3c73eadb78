import GazetteerIndex

extension Command {
  static let selectCategory = Command(
    "select-category", "Also show the places of these categories; write names with blanks in quotes.",
    takes: Inputs(
      Parameters<Untrusted>("C", "A category.", completes: .category(.unselected)),
      CommonInput.limit),
    family: .categories, aliases: ["sc"], synonyms: ["filter", "tick", "only"],
    examples: ["select-category city", "sc city --limit 5"]
  ) { session, context, names, limit in
    let more = try session.catalog.categories(named: names)
    return try session.select(session.selectedCategories.adding(more), limit: limit, context)
  }

  static let deselectCategory = Command(
    "deselect-category", "Stop showing the places of these categories.",
    takes: Inputs(
      Parameters<Untrusted>("C", "A category.", completes: .category(.selected)),
      CommonInput.limit),
    family: .categories, synonyms: ["unselect-category", "hide", "untick"], examples: ["deselect-category city"]
  ) { session, context, names, limit in
    let selected = session.selectedCategories
    let fewer = try session.catalog.categories(named: names, or: selected)
    return try session.select(selected.removing(fewer), limit: limit, context)
  }
}
