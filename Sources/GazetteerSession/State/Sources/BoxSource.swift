import GazetteerIndex

/// The places in a box.
struct BoxSource: ListSourceKind {
  static let keyword = "within"
  let southWest: Coordinate
  let northEast: Coordinate

  var words: [Word] { [Word(southWest), Word(northEast)] }
  var absence: Message { "no place in this box" }

  func places(_ page: ListPage) throws(Cancelled) -> SearchResult {
    try page.catalog.places(
      from: southWest, to: northEast, offset: page.offset, limit: page.limit, cancellation: page.cancellation,
      stopwatch: page.stopwatch)
  }
}

extension BoxSource {
  init(_ options: FactOptions) throws(Malformed) {
    let corners = options.parameters.compactMap { Coordinate($0) }
    guard corners.count == 2, options.parameters.count == 2 else { throw Malformed() }
    self.init(southWest: corners[0], northEast: corners[1])
  }
}

extension ListSource {
  package static func box(southWest: Coordinate, northEast: Coordinate) -> ListSource {
    ListSource(BoxSource(southWest: southWest, northEast: northEast))
  }
}
