import GazetteerIndex

extension Command {
  static let editFavorite = Command(
    "edit-favorite",
    "Change a favorite: with options, with --editor as a text, or by the commands name TEXT, rate 1-5 … done and cancel.",
    takes: CommonInput.place,
    Option<FavoriteName>("name", "TEXT", "Its name."),
    Option<PointReference>("at", "LAT,LON", "Where it is."),
    RepeatedOption<LabelName>("category", "C", "Its categories instead of those before.", completes: .category()),
    FavoriteFields.Options.lists,
    RepeatedOption<LabelName>("no-list", "L", "Take it off this list.", completes: .label(.list)),
    FavoriteFields.Options.tags,
    RepeatedOption<LabelName>("no-tag", "T", "Take this tag away.", completes: .label(.tag)),
    Option<StarsOrNone>("rating", "1-5", "How many stars you give it; 0 or none removes them."),
    FavoriteFields.Options.note,
    Option<OrNone<CalendarDay>>("visited", "DATE", "When you were there last, as 2026-01-31, or none."),
    FavoriteFields.Options.station,
    Flag("no-station", "It belongs to no station."),
    Flag("editor", "Edit it as a text in an editor: GAZ_EDITOR, VISUAL or EDITOR."),
    family: .keep, synonyms: ["change", "modify", "rename"],
    examples: ["edit-favorite 1", "edit-favorite 1 --name \"Our hotel\" --rating 5"], powers: [.favorites]
  ) {
    session, context, reference, name, position, categories, lists, otherLists, tags, otherTags, rating, note, visited,
    station, hasNoStation, isText in
    let favorite = try session.favorite(reference)
    var fields = try FavoriteFields(
      lists: lists, tags: tags, rating: rating?.value, note: note, visited: visited?.value, station: station,
      in: session)
    fields.name = name?.text
    fields.coordinate = try position.map { try session.point($0) }
    fields.categories = categories.isEmpty ? nil : categories.map(\.text)
    fields.removedLists = try session.favorites.labels.named(otherLists, .list)
    fields.removedTags = try session.favorites.labels.named(otherTags, .tag)
    if let rating, rating.value == nil { fields.rating = .removed }
    if let visited, visited.value == nil { fields.visited = .removed }
    if hasNoStation { fields.station = .removed }
    var draft = FavoriteDraft(favorite)
    draft.change(fields)
    if isText { return Reply(effects: [.editText(EditedFavorite(draft, at: context.now))]) }
    guard fields == FavoriteFields() else { return draft.kept(at: context.now) }
    return Reply(.text(favorite.lines), events: [.favoriteDrafted(draft)])
  }
}
