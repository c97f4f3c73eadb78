import GazetteerIndex

extension Command {
  static let addFavorite = Command(
    "add-favorite", "Save a favorite that is in no dataset, by its name and position.",
    takes: Inputs(
      TextParameter("NAME", "The name of the place.", completes: .nothing, isNeeded: true),
      Option<PointReference>("at", "LAT,LON", "Its position; also a number of the last list.", isNeeded: true),
      RepeatedOption<LabelName>(
        "category", "C", "Its category; give it again for more categories.", completes: .category()),
      FavoriteOptions.forAdding),
    family: .keep, synonyms: ["add", "new", "create", "pin"],
    examples: [
      "add-favorite Bakery --at 44.4764,-73.1942 --category Food",
      .after("search munich; select 1", "add-favorite Home --at . --list private --rating 5"),
    ], powers: [.favorites]
  ) { session, context, name, point, categories, options in
    let name = name.trimmed
    guard !name.isEmpty else { throw Failure.emptyName }
    guard let point else {
      throw Failure("--at is missing", try: "add-favorite \(quoted: name) --at LAT,LON", code: .usage)
    }
    let id = context.newFavoriteID()
    let place = Place(
      id: PlaceID(dataset: Favorite.dataset, id: .text(id.text)), name: name, coordinate: try session.point(point))
    var changes = try options.changes(in: session)
    if !categories.isEmpty { changes.append(FieldChange(.categories, .set(.texts(categories.map(\.text))))) }
    let favorite = Favorite(id: id, place: place, created: context.now).applying(changes, at: context.now)
    let edit = FavoritesEdit(verb: "add-favorite", [FavoriteChange(from: nil, to: favorite)], at: context.now)
    var reply = Reply(effects: [.keepFavorites(edit, saying: "saved \(cut: name) as a favorite")])
    if session.favorites.hasOne(like: place) { reply.notices = ["there is already a favorite of this name here"] }
    return reply
  }
}
