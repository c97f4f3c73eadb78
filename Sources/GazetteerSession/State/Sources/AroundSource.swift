import GazetteerIndex

/// The places of a kind around a point, such as the restaurants around a station, nearest first or in another order.
struct AroundSource: ListSourceKind {
  static let keyword = "around"

  typealias Order = Around.Order

  let origin: Coordinate
  let radius: Distance
  /// What is at the origin; nil if only the point was given.
  var title: Untrusted?
  /// What favorites made from the list belong to: the place at the origin, or the point by its name.
  var station: Favorite.Station?
  /// nil: places of any kind.
  var kind: PlaceKind?
  /// Only places with all these words in their names, categories or kinds of food; empty: all.
  var term = Untrusted("")
  var order = Order.distance

  var command: String { kind == .food ? "restaurants" : "places" }
  var showsRatings: Bool { true }
  var point: Coordinate? { station == nil ? origin : nil }

  var words: [Word] {
    [Word(origin)] + .option("within", radius) + .option("around", title) + .station(station)
      + .option("kind", kind?.rawValue) + .option("term", term.isEmpty ? nil : term) + .option("sort", order.rawValue)
  }

  var sorting: String? { order == .distance ? nil : order.rawValue }

  func heading(_ result: SearchResult) -> Message? { title.map { "around \(cut: $0):" } }
  func distance(of place: Place) -> Distance? { place.coordinate?.distance(to: origin) }

  var absence: Message {
    let what: Message =
      term.isEmpty ? (kind == .food ? "nothing to eat" : "no place") : "nothing matches \(quoted: term)"
    return "\(what) within \(own: Numeral.miles(radius)) (\(own: Numeral.text(radius)))"
  }

  func places(_ page: ListPage) throws(Cancelled) -> SearchResult {
    let categories = kind.map { page.catalog.categories(of: $0) } ?? []
    // Without a category, all places would be found.
    guard kind == nil || !categories.isEmpty else { return SearchResult() }
    var around = Around(origin, within: radius, categories: categories)
    around.terms = PlaceTerms(term)
    around.order = order
    return try page.catalog.places(
      around, offset: page.offset, limit: page.limit, cancellation: page.cancellation, stopwatch: page.stopwatch)
  }

  /// The rows in an order. Rows that are equal there stay in the order in which they come.
  static func sorted(_ found: [(hit: Hit, place: Place)], by order: Order) -> [Hit] {
    switch order {
    case .distance:
      let metres = found.map { $0.hit.distance?.metres ?? .infinity }
      return found.indices.sorted { (metres[$0], $0) < (metres[$1], $1) }.map { found[$0].hit }
    case .rating:
      let ratings = found.map { $0.place.rating?.value ?? 0 }
      return found.indices.sorted { (ratings[$1], $0) < (ratings[$0], $1) }.map { found[$0].hit }
    case .name:
      let names = found.map { Fold.fold($0.place.name.text) }
      return found.indices.sorted { (names[$0], $0) < (names[$1], $1) }.map { found[$0].hit }
    }
  }
}

extension AroundSource {
  init(_ options: FactOptions) throws(Malformed) {
    guard options.parameters.count == 1, let origin = Coordinate(options.parameters[0]),
      let radius = try options.distance("within")
    else { throw Malformed() }
    self.init(origin: origin, radius: radius)
    title = options["around"]
    station = options.station(at: origin)
    if let text = options["kind"] {
      guard let kind = PlaceKind(rawValue: text.text) else { throw Malformed() }
      self.kind = kind
    }
    term = options["term"] ?? term
    order = options["sort"].flatMap { Order(rawValue: $0.text) } ?? order
  }
}

extension Around.Order: Readable {
  package static var expected: Message { "\(own: allCases.map(\.rawValue).joined(separator: ", "))" }
  package static var completes: Completes? { .choices(allCases.map { Completes.Choice($0.rawValue) }) }

  package init(word: Untrusted) throws(Malformed) {
    guard let order = Self(rawValue: word.text) else { throw Malformed() }
    self = order
  }
}

extension ListSource {
  static func around(_ around: AroundSource) -> ListSource { ListSource(around) }
}
