import GazetteerIndex

extension Session {
  /// What could help after a search that found nothing; nil if nothing is known. Searches the open datasets that are not
  /// in use.
  func advice(after source: ListSource, in catalog: Catalog, _ context: Context) throws(Cancelled) -> Message? {
    guard let query = source.searched, !query.isBlank else { return nil }
    if let limit = try excess(of: query, in: catalog, context) { return limit }
    if let category = catalog.category(called: query.text) {
      return "a category is called \(cut: category); try: search --category \(asWord: category)"
    }
    for other in open where query.dataset == nil && !inUse.contains(other.name) {
      let found = try matches(of: query, in: self.catalog(of: [other.name]), context)
      guard found.count > 0 else { continue }
      return "\(own: Numeral.places(found)) in \(own: other.name), which is not in use; try: use \(own: other.name)"
    }
    if let options = query.narrowingOptions {
      var wider = query
      (wider.country, wider.division, wider.radius, wider.dataset, wider.ids) = (nil, nil, nil, nil, nil)
      wider.conditions = []
      let found = try matches(of: wider, in: catalog, context)
      if found.count > 0 { return "\(own: Numeral.places(found)) without \(own: options)" }
    }
    guard catalog.datasets.contains(where: { $0.about.format == "world" }) else { return nil }
    return "world has capitals, and places of 15,000 people and more"
  }

  /// That places of other categories match; nil if none do.
  private func excess(of query: Query, in catalog: Catalog, _ context: Context) throws(Cancelled) -> Message? {
    guard !query.categories.isEmpty else { return nil }
    var wider = query
    wider.categories = []
    let found = try matches(of: wider, in: catalog, context)
    guard found.count > 0 else { return nil }
    let option: Message = query.categories == selectedCategories ? "--selected" : "--category"
    return "\(own: Numeral.places(found)) of other categories; try it without \(option)"
  }

  /// How many places match all of a query.
  private func matches(of query: Query, in catalog: Catalog, _ context: Context) throws(Cancelled) -> Total {
    var query = query
    query.precision = .exact
    let result = try catalog.search(query, limit: 0, cancellation: context.cancellation)
    return Total(count: result.total, isExact: result.isTotalExact)
  }
}

extension Query {
  /// The options that leave out places, besides the categories; nil if there are none.
  fileprivate var narrowingOptions: String? {
    let all = [
      (country != nil || division != nil, "--in"), (radius != nil, "--within"), (!conditions.isEmpty, "--where"),
      (dataset != nil, "--from"), (ids != nil, "--list or --tag"),
    ]
    let given = all.filter(\.0).map(\.1)
    return given.isEmpty ? nil : given.listed("and")
  }
}

extension Catalog {
  /// The first category with this name, else the first whose name begins with it.
  fileprivate func category(called text: Untrusted) -> Untrusted? {
    let wanted = Fold.fold(text.text)
    let names = categories.map(\.name)
    return names.first { Fold.fold($0.text) == wanted }
      ?? (wanted.utf8.count < 3 ? nil : names.first { Fold.fold($0.text).hasPrefix(wanted) })
  }
}

extension Message.StringInterpolation {
  /// A word as it is typed.
  mutating func appendInterpolation(asWord word: Untrusted) {
    if word.text.contains(" ") { appendInterpolation(quoted: word) } else { appendInterpolation(word) }
  }
}
