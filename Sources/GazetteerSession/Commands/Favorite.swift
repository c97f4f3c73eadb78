import GazetteerIndex

extension Command {
  static let favorite = Command(
    "favorite", "Save places as favorites; options also change places that are favorites already.",
    takes: Inputs(CommonInput.places, FavoriteOptions.forAdding),
    family: .keep, aliases: ["fav"], synonyms: ["heart", "like", "star", "keep", "bookmark", "love", "save"],
    examples: [
      .after("search munich", "favorite 1"), .after("search springfield", "favorite 1-3 --list trips --tag museum"),
      .after("search munich; select 1", "fav . --rating 4 --note \"open on mondays\""),
    ],
    powers: [.favorites]
  ) { session, context, reference, options in
    let (kept, others) = session.favorites(among: try session.places(reference))
    let fields = try options.changes(in: session)
    let added = others.map { place in
      var favorite = Favorite(id: context.newFavoriteID(), place: place, created: context.now)
      favorite.attribution = session.attribution(of: place.id)
      favorite.station = session.listedStation(of: place)
      return FavoriteChange(from: nil, to: favorite.applying(fields, at: context.now))
    }
    let changed = kept.applying(fields, at: context.now)
    let changing = Set(changed.compactMap(\.id))
    let unchanged = kept.filter { !changing.contains($0.id) }
    var reply = Reply()
    if !unchanged.isEmpty {
      reply.view = View(session.deed([unchanged.unchanged], to: unchanged.map(\.listed), context))
    }
    guard !added.isEmpty || !changed.isEmpty else { return reply }
    var sentences: [Message] = []
    if !added.isEmpty {
      sentences.append("saved \(others.summary) \(added.count == 1 ? "as a favorite" : "as favorites")")
    }
    if !changed.isEmpty { sentences.append("changed \(changed.compactMap(\.before).summary)") }
    let message: Message = sentences.count == 2 ? "\(sentences[0]), \(sentences[1])" : sentences[0]
    var edit = FavoritesEdit(verb: "favorite", added + changed, at: context.now)
    edit.since = session.favorites.revision
    reply.effects = [.keepFavorites(edit, saying: message)]
    return reply
  }
}
