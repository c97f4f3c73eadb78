import GazetteerIndex

extension Command {
  static let favorite = Command(
    "favorite", "Keep places as favorites.",
    takes: Parameter<PlaceReference>("N", "Numbers of the last list, '.' or DATASET:ID."),
    family: .keep, aliases: ["fav"], synonyms: ["heart", "like", "star", "keep"],
    examples: ["favorite 1", "favorite ."],
    powers: [.favorites]
  ) { session, context, reference in
    let places = try session.places(reference).filter { session.favorites[$0.id] == nil }
    let changes = places.map { place in
      FavoriteChange(from: nil, to: Favorite(id: context.newFavoriteID(), place: place, created: context.now))
    }
    let title = Untrusted(bytes: Array("favorite ".utf8) + (places.first?.name.bytes ?? []))
    let edit = FavoritesEdit(title, changes, at: context.now)
    return Reply(events: [.favoritesEditAsked(edit, saying: "saved: \(own: Numeral.places(places.count))")])
  }
}
