import GazetteerIndex

extension Command {
  static let editFavorite = Command(
    "edit-favorite",
    "Change a favorite: with options, as a text (--editor), or with commands such as name TEXT and rate 1-5, then done.",
    takes: Inputs(
      CommonInput.place,
      FavoriteOptions.forEditing,
      Flag("editor", "Edit it as a text in an editor: GAZ_EDITOR, VISUAL or EDITOR.")),
    family: .keep, synonyms: ["change", "modify", "rename"],
    examples: [
      .after("search munich; favorite 1", "edit-favorite 1"),
      .after("search munich; favorite 1", "edit-favorite 1 --name \"Our hotel\" --rating 5"),
    ], powers: [.favorites]
  ) { session, context, reference, options, isText in
    let favorite = try session.favorite(reference)
    var draft = FavoriteDraft(favorite)
    draft.apply(try options.changes(in: session))
    if isText { return Reply(effects: [.editText(EditedFavorite(draft, at: context.now))]) }
    guard options.isEmpty else { return draft.saved(at: context.now) }
    return Reply(.text(favorite.editableLines), events: [.favoriteDrafted(draft)])
  }
}
