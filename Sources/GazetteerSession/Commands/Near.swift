import GazetteerIndex

extension Command {
  static let near = Command(
    "near", "List the places around a point, nearest first.",
    takes: Parameter<PointReference>("WHERE", "LAT,LON, a number of the last list, '.' or DATASET:ID."),
    Option<Distance>("within", "R", "How far to look."),
    RepeatedOption<Untrusted>("category", "C", "Only of this category.", completes: .category()),
    Option<Limit>("limit", "N", "How many rows; 0: the total only; all."),
    family: .find, synonyms: ["nearest", "around", "nearby", "closest"],
    examples: ["near 40.735,-74.164", "near . --within 800m", "near 3 --within 5km --limit all"]
  ) { session, context, origin, radius, categories, limit in
    let categories = try session.catalog.categories(named: categories)
    let source = Listing.Source.near(try session.point(origin), within: radius, categories: categories)
    return try session.list(source, in: session.catalog, limit: limit ?? context.limit, context)
  }
}
