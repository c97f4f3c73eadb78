import GazetteerIndex

extension Command {
  static let selectCategory = Command(
    "select-category", "Show the places of categories, too; names with blanks in quotes.",
    takes: Parameters<Untrusted>("C", "A category.", completes: .category(.unselected)),
    Option<Limit>("limit", "N", "How many rows; 0: the total only; all."),
    family: .categories, aliases: ["sc"], synonyms: ["filter", "tick", "only"],
    examples: ["select-category city", "sc city --limit 5"]
  ) { session, context, names, limit in
    let more = try session.catalog.categories(named: names)
    return try session.select(session.selectedCategories.adding(more), limit: limit, context)
  }

  static let deselectCategory = Command(
    "deselect-category", "Show the places of categories no longer.",
    takes: Parameters<Untrusted>("C", "A category.", completes: .category(.selected)),
    Option<Limit>("limit", "N", "How many rows; 0: the total only; all."),
    family: .categories, synonyms: ["unselect-category", "hide", "untick"], examples: ["deselect-category city"]
  ) { session, context, names, limit in
    let selected = session.selectedCategories
    let fewer = try session.catalog.categories(named: names, or: selected)
    return try session.select(selected.removing(fewer), limit: limit, context)
  }
}
