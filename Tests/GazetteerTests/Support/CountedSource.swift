import Synchronization

@testable import GazetteerIndex

/// A dataset that counts how often a place is made of one of its rows.
final class CountedSource: PlaceSource {
  private let dataset: Dataset
  private let made = Mutex(0)

  init(_ dataset: Dataset) { self.dataset = dataset }

  /// How many places were made since the last time.
  func take() -> Int {
    made.withLock { made in
      defer { made = 0 }
      return made
    }
  }

  func place(_ id: SourceID) -> Place? {
    made.withLock { $0 += 1 }
    return dataset.place(id)
  }

  var name: String { dataset.name }
  var about: DatasetAbout { dataset.about }
  var size: Total { dataset.size }
  var categories: [(name: Untrusted, count: Int)] { dataset.categories }

  func search(_ query: Query, reach: SearchReach, _ request: PageRequest) throws(Cancelled) -> SourcePage {
    try dataset.search(query, reach: reach, request)
  }
  func places(_ around: Around, _ request: PageRequest) throws(Cancelled) -> SourcePage {
    try dataset.places(around, request)
  }
  func places(
    from southWest: Coordinate, to northEast: Coordinate, _ request: PageRequest
  ) throws(Cancelled) -> SourcePage {
    try dataset.places(from: southWest, to: northEast, request)
  }
  func places(of categories: [Untrusted], _ request: PageRequest) throws(Cancelled) -> SourcePage {
    try dataset.places(of: categories, request)
  }
  func names(_ meeting: NameSuggestions.Meeting, _ beginning: [UInt8], limit: Int) -> NameSuggestions {
    dataset.names(meeting, beginning, limit: limit)
  }
  func places(beginningWith beginning: [UInt8], limit: Int) -> [(place: PlaceID, population: UInt32)] {
    dataset.places(beginningWith: beginning, limit: limit)
  }
}
