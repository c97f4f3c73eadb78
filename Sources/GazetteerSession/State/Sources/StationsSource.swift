import GazetteerIndex

/// Stations by their name, those around a point, or both: first those of the name, then the others.
struct StationsSource: ListSourceKind {
  static let keyword = "stations"
  /// The name to look for; empty: any.
  let text: Untrusted
  /// Where distances are measured from; nil if the text is only a name.
  var origin: Coordinate?
  /// What is at the origin: `Newark, New Jersey, US`.
  var title: Untrusted?
  /// nil: those of the name anywhere, the others up to `reach`.
  var radius: Distance?
  /// Whether stations without the name are left out.
  var isOnlyNamed = false
  /// Only stations that meet all of these.
  var conditions: [Condition] = []
  /// nil: by distance, or as a search sorts them.
  var columnOrder: ColumnOrder?

  /// How far a station nearby is.
  static let reach = Distance.kilometres(25)

  var words: [Word] {
    [.text(text)] + .option("near", origin?.word) + .option("around", title) + .option("within", radius)
      + .option("kind", isOnlyNamed ? "named" : nil) + .conditions(conditions) + .columnOrder(columnOrder)
  }

  var sorting: String? { columnOrder?.title }

  func heading(_ result: SearchResult) -> Message? {
    guard let title else { return nil }
    if let columnOrder { return headingOfColumn(title, columnOrder, result) }
    if text.isEmpty { return "around \(cut: title), nearest first:" }
    if isOnlyNamed, result.hits.isEmpty { return nil }
    if isOnlyNamed { return "called \(quoted: text), nearest to \(cut: title) first:" }
    return result.hits.first?.tier == nil
      ? "no station is called \(quoted: text); around \(cut: title), nearest first:"
      : "called \(quoted: text), then others around \(cut: title), each nearest first:"
  }

  private func headingOfColumn(_ title: Untrusted, _ order: ColumnOrder, _ result: SearchResult) -> Message? {
    if text.isEmpty { return "around \(cut: title), by \(cut: order.column):" }
    if isOnlyNamed { return result.hits.isEmpty ? nil : "called \(quoted: text), by \(cut: order.column):" }
    return result.hits.first?.tier == nil
      ? "no station is called \(quoted: text); around \(cut: title), by \(cut: order.column):"
      : "called \(quoted: text), then others around \(cut: title), each by \(cut: order.column):"
  }

  var absence: Message {
    guard text.isEmpty || origin != nil && !isOnlyNamed else { return "no station matches \(quoted: text)" }
    let none: Message = "no station within \(own: Numeral.text(radius ?? Self.reach))"
    return origin == nil ? "no stations" : radius == nil ? "\(none); further away: --within R" : none
  }

  func places(_ page: ListPage) throws(Cancelled) -> SearchResult {
    let categories = page.catalog.categories(of: .stations)
    // Without a category, all places would be found.
    guard !categories.isEmpty else { return SearchResult() }
    guard let origin else {
      var query = Query(text)
      query.categories = categories
      (query.conditions, query.columnOrder) = (conditions, columnOrder)
      return try search(query, page)
    }
    let named = try named(page, categories, around: origin)
    guard !isOnlyNamed else { return named }
    // The others follow those of the name.
    var around = Around(origin, within: radius ?? Self.reach, categories: categories)
    around.unnamed = text
    (around.conditions, around.columnOrder) = (conditions, columnOrder)
    let others = try page.catalog.places(
      around, offset: max(0, page.offset - named.total), limit: page.limit - named.hits.count,
      cancellation: page.cancellation, stopwatch: page.stopwatch)
    return SearchResult(
      total: named.total + others.total, isTotalExact: named.isTotalExact && others.isTotalExact,
      hits: named.hits + others.hits)
  }

  /// The stations of the name, nearest first; those without a position last. With a radius, only those within.
  private func named(
    _ page: ListPage, _ categories: [Untrusted], around origin: Coordinate
  ) throws(Cancelled) -> SearchResult {
    guard !text.isEmpty else { return SearchResult() }
    var query = Query(text)
    query.categories = categories
    (query.origin, query.radius, query.order, query.precision) = (origin, radius, .distance, .exact)
    (query.conditions, query.columnOrder) = (conditions, columnOrder)
    return try search(query, page)
  }

  private func search(_ query: Query, _ page: ListPage) throws(Cancelled) -> SearchResult {
    try page.catalog.search(
      query, offset: page.offset, limit: page.limit, cancellation: page.cancellation, stopwatch: page.stopwatch)
  }
}

extension StationsSource {
  init(_ options: FactOptions) throws(Malformed) {
    guard options.parameters.count == 1 else { throw Malformed() }
    text = options.parameters[0].text
    origin = options["near"].flatMap { Coordinate(Word($0)) }
    title = options["around"]
    radius = try options.distance("within")
    isOnlyNamed = options["kind"] != nil
    conditions = options.conditions
    columnOrder = options.columnOrder
  }
}

extension ListSource {
  static func stations(_ stations: StationsSource) -> ListSource { ListSource(stations) }
}
