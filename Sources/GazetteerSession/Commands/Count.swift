import GazetteerIndex

extension Command {
  static let count = Command(
    "count", "Count places, or how many places have each value of a column.",
    takes: Inputs(
      Option<Untrusted>(
        "by", "COLUMN", "One row for each value of a column, the most frequent first; also dataset.",
        completes: .sorting([Completes.Choice("dataset", "the dataset of a place")])),
      Option<Untrusted>("in", "COUNTRY", "Only in this country (a code or a name) or division.", completes: .country),
      CommonInput.category,
      CommonInput.selected,
      CommonInput.conditions,
      CommonInput.near,
      Option<Distance>("within", "R", "Only places up to this distance from the point."),
      Option<Untrusted>("from", "DATASET", "Only in this dataset.", completes: .dataset()),
      CommonInput.limit),
    family: .find, synonyms: ["group", "histogram", "facets", "statistics"],
    examples: ["count", "count --by country --limit 5", "count --by timezone --in fr", "count --where population>1e6"]
  ) { session, context, column, country, categories, isSelected, conditions, near, radius, dataset, limit in
    guard (near == nil) == (radius == nil) else {
      throw Failure("--near and --within need each other", try: "--near WHERE --within 5km", code: .usage)
    }
    var query = Query(Untrusted(""))
    query.dataset = try dataset.map { try session.dataset(named: $0, among: session.datasetNames) }
    let catalog = query.dataset.map { session.catalog(of: [$0]) } ?? session.catalog
    query.origin = try near.map { try session.point($0) }
    query.radius = radius
    query.categories = try session.categories(named: categories, orSelected: isSelected, in: catalog)
    query.conditions = conditions
    try catalog.check(conditions, context.cancellation)
    var notices = query.dataset == nil ? session.unopened(context) : []
    notices += try catalog.remarks(on: conditions, nil, context.cancellation)
    notices += catalog.remarks(onEmptyOnes: conditions.columnsWithValues)
    query.country = country
    if let country { try catalog.check(country: country, beside: query.text) }
    guard let column else {
      let found = try catalog.search(query, limit: 0, cancellation: context.cancellation)
      if found.total == 0 { notices += catalog.hints(on: conditions) }
      return Reply(CountView(total: Total(count: found.total, isExact: found.isTotalExact)), notices: notices)
    }
    let most = min((limit ?? context.limit).count, context.mostRows ?? .max)
    if let counts = try catalog.counts(ofColumn: column, passing: query, most: most, context.cancellation) {
      return Reply(CountsView(of: column, counts), notices: notices)
    }
    guard column.text.lowercased() == "dataset" else { throw catalog.noColumn(column, besides: ["dataset"]) }
    var counts = try catalog.countsOfDatasets(passing: query, context.cancellation)
    counts.rows = Array(counts.rows.prefix(most))
    return Reply(CountsView(of: column, counts), notices: notices)
  }
}
