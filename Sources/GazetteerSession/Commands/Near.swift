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
      CommonInput.lists,
      CommonInput.tags,
      CommonInput.limit),
    family: .find, synonyms: ["around", "nearby", "closest"],
    examples: ["near munich", "near 40.735, -74.164", .after("search springfield", "near 3 --within 5km --limit all")]
  ) { session, context, origin, radius, categories, isSelected, conditions, lists, tags, limit in
    guard lists.isEmpty, tags.isEmpty else {
      var query = Query(Untrusted(""))
      query.origin = try session.point(origin)
      query.radius = radius
      query.order = .distance
      query.conditions = conditions
      let favorites = session.catalog(of: [Favorite.dataset])
      query.categories = try session.categories(named: categories, orSelected: isSelected, in: favorites)
      try favorites.check(conditions, context.cancellation)
      return try session.list(query, on: lists, tags, limit: limit, context)
    }
    let categories = try session.categories(named: categories, orSelected: isSelected, in: session.catalog)
    try session.catalog.check(conditions, context.cancellation)
    let source = ListSource.near(
      try session.point(origin), within: radius, categories: categories, conditions: conditions)
    return try session.list(source, in: session.catalog, limit: limit ?? context.limit, context)
  }
}
