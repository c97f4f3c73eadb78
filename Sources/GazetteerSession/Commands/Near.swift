import GazetteerIndex

extension Command {
  static let near = Command(
    "near", "List the places around a point, nearest first.",
    takes: Inputs(
      Parameter<PointReference>("WHERE", CommonInput.point),
      Option<Distance>("within", "R", "Only places up to this distance."),
      CommonInput.category,
      CommonInput.selected,
      CommonInput.conditions,
      Option<Untrusted>(
        "sort", "ORDER", "distance, name, rating, population, or a column of the data.",
        completes: .sorting(Query.Order.choices.filter { $0.word != Query.Order.relevance.rawValue })),
      CommonInput.reverse,
      CommonInput.columns,
      CommonInput.lists,
      CommonInput.tags,
      CommonInput.limit),
    family: .find, synonyms: ["around", "nearby", "closest"],
    examples: [
      "near munich", "near 40.735, -74.164", "near munich --within 50km --sort population",
      .after("search springfield", "near 3 --within 5km --limit all"),
    ]
  ) {
    session, context, origin, radius, categories, isSelected, conditions, order, isReversed, columns, lists, tags, limit
    in
    if let order, Query.Order(rawValue: order.text.lowercased()) == .relevance {
      throw Failure(
        "\(order) is an order of searches; near has no words to compare with", try: "--sort distance", code: .usage)
    }
    var query = Query(Untrusted(""))
    let origin = try session.point(origin)
    query.origin = origin
    query.radius = radius
    query.conditions = conditions
    guard lists.isEmpty, tags.isEmpty else {
      let favorites = session.catalog(of: [Favorite.dataset])
      query.categories = try session.categories(named: categories, orSelected: isSelected, in: favorites)
      try favorites.check(conditions, context.cancellation)
      try favorites.sort(
        &query, by: order ?? Untrusted(Query.Order.distance.rawValue), isReversed: isReversed, context.cancellation)
      return try session.list(query, on: lists, tags, columns, limit: limit, context)
    }
    let catalog = session.catalog
    query.categories = try session.categories(named: categories, orSelected: isSelected, in: catalog)
    try catalog.check(conditions, context.cancellation)
    try catalog.sort(&query, by: order, isReversed: isReversed, context.cancellation)
    let source = try ListSource(NearSource(query, around: origin)).showing(columns, in: catalog)
    return try session.list(source, in: catalog, limit: limit ?? context.limit, context)
  }
}
