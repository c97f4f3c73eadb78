import GazetteerIndex

/// The places that a search finds.
struct SearchSource: ListSourceKind {
  static let keyword = "search"
  let search: Query

  var words: [Word] { [.text(search.text)] + search.options }
  var query: Query? { search }

  var absence: Message { search.text.isEmpty ? "no places" : "nothing matches \(quoted: search.text)" }

  var sorting: String? {
    if let order = search.order, order != .relevance { return order.rawValue }
    return search.prefixOnly ? "name, then country, as --prefix does" : nil
  }

  func places(_ page: ListPage) throws(Cancelled) -> SearchResult {
    try page.catalog.search(
      search, offset: page.offset, limit: page.limit, mayCountRoughly: page.mayCountRoughly,
      cancellation: page.cancellation, stopwatch: page.stopwatch)
  }
}

extension SearchSource {
  init(_ options: FactOptions) throws(Malformed) { search = try Query(options) }
}

extension ListSource {
  package static func search(_ query: Query) -> ListSource { ListSource(SearchSource(search: query)) }
}

extension Query {
  /// The options of the command `search`.
  var options: [Word] {
    [Word].option("in", country) + .options("category", categories) + .conditions(conditions)
      + .option("near", origin?.word)
      + .option("within", radius) + .option("from", dataset) + .option("sort", order?.rawValue)
      + (prefixOnly ? ["--prefix"] : [])
  }

  init(_ options: FactOptions) throws(Malformed) {
    guard options.parameters.count == 1 else { throw Malformed() }
    self.init(options.parameters[0].text)
    country = options["in"]
    categories = options.all("category")
    conditions = options.conditions
    origin = options["near"].flatMap { Coordinate(Word($0)) }
    radius = try options.distance("within")
    dataset = options["from"]?.text
    order = options["sort"].flatMap { Order(rawValue: $0.text) }
    prefixOnly = options.flags.contains("prefix")
  }
}
