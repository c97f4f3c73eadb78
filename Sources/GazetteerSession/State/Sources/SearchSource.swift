import GazetteerIndex

/// The places that a search finds.
struct SearchSource: ListSourceKind {
  static let keyword = "search"
  let search: Query

  var words: [Word] { [.text(search.wordsInColumns ?? search.text)] + search.options }
  var query: Query? { search }

  var absence: Message {
    let text = search.wordsInColumns ?? search.text
    return text.isEmpty ? "no places" : "nothing matches \(quoted: text)"
  }

  var sorting: String? {
    if let order = search.columnOrder { return order.title }
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
      + (wordsInColumns == nil ? [] : ["--in-columns"]) + .option("near", origin?.word)
      + .option("within", radius) + .option("from", dataset) + .option("sort", order?.rawValue)
      + .columnOrder(columnOrder) + (prefixOnly ? ["--prefix"] : [])
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
    columnOrder = options.columnOrder
    prefixOnly = options.flags.contains("prefix")
    if options.flags.contains("in-columns") { (wordsInColumns, text) = (text, Untrusted("")) }
  }

  /// Looks for the words of the text in all columns.
  mutating func searchColumns() throws(Failure) {
    guard !isBlank else { throw Failure("--in-columns needs a text", try: "search TEXT --in-columns", code: .usage) }
    guard !prefixOnly else { throw Failure("--in-columns cannot be combined with --prefix", code: .usage) }
    (wordsInColumns, text) = (text, Untrusted(""))
  }
}
