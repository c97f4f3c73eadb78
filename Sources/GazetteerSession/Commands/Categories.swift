extension Command {
  static let categories = Command(
    "categories", "List the categories of the places, with the selected ones marked.",
    family: .categories, synonyms: ["types", "kinds", "tags", "layers"], examples: ["categories", "categories --json"]
  ) { session, _ in
    Reply(session.categoriesView())
  }
}
