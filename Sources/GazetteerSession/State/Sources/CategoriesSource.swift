import GazetteerIndex

/// The places of the selected categories.
struct CategoriesSource: ListSourceKind {
  static let keyword = "list"
  let categories: [Untrusted]

  var words: [Word] { categories.map { .text($0) } }
  func heading(_ result: SearchResult) -> Message? {
    result.hits.isEmpty ? nil : "selected: \(categories.listed)"
  }
  var absence: Message { "no place in use has a selected category (\(categories.listed)); try: categories" }
  var followsSelection: Bool { true }

  func places(_ page: ListPage) throws(Cancelled) -> SearchResult {
    try page.catalog.places(
      of: categories, offset: page.offset, limit: page.limit, cancellation: page.cancellation,
      stopwatch: page.stopwatch)
  }
}

extension CategoriesSource {
  init(_ options: FactOptions) { categories = options.parameters.map(\.text) }
}

extension ListSource {
  package static func categories(_ categories: [Untrusted]) -> ListSource {
    ListSource(CategoriesSource(categories: categories))
  }
}
