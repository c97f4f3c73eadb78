import GazetteerIndex

/// A provider's answer, in its order or in another one.
struct ProvidedSource: ListSourceKind {
  static let keyword = "provided"

  let provider: PlacesRequest.Provider
  let origin: Coordinate
  /// In the order of the provider.
  let places: [PlaceID]
  /// When the provider gave the answer, in seconds since 1970-01-01 00:00 UTC.
  let time: Int64
  var isFood = true
  var title: Untrusted?
  /// What favorites made from the list belong to.
  var station: Favorite.Station?
  /// nil: the order of the provider.
  var order: AroundSource.Order?

  var command: String { isFood ? "restaurants" : "places" }
  var showsRatings: Bool { true }
  var sorting: String? { order?.rawValue ?? "as \(provider.rawValue) sorts" }

  var words: [Word] {
    [Word(origin)] + .option("from", provider.rawValue) + .option("time", String(time))
      + .option("kind", isFood ? PlaceKind.food.rawValue : nil) + .option("around", title)
      + .station(station) + .option("sort", order?.rawValue) + places.map { Word($0) }
  }

  var named: [PlaceID] { places }
  var credit: (attribution: Untrusted, time: Int64)? { (provider.attribution, time) }

  func heading(_ result: SearchResult) -> Message? {
    let place: Message = title.map { "around \(cut: $0), from " } ?? "from "
    return "\(place)\(provider.attribution), \(own: UTC.text(time)):"
  }

  var absence: Message { "\(own: provider.rawValue) knows no such place there" }

  func places(_ page: ListPage) -> SearchResult {
    let found = places.compactMap { id in page.catalog.place(id).map { (hit: hit(id, $0), place: $0) } }
    let rows = order.map { AroundSource.sorted(found, by: $0) } ?? found.map(\.hit)
    return SearchResult(total: rows.count, hits: Array(rows.dropFirst(page.offset).prefix(page.limit)))
  }

  /// The row of a place.
  private func hit(_ id: PlaceID, _ place: Place) -> Hit { Hit(place: id, distance: distance(of: place)) }

  /// Without a position, the distance that the provider gives.
  func distance(of place: Place) -> Distance? {
    let given = place.attributes.first { $0.key == Untrusted("distance") }.flatMap { Double($0.value.text) }
    return place.coordinate?.distance(to: origin)
      ?? given.flatMap { $0.isFinite && $0 >= 0 ? .metres($0) : nil }
  }
}

extension ProvidedSource {
  init(_ options: FactOptions) throws(Malformed) {
    guard let first = options.parameters.first, let origin = Coordinate(first),
      let provider = options["from"].flatMap({ PlacesRequest.Provider(rawValue: $0.text) }),
      let time = options["time"].flatMap({ Int64($0.text) })
    else { throw Malformed() }
    self.init(
      provider: provider, origin: origin, places: options.parameters.dropFirst().compactMap { PlaceID($0) }, time: time)
    isFood = options["kind"] != nil
    title = options["around"]
    station = options.station(at: origin)
    order = options["sort"].flatMap { AroundSource.Order(rawValue: $0.text) }
  }
}

extension ListSource {
  static func provided(_ provided: ProvidedSource) -> ListSource { ListSource(provided) }
}

extension PlacesRequest.Provider: Readable {
  package static var expected: Message { "\(own: allCases.map(\.rawValue).joined(separator: ", "))" }
  package static var completes: Completes? {
    .choices([
      Completes.Choice("overpass", "OpenStreetMap"), Completes.Choice("nominatim", "OpenStreetMap, by words"),
      Completes.Choice("yelp", "needs your own key in GAZ_YELP_KEY"),
    ])
  }

  package init(word: Untrusted) throws(Malformed) {
    guard let provider = Self(rawValue: word.text) else { throw Malformed() }
    self = provider
  }
}
