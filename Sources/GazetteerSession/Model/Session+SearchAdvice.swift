import GazetteerIndex

extension Session {
  /// What could help after a search, or a look around a point, that found nothing; nil if nothing is known. Searches the
  /// open datasets that are not in use.
  func advice(after source: ListSource, in catalog: Catalog, _ context: Context) throws(Cancelled) -> Message? {
    if let around = source.around { return try excess(of: around, in: catalog, .exact, context) }
    guard let query = source.searched, !query.isBlank else { return nil }
    guard !Fold.bytes(query.text).isEmpty else { return "it has neither letters nor digits" }
    if let excess = try excess(of: query, in: catalog, .exact, context) { return excess }
    if let offer = try offer(for: query, in: catalog, context) { return offer }
    if let excess = try excess(of: query, in: catalog, .asNeeded, context) { return excess }
    if let other = try unused(having: query, .asNeeded, context) { return other }
    guard catalog.datasets.contains(where: { $0.about.format == "world" }) else { return nil }
    return "world has capitals, and places of 15,000 people and more"
  }

  /// What a search may mean whose places match only inside names, with typing errors or without some words; nil if
  /// nothing is known, or if there are better matches.
  func offer(
    beside result: SearchResult, of source: ListSource, in catalog: Catalog, _ context: Context
  ) throws(Cancelled) -> Message? {
    guard let best = result.totals.keys.min(), best >= .inside, let query = source.searched else { return nil }
    return try offer(for: query, in: catalog, context)
  }

  /// The category with this name, and an open dataset that is not in use, but has places that match exactly; nil if there
  /// is neither.
  private func offer(
    for query: Query, in catalog: Catalog, _ context: Context
  ) throws(Cancelled) -> Message? {
    let category = try catalog.category(called: query.text, context.cancellation).map { name -> Message in
      "a category is called \(cut: name); try: search --category \(asWord: name)"
    }
    guard let dataset = try unused(having: query, .exact, context) else {
      if let category { return category }
      return try unused(withCategory: query, context)
    }
    return category.map { "\($0); \(dataset)" } ?? dataset
  }

  /// The first open dataset that is not in use, but has places that match; nil if there is none.
  private func unused(
    having query: Query, _ precision: Query.Precision, _ context: Context
  ) throws(Cancelled) -> Message? {
    for other in unused(for: query) {
      let found = try matches(of: query, in: self.catalog(of: [other]), precision, context)
      guard found.total > 0 else { continue }
      let doubt: Message = precision == .exact ? ", which" : "\(found.inexactness); it"
      return "\(own: found.totalText) in \(own: other)\(doubt) is not in use; try: use \(own: other)"
    }
    return nil
  }

  /// The first open dataset that is not in use, but has a category that is called so; nil if there is none.
  private func unused(withCategory query: Query, _ context: Context) throws(Cancelled) -> Message? {
    for other in unused(for: query) {
      let category = try catalog(of: [other]).category(called: query.text, mayHaveTypo: false, context.cancellation)
      if let category {
        return "a category is called \(cut: category) in \(own: other), which is not in use; try: use \(own: other)"
      }
    }
    return nil
  }

  private func unused(for query: Query) -> [String] {
    query.dataset == nil ? open.map(\.name).filter { !inUse.contains($0) } : []
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
      let found = try matches(
        of: wider, in: wider.dataset == query.dataset ? catalog : self.catalog, precision, context)
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

extension Message.StringInterpolation {
  /// A word as it is typed.
  mutating func appendInterpolation(asWord word: Untrusted) {
    if word.text.contains(" ") { appendInterpolation(quoted: word) } else { appendInterpolation(word) }
  }
}
