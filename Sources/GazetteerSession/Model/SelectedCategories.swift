import GazetteerIndex

extension Session {
  /// The list of the places of `categories`, which are the selected ones from now on.
  ///
  /// Selected categories stay selected when no dataset in use has them any more: they show nothing, and show their
  /// places again when such a dataset is back in use. `deselect-all` forgets those, too.
  func select(_ categories: [Untrusted], limit: Limit?, _ context: Context) throws -> Reply {
    var reply = try shown(of: categories, limit: limit, context)
    reply.events.insert(.categoriesSelected(categories), at: 0)
    return reply
  }

  /// The list of what is shown without a search.
  func shown(of categories: [Untrusted], limit: Limit?, _ context: Context) throws -> Reply {
    guard !categories.isEmpty else {
      return Reply(PlacesView(nothingIn: catalog, absence: .nothingSelected))
    }
    let source = Listing.Source.categories(categories.inOrder)
    return try list(source, in: catalog, limit: limit ?? context.limit, context)
  }
}

extension Catalog {
  /// How many of `categories` there are here, and how many there are at all: `3 of 9`.
  func count(of categories: [Untrusted]) -> (selected: Int, total: Int) {
    let selected = Set(categories)
    let all = self.categories
    return (all.count { selected.contains($0.name) }, all.count)
  }
}

extension [Untrusted] {
  /// Each once, ascending by bytes, as `Catalog.categories` has them.
  var inOrder: [Untrusted] { Set(self).sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) } }

  /// With and without others.
  func adding(_ others: [Untrusted]) -> [Untrusted] { (self + others).inOrder }
  func removing(_ others: [Untrusted]) -> [Untrusted] {
    let unwanted = Set(others)
    return filter { !unwanted.contains($0) }
  }

  /// The names with commas, at most eight of them: `Dorm, Food and 7 more`.
  var listed: Message {
    let most = 8
    guard let first else { return "none" }
    var message: Message = "\(cut: first)"
    for name in dropFirst().prefix(most - 1) { message = "\(message), \(cut: name)" }
    return count > most ? "\(message) and \(own: Numeral.grouped(count - most)) more" : message
  }
}

extension Message {
  fileprivate static let nothingSelected: Message =
    "no category is selected, so nothing is shown; try: select-category C, or search TEXT"
}
