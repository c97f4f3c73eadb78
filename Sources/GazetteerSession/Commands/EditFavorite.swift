import GazetteerIndex

extension Command {
  static let editFavorite = Command(
    "edit-favorite",
    "Change a favorite: by options at once, by --editor as a text, else by lines that follow: name TEXT, … done, cancel.",
    takes: Parameter<PlaceReference>("N", "A number of the last list, '.' or DATASET:ID."),
    Option<FavoriteName>("name", "TEXT", "Its name.", completes: .nothing),
    Option<PointReference>("at", "LAT,LON", "Where it is."),
    RepeatedOption<Untrusted>("category", "C", "Its categories instead of those before.", completes: .category()),
    RepeatedOption<Untrusted>("list", "L", "A list that it is put on.", completes: .nothing),
    RepeatedOption<Untrusted>("no-list", "L", "A list that it is taken off.", completes: .nothing),
    RepeatedOption<Untrusted>("tag", "T", "A tag that it gets.", completes: .nothing),
    RepeatedOption<Untrusted>("no-tag", "T", "A tag that it loses.", completes: .nothing),
    Option<OrNone<Rating>>("rating", "1-5", "Your own rating, or none."),
    Option<FreeText>("note", "TEXT", "The note; \"\" for none."),
    Option<OrNone<CalendarDay>>("visited", "DATE", "When you were there last, or none."),
    Option<PlaceReference>("station", "N", "The station that it belongs to."),
    Flag("no-station", "It belongs to no station."),
    Flag("editor", "Edit all of it as a text, in GAZ_EDITOR, VISUAL or EDITOR."),
    family: .keep, synonyms: ["change", "modify", "rename"],
    examples: ["edit-favorite 1", "edit-favorite 1 --name \"Our hotel\" --rating 5"], powers: [.favorites]
  ) {
    session, context, reference, name, position, categories, lists, otherLists, tags, otherTags, rating, note, visited,
    station, hasNoStation, isText in
    let favorite = try session.favorite(reference)
    let fields = FavoriteFields(
      name: name, position: position, categories: categories, lists: lists, otherLists: otherLists, tags: tags,
      otherTags: otherTags, rating: rating, note: note, visited: visited, station: station,
      hasNoStation: hasNoStation)
    var draft = FavoriteDraft(favorite)
    try fields.change(&draft.after, in: session)
    if isText { return Reply(events: [.textEditAsked(FavoriteText(draft, at: context.now))]) }
    guard fields.isEmpty else { return draft.kept(at: context.now) }
    return Reply(.text(favorite.lines), events: [.favoriteDrafted(draft)])
  }
}
