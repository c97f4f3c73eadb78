import GazetteerIndex

extension Command {
  static let search = Command(
    "search", "Find places by name, other names, region and similar spellings, best first; without TEXT, list all.",
    takes: Inputs(
      TextParameter("TEXT", "What to look for: munich, paris fr, springfield il.", completes: .placeName()),
      Option<Untrusted>("in", "COUNTRY", "Only in this country (a code or a name) or division.", completes: .country),
      CommonInput.category,
      CommonInput.selected,
      CommonInput.conditions,
      Flag("in-columns", "Each word of TEXT may be in any column, not only in names."),
      CommonInput.lists,
      CommonInput.tags,
      CommonInput.near,
      Option<Distance>("within", "R", "Only places up to this distance from the point."),
      Option<Untrusted>("from", "DATASET", "Only in this dataset.", completes: .dataset()),
      Option<Untrusted>(
        "sort", "ORDER", "relevance, name, distance, rating, population, or a column of the data.",
        completes: .sorting(Query.Order.choices)),
      CommonInput.reverse,
      CommonInput.columns,
      Flag("prefix", "A plain list: names that start with the text, then countries, alphabetically."),
      CommonInput.limit),
    family: .find, aliases: ["s"], synonyms: ["find", "grep", "locate", "where", "query", "lookup", "/"],
    examples: [
      "search munich", "search springfield il", "search --in fr --sort population", "s san --prefix --limit 5",
      "search --in fr --sort timezone --columns name,timezone",
    ]
  ) {
    session, context, text, country, categories, isSelected, conditions, inColumns, lists, tags, near, radius, dataset,
    order, isReversed, columns, prefixOnly, limit in
    var query = Query(text)
    query.prefixOnly = prefixOnly
    query.origin = try near.map { try session.point($0) }
    query.radius = radius
    guard radius == nil || near != nil else { throw Command.needsNear("--within R") }
    guard order?.text != Query.Order.distance.rawValue || near != nil else {
      throw Command.needsNear("--sort distance")
    }
    query.dataset = try dataset.map { try session.dataset(named: $0, among: session.datasetNames) }
    let isOfFavorites = !lists.isEmpty || !tags.isEmpty
    guard !isOfFavorites || dataset == nil else {
      throw Failure("--from cannot be combined with --list or --tag", why: "these are for favorites", code: .usage)
    }
    let catalog =
      isOfFavorites
      ? session.catalog(of: [Favorite.dataset]) : query.dataset.map { session.catalog(of: [$0]) } ?? session.catalog
    query.categories = try session.categories(named: categories, orSelected: isSelected, in: catalog)
    query.conditions = conditions
    if inColumns { try query.searchColumns() }
    try catalog.check(conditions, context.cancellation)
    try catalog.sort(&query, by: order, isReversed: isReversed, context.cancellation)
    query.country = country
    if let country { try catalog.check(country: country, beside: text) }
    guard !isOfFavorites else { return try session.list(query, on: lists, tags, columns, limit: limit, context) }
    let source = try ListSource.search(query).showing(columns, in: catalog)
    return try session.list(source, in: catalog, limit: limit ?? context.limit, context)
  }

  private static func needsNear(_ option: StaticString) -> Failure {
    Failure("\(own: option.description) needs a point to measure from", try: "add --near WHERE", code: .usage)
  }
}
