import GazetteerIndex

extension Command {
  static let favorites = Command(
    "favorites", "List the favorites, or search them; the newest first where nothing else is asked for.",
    takes: TextParameter("TEXT", "What to look for, as search does.", completes: .placeName(amongFavorites: true)),
    RepeatedOption<LabelName>(
      "list", "L", "Only those on this list; more than once: on any of them.", completes: .label(.list)),
    RepeatedOption<LabelName>(
      "tag", "T", "Only those with this tag; more than once: with any of them.", completes: .label(.tag)),
    Option<OwnRating>("min-rating", "N", "Only those that you gave so many stars at least."),
    Option<FavoritesQuery.Order>(
      "sort", "ORDER", "relevance, name, distance, rating (your own), visited, added or changed."),
    Option<PointReference>("near", "WHERE", "Measure distances from this point."),
    Flag("lists", "Name the lists and tags instead, with how many favorites each has."),
    Option<Limit>("limit", "N", "How many rows; 0: the total only; all."),
    family: .keep, aliases: ["favs"], synonyms: ["bookmarks", "hearts", "stars", "starred", "saved", "kept"],
    examples: [
      "favorites", "favorites cafe --list trips", "favorites --min-rating 4 --sort rating", "favorites --lists",
    ],
    needsFavorites: true
  ) { session, context, text, lists, tags, leastRating, order, near, namesLists, limit in
    guard !namesLists else {
      guard text.isEmpty, lists.isEmpty, tags.isEmpty, leastRating == nil, order == nil, near == nil else {
        throw Failure("--lists names them all", try: "favorites --lists", code: .usage)
      }
      return Reply(.labels(LabelsView(session.favorites.labels)))
    }
    var search = Query(text)
    search.origin = try near.map { try session.point($0) }
    guard order != .distance || near != nil else {
      throw Failure("--sort distance measures from a point", try: "--near WHERE with it", code: .usage)
    }
    var query = FavoritesQuery(search)
    query.lists = try session.favorites.labels.named(lists, .list)
    query.tags = try session.favorites.labels.named(tags, .tag)
    query.leastRating = leastRating?.stars
    query.order = order
    let catalog = session.catalog(of: [Favorite.dataset])
    guard session.keepsFavorites else {
      return Reply(.places(PlacesView(nothingIn: catalog, absence: "nothing is kept yet; try: favorite 1")))
    }
    return try session.list(.favorites(query), in: catalog, limit: limit ?? context.limit, context)
  }
}
