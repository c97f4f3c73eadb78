import GazetteerIndex

/// The places with a check mark, in the order of checking.
struct CheckedSource: ListSourceKind {
  static let keyword = "checked"
  let places: [PlaceID]

  var words: [Word] { places.map { Word($0) } }
  var absence: Message { "no checked place is in an open dataset" }

  func places(_ page: ListPage) -> SearchResult { page.result(of: places) }
}

extension CheckedSource {
  init(_ options: FactOptions) { places = options.parameters.compactMap { PlaceID($0) } }
}

extension ListSource {
  package static func checked(_ places: [PlaceID]) -> ListSource { ListSource(CheckedSource(places: places)) }
}
