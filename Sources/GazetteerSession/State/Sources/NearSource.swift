import GazetteerIndex

/// The places around a point, nearest first or in another order.
struct NearSource: ListSourceKind {
  static let keyword = "near"
  let origin: Coordinate
  let radius: Distance?
  let categories: [Untrusted]
  let conditions: [Condition]
  /// nil: by distance, or by `columnOrder`.
  var order: Query.Order?
  var columnOrder: ColumnOrder?

  var words: [Word] {
    [Word(origin)] + .option("within", radius) + .options("category", categories) + .conditions(conditions)
      + .option("sort", order?.rawValue) + .columnOrder(columnOrder)
  }
  var point: Coordinate? { origin }
  var absence: Message { radius.map { "no place within \(own: Numeral.text($0))" } ?? "no places" }
  var sorting: String? { columnOrder?.title ?? order?.rawValue }

  /// The same as a search without a text.
  var search: Query {
    var query = Query(Untrusted(""))
    (query.origin, query.radius) = (origin, radius ?? Self.everywhere)
    (query.categories, query.conditions) = (categories, conditions)
    (query.order, query.columnOrder) = (order, columnOrder)
    return query
  }

  /// All places with a position are within this distance.
  private static let everywhere = Distance.kilometres(30_000)

  func places(_ page: ListPage) throws(Cancelled) -> SearchResult {
    guard order == nil || order == .distance, columnOrder == nil else {
      return try page.catalog.search(
        search, offset: page.offset, limit: page.limit, cancellation: page.cancellation, stopwatch: page.stopwatch)
    }
    var around = Around(origin, within: radius, categories: categories)
    around.conditions = conditions
    return try page.catalog.places(
      around, offset: page.offset, limit: page.limit, cancellation: page.cancellation, stopwatch: page.stopwatch)
  }
}

extension NearSource {
  init(_ options: FactOptions) throws(Malformed) {
    guard options.parameters.count == 1, let origin = Coordinate(options.parameters[0]) else { throw Malformed() }
    self.init(
      origin: origin, radius: try options.distance("within"), categories: options.all("category"),
      conditions: options.conditions, order: options["sort"].flatMap { Query.Order(rawValue: $0.text) },
      columnOrder: options.columnOrder)
  }

  /// The places of a query with an empty text.
  init(_ query: Query, around origin: Coordinate) {
    self.init(
      origin: origin, radius: query.radius, categories: query.categories, conditions: query.conditions,
      order: query.order, columnOrder: query.columnOrder)
  }
}

extension ListSource {
  package static func near(
    _ origin: Coordinate, within radius: Distance?, categories: [Untrusted], conditions: [Condition] = []
  ) -> ListSource {
    ListSource(NearSource(origin: origin, radius: radius, categories: categories, conditions: conditions))
  }
}
