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

  /// The categories to which a command limits its list: those named, or the selected ones. None: no limit.
  func categories(
    named names: [Untrusted], orSelected isSelected: Bool, in catalog: Catalog
  ) throws(Failure) -> [Untrusted] {
    guard isSelected else { return try catalog.categories(named: names) }
    guard names.isEmpty else {
      throw Failure("--category and --selected exclude each other", try: "only one of them", code: .usage)
    }
    guard !selectedCategories.isEmpty else { throw Failure("no category is selected", try: "select-category C") }
    return selectedCategories
  }

  /// What a list says about the selected categories; nil if there are none, or if they never matter for it.
  func selection(limiting source: ListSource) -> PlacesView.Selection? {
    guard let limits = source.limits, !selectedCategories.isEmpty else { return nil }
    if limits == selectedCategories { return .limits(selectedCategories) }
    return limits.isEmpty ? .isIgnored(selectedCategories) : nil
  }

  /// The list of the places of some categories.
  func shown(
    of categories: [Untrusted], showing columns: ColumnNames? = nil, limit: Limit?, _ context: Context
  ) throws -> Reply {
    guard !categories.isEmpty else {
      return Reply(PlacesView(nothingIn: catalog, absence: .nothingSelected))
    }
    let source = try ListSource.categories(categories.inOrder).showing(columns, in: catalog)
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
