import GazetteerIndex

/// The locations of a service, the newest first or by a column, as they were when the list was begun. Newer ones are not
/// in it, so that its rows do not move while others post.
struct LocationsSource: ListSourceKind {
  static let keyword = "locations"
  let service: String
  /// Whether only the user's own are listed.
  let isOwn: Bool
  /// The first row when the list was begun: its time in microseconds since 1970, and its id.
  let first: (updated: Int64, id: String)?
  /// Only locations that meet all of these.
  var conditions: [Condition] = []
  /// nil: the newest first.
  var columnOrder: ColumnOrder?
  /// Whether the user can post there.
  private var canPost = false
  /// Whether older ones were not fetched when the list was begun.
  private var hasOlder = false

  init(of dataset: LocationDataset, isOwn: Bool = false) {
    service = dataset.name
    self.isOwn = isOwn
    first = dataset.locations.first.map { ($0.updated, $0.id) }
    canPost = !dataset.own.isEmpty
    hasOlder = dataset.hasOlder && !isOwn
  }

  var words: [Word] {
    [Word(Untrusted(service))] + (isOwn ? .option("own", "yes") : [])
      + .option("time", first.map { "\($0.updated)" }) + .option("first", first?.id)
      + .conditions(conditions) + .columnOrder(columnOrder)
  }

  var sorting: String? { columnOrder?.title }

  var absence: Message {
    guard conditions.isEmpty else {
      return hasOlder ? "no such location among the newest; try: more, which fetches older ones" : "no such location"
    }
    guard canPost else { return isOwn ? "a guest has no locations" : "no locations yet" }
    return isOwn
      ? "you have posted no location; try: post PLACE --url URL" : "no locations yet; try: post PLACE --url URL"
  }

  func places(_ page: ListPage) throws(Cancelled) -> SearchResult {
    guard let dataset = page.catalog.datasets.first as? LocationDataset else { return SearchResult() }
    let older = (isOwn ? dataset.ownLocations : dataset.locations).drop { isNewer($0) }
    let wanted = try found(among: older, of: dataset, page)
    // Rows that were listed and then changed are newer now. Those that are left follow.
    let listed = Set(page.listed.map(\.id))
    // One's own that are older than everything fetched come when the list gets there, so that it stays in its order.
    let end: Int64 = isOwn || !dataset.hasOlder ? .min : dataset.reached
    let rest = page.offset == 0 ? wanted : wanted.filter { !listed.contains(.text($0.id)) }[...]
    let left = page.offset == 0 ? rest : rest.filter { $0.updated >= end }[...]
    return SearchResult(
      total: rest.count + page.offset, isTotalExact: isOwn || !dataset.hasOlder,
      hits: left.prefix(page.limit).map { Hit(place: PlaceID(dataset: service, id: .text($0.id))) })
  }

  /// Those that meet the conditions, by the column; O(locations).
  private func found(
    among locations: ArraySlice<Location>, of dataset: LocationDataset, _ page: ListPage
  ) throws(Cancelled) -> ArraySlice<Location> {
    guard !conditions.isEmpty || columnOrder != nil else { return locations }
    var query = Query(Untrusted(""))
    (query.conditions, query.columnOrder) = (conditions, columnOrder)
    query.ids = locations.map { .text($0.id) }
    let found = try page.catalog.search(
      query, limit: locations.count, cancellation: page.cancellation, stopwatch: page.stopwatch)
    return found.hits.compactMap { dataset[$0.place.id] }[...]
  }

  private func isNewer(_ location: Location) -> Bool {
    guard let first else { return false }
    if location.updated != first.updated { return location.updated > first.updated }
    return first.id.utf8.lexicographicallyPrecedes(location.id.utf8)
  }

  static func == (left: Self, right: Self) -> Bool {
    left.service == right.service && left.isOwn == right.isOwn && left.first?.updated == right.first?.updated
      && left.first?.id == right.first?.id && left.conditions == right.conditions
      && left.columnOrder == right.columnOrder
  }
}

extension LocationsSource {
  init(_ options: FactOptions) throws(Malformed) {
    guard options.parameters.count == 1 else { throw Malformed() }
    service = options.parameters[0].text.text
    isOwn = options["own"] != nil
    conditions = options.conditions
    columnOrder = options.columnOrder
    guard let time = options["time"] else {
      first = nil
      return
    }
    guard let time = Int64(time.text), let id = options["first"] else { throw Malformed() }
    first = (time, id.text)
  }
}

extension ListSource {
  package static func locations(of dataset: LocationDataset, isOwn: Bool = false) -> ListSource {
    ListSource(LocationsSource(of: dataset, isOwn: isOwn))
  }
}
