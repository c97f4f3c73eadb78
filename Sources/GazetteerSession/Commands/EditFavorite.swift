import GazetteerIndex

extension Command {
  static let editFavorite = Command(
    "edit-favorite",
    "Change a favorite: by options at once, by --editor as a text, else by lines that follow: name TEXT, … done, cancel.",
    takes: Parameter<PlaceReference>("N", "A number of the last list, '.' or DATASET:ID."),
    FavoriteOptions.forEditing,
    Flag("editor", "Edit all of it as a text, in GAZ_EDITOR, VISUAL or EDITOR."),
    family: .keep, synonyms: ["change", "modify", "rename"],
    examples: ["edit-favorite 1", "edit-favorite 1 --name \"Our hotel\" --rating 5"], powers: [.favorites]
  ) { session, context, reference, options, isText in
    let favorite = try session.favorite(reference)
    var draft = FavoriteDraft(favorite)
    draft.apply(try options.changes(in: session))
    if isText { return Reply(events: [.textEditAsked(EditedFavorite(draft, at: context.now))]) }
    guard options.isEmpty else { return draft.saved(at: context.now) }
    return Reply(.text(favorite.editableLines), events: [.favoriteDrafted(draft)])
  }
}
