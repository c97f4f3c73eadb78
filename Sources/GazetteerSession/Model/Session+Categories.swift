import GazetteerIndex

extension Session {
  /// Selects categories and lists their places.
  /// Categories stay selected even if no dataset in use has them. They have no places then. When such a dataset is used
  /// again, their places are shown again. `deselect-all` deselects them too.
  func select(_ categories: [Untrusted], limit: Limit?, _ context: Context) throws -> Reply {
    var reply = try shown(of: categories, limit: limit, context)
    reply.events.insert(.categoriesSelected(categories), at: 0)
    return reply
  }

  /// The list of the places of some categories.
  func shown(of categories: [Untrusted], limit: Limit?, _ context: Context) throws -> Reply {
    guard !categories.isEmpty else {
      return Reply(PlacesView(nothingIn: catalog, absence: .nothingSelected))
    }
    let source = ListSource.categories(categories.inOrder)
    return try list(source, in: catalog, limit: limit ?? context.limit, context)
  }

  /// The categories in use, with marks.
  ///
  /// - Parameter draft: the marked categories of a draft that begins now; nil: those of the session.
  func categoriesView(draft: [Untrusted]? = nil) -> CategoriesView {
    let draft = draft ?? self.draft
    return CategoriesView(of: catalog, marked: Set(draft ?? selectedCategories), isDraft: draft != nil)
  }
}

extension Catalog {
  /// How many categories of this catalog are in `categories`, and how many there are: `3 of 9`.
  func count(of categories: [Untrusted]) -> (selected: Int, total: Int) {
    let selected = Set(categories)
    let all = self.categories
    return (all.count { selected.contains($0.name) }, all.count)
  }
}

extension Message {
  fileprivate static let nothingSelected: Message =
    "no category is selected, so nothing is shown; try: select-category C, or search TEXT"
}
