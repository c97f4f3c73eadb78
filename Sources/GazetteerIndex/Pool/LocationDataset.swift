import Synchronization

/// The locations of a service that have been fetched so far, as a source of places: the newest first.
///
/// What a search needs is made at the first search, so fetching many pages costs little.
package final class LocationDataset: PlaceSource {
  package let name: String
  package let about: DatasetAbout
  /// In the order of `Location.precedes`.
  package let locations: [Location]
  /// The key of the user's own account; empty for a guest.
  package let own: Untrusted
  /// Whether the service has older locations that were not fetched.
  package let hasOlder: Bool
  /// Whether no older ones are fetched now: the last request for them brought none, or there are as many as may be.
  package let hasStopped: Bool
  /// The time up to which nothing is missing. The user's own locations may be older.
  package let reached: Int64

  /// How many locations there are up to that time.
  package var reachedCount: Int { locations.count { $0.updated >= reached } }

  /// Greater than that of every dataset that was made before.
  private let number: Int
  private static let lastNumber = Atomic(0)

  private let searched = Lazy<Dataset>()
  private let rows = Lazy<[String: Int]>()

  /// The most locations of a service for which older ones are fetched: each takes about 1 KB.
  package static let most = 200_000
  package var isFull: Bool { locations.count + about.skipped >= Self.most }

  /// The name of its format in `DatasetAbout`.
  package static let format = "locations"

  package init(
    _ service: ServiceFacts, _ locations: [Location], own: Untrusted = Untrusted(""), hasOlder: Bool = false,
    hasStopped: Bool = false, reached: Int64 = .min, leftOut: Int = 0
  ) {
    name = service.name
    var about = DatasetAbout(source: service.host ?? Untrusted("this machine"), format: Self.format)
    about.skipped = leftOut
    about.unplaced = locations.count { $0.coordinate == nil }
    self.about = about
    self.locations = locations
    self.own = own
    self.hasOlder = hasOlder
    self.hasStopped = hasStopped
    self.reached = reached
    number = Self.lastNumber.add(1, ordering: .relaxed).newValue
  }

  /// Whether it was made after another one. Jobs that end at the same time bring their results in any order.
  package func isNewer(than other: LocationDataset) -> Bool { number > other.number }

  /// The location with an id.
  package subscript(id: SourceID) -> Location? {
    guard case .text(let text) = id else { return nil }
    return rowsByID[text].map { locations[$0] }
  }

  /// The user's own locations, the newest first.
  package var ownLocations: [Location] { own.isEmpty ? [] : locations.filter { $0.owner == own } }

  package func isOwn(_ location: Location) -> Bool { !own.isEmpty && location.owner == own }

  package var size: Total { total(locations.count) }

  private func total(_ count: Int) -> Total { hasOlder ? .atLeast(count) : .exact(count) }

  private var rowsByID: [String: Int] {
    rows { Dictionary(locations.enumerated().map { ($1.id, $0) }) { first, _ in first } }
  }

  private var dataset: Dataset {
    searched { Dataset(name: name, about: about, places: locations.map { (.text($0.id), $0.place(in: name)) }) }
  }

  /// The same page with a total that may be too small, because only what was fetched is searched.
  private func page(_ page: SourcePage) -> SourcePage {
    var page = page
    page.total.isExact = page.total.isExact && !hasOlder
    return page
  }

  package func search(_ query: Query, reach: SearchReach, _ request: PageRequest) throws(Cancelled) -> SourcePage {
    page(try dataset.search(query, reach: reach, request))
  }

  package var columnNames: [Untrusted] { dataset.columnNames }
  package func columnName(for name: Untrusted) -> Untrusted? { dataset.columnName(for: name) }
  package func columnTitle(for name: Untrusted) -> Untrusted? { dataset.columnTitle(for: name) }
  package func commonValues(ofColumn name: Untrusted) -> [Untrusted] { dataset.commonValues(ofColumn: name) }

  package func notation(ofColumn name: Untrusted, _ cancellation: Cancellation) throws(Cancelled) -> Notation? {
    try dataset.notation(ofColumn: name, cancellation)
  }

  package func mayHaveValues(inColumn name: Untrusted) -> Bool { dataset.mayHaveValues(inColumn: name) }

  package func hasValues(inColumn name: Untrusted, _ cancellation: Cancellation) throws(Cancelled) -> Bool {
    try dataset.hasValues(inColumn: name, cancellation)
  }

  package func counts(
    ofColumn name: Untrusted, passing query: Query, most: Int, _ cancellation: Cancellation
  ) throws(Cancelled) -> ValueCounts? {
    var counts = try dataset.counts(ofColumn: name, passing: query, most: most, cancellation)
    counts?.isExact = !hasOlder
    return counts
  }

  package func columns(_ cancellation: Cancellation) throws(Cancelled) -> [ColumnSummary] {
    try dataset.columns(cancellation)
  }

  package func places(_ around: Around, _ request: PageRequest) throws(Cancelled) -> SourcePage {
    page(try dataset.places(around, request))
  }

  package func places(
    from southWest: Coordinate, to northEast: Coordinate, _ request: PageRequest
  ) throws(Cancelled) -> SourcePage {
    page(try dataset.places(from: southWest, to: northEast, request))
  }

  package func places(of categories: [Untrusted], _ request: PageRequest) throws(Cancelled) -> SourcePage {
    page(try dataset.places(of: categories, request))
  }

  package func place(_ id: SourceID) -> Place? { self[id]?.place(in: name) }

  package var categories: [(name: Untrusted, count: Int)] {
    locations.isEmpty ? [] : [(Location.category, locations.count)]
  }

  package func names(_ meeting: NameSuggestions.Meeting, _ beginning: [UInt8], limit: Int) -> NameSuggestions {
    dataset.names(meeting, beginning, limit: limit)
  }

  package func places(beginningWith beginning: [UInt8], limit: Int) -> [(place: PlaceID, population: UInt32)] {
    dataset.places(beginningWith: beginning, limit: limit)
  }

  package func prepareForTyping() { dataset.prepareForTyping() }
  package func prepareForQuestions() { dataset.prepareForQuestions() }

  package func regionMatch(of id: SourceID, for query: Query) -> Explanation.RegionMatch? {
    dataset.regionMatch(of: id, for: query)
  }
}

/// Equal only to itself, because its locations never change.
extension LocationDataset: Equatable {
  package static func == (left: LocationDataset, right: LocationDataset) -> Bool { left === right }
}
