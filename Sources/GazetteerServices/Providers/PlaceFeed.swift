import GazetteerIndex

/// The places that a provider has given so far, in one pool: each place once, and each answer as a group.
struct PlaceFeed: Sendable {
  private(set) var pool = FilteredPool<ProvidedPlace>(order: ProvidedPlace.precedes)

  /// - Parameter places: those of earlier answers, the oldest answer first.
  init(_ places: [Place]) { add(places) { _ in [:] } }

  /// Adds the places of an answer, in its order. Those that were not asked for are in the pool, but not in the answer.
  mutating func take(_ places: [Place], answering request: PlacesRequest, where isWanted: (Place) -> Bool) {
    pool.replace(request, with: [])
    add(places) { row in isWanted(places[row]) ? [request: row] : [:] }
  }

  private mutating func add(_ places: [Place], ranks: (_ row: Int) -> [PlacesRequest: Int]) {
    let start = pool.records.last.map { $0.arrival + 1 } ?? 0
    _ = pool.merge(
      places.enumerated().map { row, place in ProvidedPlace(place, arrival: start + row, ranks: ranks(row)) })
  }

  /// The places of the answer to a request, in the order of the provider.
  func places(answering request: PlacesRequest) -> [PlaceID] { pool.records(of: request).map(\.place.id) }

  func dataset(of provider: PlacesRequest.Provider) -> Dataset {
    let about = DatasetAbout(
      source: Untrusted(provider.rawValue), format: provider.rawValue, attribution: provider.attribution)
    return Dataset(name: provider.rawValue, about: about, places: pool.records.map { ($0.id, $0.place) })
  }
}
