import GazetteerIndex

/// The places around a point, nearest first.
struct NearSource: ListSourceKind {
  static let keyword = "near"
  let origin: Coordinate
  let radius: Distance?
  let categories: [Untrusted]
  let conditions: [Condition]

  var words: [Word] {
    [Word(origin)] + .option("within", radius) + .options("category", categories) + .conditions(conditions)
  }
  var point: Coordinate? { origin }
  var absence: Message { radius.map { "no place within \(own: Numeral.text($0))" } ?? "no places" }

  func places(_ page: ListPage) throws(Cancelled) -> SearchResult {
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
      conditions: options.conditions)
  }
}

extension ListSource {
  package static func near(
    _ origin: Coordinate, within radius: Distance?, categories: [Untrusted], conditions: [Condition] = []
  ) -> ListSource {
    ListSource(NearSource(origin: origin, radius: radius, categories: categories, conditions: conditions))
  }
}
