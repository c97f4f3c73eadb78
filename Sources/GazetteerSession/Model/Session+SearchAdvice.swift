import GazetteerIndex

extension Session {
  /// What could help after a search, or a look around a point, that found nothing; nil if nothing is known. Searches the
  /// open datasets that are not in use.
  func advice(after source: ListSource, in catalog: Catalog, _ context: Context) throws(Cancelled) -> Message? {
    if let around = source.around { return try excess(of: around, in: catalog, .exact, context) }
    guard let query = source.searched, !query.isBlank else { return nil }
    guard !Fold.bytes(query.text).isEmpty else { return "it has neither letters nor digits" }
    if let excess = try excess(of: query, in: catalog, .exact, context) { return excess }
    if let category = catalog.category(called: query.text) {
      return "a category is called \(cut: category); try: search --category \(asWord: category)"
    }
    for other in open where query.dataset == nil && !inUse.contains(other.name) {
      let found = try matches(of: query, in: self.catalog(of: [other.name]), .exact, context)
      guard found.total > 0 else { continue }
      return "\(own: found.totalText) in \(own: other.name), which is not in use; try: use \(own: other.name)"
    }
    if let excess = try excess(of: query, in: catalog, .asNeeded, context) { return excess }
    guard catalog.datasets.contains(where: { $0.about.format == "world" }) else { return nil }
    return "world has capitals, and places of 15,000 people and more"
  }

  /// That places match without some of the options that leave out places; nil if none do.
  private func excess(
    of query: Query, in catalog: Catalog, _ precision: Query.Precision, _ context: Context
  ) throws(Cancelled) -> Message? {
    let categories =
      query.categories.isEmpty ? nil : query.categories == selectedCategories ? "--selected" : "--category"
    if let categories {
      let found = try matches(of: query.ofAllCategories, in: catalog, precision, context)
      if found.total > 0 {
        return "\(own: found.totalText) of other categories\(found.inexactness); try it without \(own: categories)"
      }
    }
    for (wider, options) in query.widenings(categories) {
      let found = try matches(of: wider, in: wider.dataset == query.dataset ? catalog : self.catalog, precision, context)
      if found.total > 0 { return "\(own: found.totalText) without \(own: options.listed("and"))\(found.inexactness)" }
    }
    return nil
  }

  /// How many places match all of a query, and how.
  private func matches(
    of query: Query, in catalog: Catalog, _ precision: Query.Precision, _ context: Context
  ) throws(Cancelled) -> SearchResult {
    var query = query
    query.precision = precision
    return try catalog.search(query, limit: 0, cancellation: context.cancellation)
  }
}

extension SearchResult {
  fileprivate var totalText: String { Numeral.places(Total(count: total, isExact: isTotalExact)) }

  /// How the matches differ from the query; empty if some do not, or only by being inside a name.
  fileprivate var inexactness: Message {
    if let relaxation { return ", and without \(quoted: relaxation.leftOut)" }
    return totals[.typo] == total ? ", with typing errors" : ""
  }
}

extension Query {
  /// The same without `--prefix`, without the other options that leave out places, and without all of them, also without
  /// the option `categories`; each with these options.
  fileprivate func widenings(_ categories: String?) -> [(wider: Query, options: [String])] {
    var ways: [(wider: Query, options: [String])] = []
    let others = narrowingOptions
    if prefixOnly { ways.append((ofAnyMatch, ["--prefix"])) }
    if !others.isEmpty { ways.append((widened, others)) }
    if prefixOnly, !others.isEmpty { ways.append((widened.ofAnyMatch, others + ["--prefix"])) }
    guard let categories, let (widest, options) = ways.last else { return ways }
    return ways + [(widest.ofAllCategories, [categories] + options)]
  }

  /// The options that leave out places, besides the categories and `--prefix`. Without a text, the answer says how far was
  /// looked.
  private var narrowingOptions: [String] {
    let all = [
      (country != nil || division != nil, "--in"), (radius != nil && !isBlank, "--within"),
      (!conditions.isEmpty, "--where"), (dataset != nil, "--from"), (ids != nil, "--list or --tag"),
    ]
    return all.filter(\.0).map(\.1)
  }

  /// The same without these options.
  private var widened: Query {
    var wider = self
    (wider.country, wider.division, wider.dataset, wider.ids) = (nil, nil, nil, nil)
    wider.conditions = []
    if !isBlank { wider.radius = nil }
    return wider
  }

  private var ofAnyMatch: Query {
    var wider = self
    wider.prefixOnly = false
    return wider
  }

  fileprivate var ofAllCategories: Query {
    var wider = self
    wider.categories = []
    return wider
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
