import GazetteerIndex

/// The one place that is picked.
struct OnePlaceSource: ListSourceKind {
  static let keyword = "list-place"
  let place: PlaceID

  var words: [Word] { [Word(place)] }
  var command: String { "list" }
  var absence: Message { "\(quoted: place.word) is not in an open dataset" }

  func places(_ page: ListPage) -> SearchResult { page.result(of: [place]) }
}

extension OnePlaceSource {
  init(_ options: FactOptions) throws(Malformed) {
    guard options.parameters.count == 1, let place = PlaceID(options.parameters[0]) else { throw Malformed() }
    self.place = place
  }
}

extension ListSource {
  package static func place(_ place: PlaceID) -> ListSource { ListSource(OnePlaceSource(place: place)) }
}
