import GazetteerIndex

extension Command {
  static let favorites = Command(
    "favorites", "List the favorites, the newest first, or search them.",
    takes: Inputs(
      TextParameter(
        "TEXT", "What to look for, as in search; also part of a note, or a list or tag.",
        completes: .placeName(amongFavorites: true)),
      CommonInput.lists,
      CommonInput.tags,
      Option<OwnRating>("min-rating", "N", "Only those that you gave at least N stars."),
      Option<Untrusted>(
        "sort", "ORDER", "relevance, name, distance, rating (your own), visited, added, changed, or a column.",
        completes: .sorting(FavoritesQuery.Order.choices)),
      CommonInput.reverse,
      CommonInput.columns,
      CommonInput.near,
      CommonInput.conditions,
      Flag("lists", "Show the lists and tags instead, each with the number of its favorites."),
      CommonInput.limit),
    family: .keep, aliases: ["favs"], synonyms: ["bookmarks", "hearts", "stars", "starred", "saved", "kept"],
    examples: [
      "favorites", .after("search springfield; favorite 1-3 --list trips", "favorites spring --list trips"),
      "favorites --min-rating 4 --sort rating", "favorites --lists",
    ],
    needsFavorites: true
  ) {
    session, context, text, lists, tags, leastRating, order, isReversed, columns, near, conditions,
    namesLists, limit in
    guard !namesLists else {
      guard text.isEmpty, lists.isEmpty, tags.isEmpty, leastRating == nil, order == nil, !isReversed,
        columns == nil, near == nil, conditions.isEmpty
      else {
        throw Failure("--lists cannot be combined with a text or other options", try: "favorites --lists", code: .usage)
      }
      return Reply(LabelsView(session.favorites.labels))
    }
    var search = Query(text)
    search.origin = try near.map { try session.point($0) }
    guard order?.text != FavoritesQuery.Order.distance.rawValue || near != nil else {
      throw Failure("--sort distance needs a point to measure from", try: "add --near WHERE", code: .usage)
    }
    var query = FavoritesQuery(search)
    try query.limit(to: lists, tags, in: session.favorites)
    query.leastRating = leastRating?.stars
    let catalog = session.catalog(of: [Favorite.dataset])
    guard session.hasFavorites else {
      return Reply(PlacesView(nothingIn: catalog, absence: "there are no favorites yet; try: favorite 1"))
    }
    let (conditions, remarks) = catalog.ofFavorites(conditions)
    query.search.conditions = conditions
    try catalog.check(conditions, context.cancellation)
    try catalog.sort(&query, by: order, isReversed: isReversed, context.cancellation)
    let source = try ListSource.favorites(query).showing(columns, in: catalog)
    var reply = try session.list(source, in: catalog, limit: limit ?? context.limit, context)
    reply.notices += remarks
    return reply
  }
}

extension FavoritesQuery {
  /// Limits it to favorites on these lists and with these tags.
  mutating func limit(to lists: [LabelName], _ tags: [LabelName], in favorites: Favorites) throws(Failure) {
    self.lists = try favorites.labels.named(lists, .list)
    self.tags = try favorites.labels.named(tags, .tag)
  }
}

extension Session {
  /// The list of the favorites on lists or with tags that a search finds.
  func list(
    _ search: Query, on lists: [LabelName], _ tags: [LabelName], _ columns: ColumnNames?, limit: Limit?,
    _ context: Context
  ) throws -> Reply {
    var query = FavoritesQuery(search)
    try query.limit(to: lists, tags, in: favorites)
    let catalog = catalog(of: [Favorite.dataset])
    let source = try ListSource.favorites(query).showing(columns, in: catalog)
    return try list(source, in: catalog, limit: limit ?? context.limit, context)
  }
}
