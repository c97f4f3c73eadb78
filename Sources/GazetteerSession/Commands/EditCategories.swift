import GazetteerIndex

extension Command {
  static let editCategories = Command(
    "edit-categories",
    "Select categories in a picker; in a script, by the commands toggle, select-all, deselect-all, done and cancel.",
    family: .categories, synonyms: ["pick-categories", "toggle", "done"], examples: ["edit-categories"]
  ) { session, context in
    guard !session.catalog.categories.isEmpty else {
      throw Failure("there is no category", why: "no dataset in use has places", try: "open FILE, or use all")
    }
    if context.hasPicker { return Reply(effects: [.pickCategories]) }
    let draft = session.selectedCategories
    return Reply(
      session.categoriesView(draft: draft), events: [.categoriesDrafted(draft)])
  }
}
