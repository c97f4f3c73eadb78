import GazetteerIndex

/// The locations of a service, the newest first, as they were when the list was begun. Newer ones are not in it, so that
/// its rows do not move while others post.
struct LocationsSource: ListSourceKind {
  static let keyword = "locations"
  let service: String
  /// Whether only the user's own are listed.
  let isOwn: Bool
  /// The first row when the list was begun: its time in microseconds since 1970, and its id.
  let first: (updated: Int64, id: String)?
  /// Whether the user can post there.
  private var canPost = false

  init(of dataset: LocationDataset, isOwn: Bool = false) {
    service = dataset.name
    self.isOwn = isOwn
    first = dataset.locations.first.map { ($0.updated, $0.id) }
    canPost = !dataset.own.isEmpty
  }

  var words: [Word] {
    [Word(Untrusted(service))] + (isOwn ? .option("own", "yes") : [])
      + .option("time", first.map { "\($0.updated)" }) + .option("first", first?.id)
  }

  var absence: Message {
    guard canPost else { return isOwn ? "a guest has no locations" : "no locations yet" }
    return isOwn
      ? "you have posted no location; try: post PLACE --url URL" : "no locations yet; try: post PLACE --url URL"
  }

  func places(_ page: ListPage) throws(Cancelled) -> SearchResult {
    guard let dataset = page.catalog.datasets.first as? LocationDataset else { return SearchResult() }
    let wanted = (isOwn ? dataset.ownLocations : dataset.locations).drop { isNewer($0) }
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

  private func isNewer(_ location: Location) -> Bool {
    guard let first else { return false }
    if location.updated != first.updated { return location.updated > first.updated }
    return first.id.utf8.lexicographicallyPrecedes(location.id.utf8)
  }

  static func == (left: Self, right: Self) -> Bool {
    left.service == right.service && left.isOwn == right.isOwn && left.first?.updated == right.first?.updated
      && left.first?.id == right.first?.id
  }
}

extension LocationsSource {
  init(_ options: FactOptions) throws(Malformed) {
    guard options.parameters.count == 1 else { throw Malformed() }
    service = options.parameters[0].text.text
    isOwn = options["own"] != nil
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
