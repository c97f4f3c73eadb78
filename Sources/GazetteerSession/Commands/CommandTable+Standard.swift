extension CommandTable {
  /// All commands of the main prompt.
  package static let standard: CommandTable = CommandTable([
    .open, .datasets, .refresh, .close, .use, .wait, .build,
    .search, .near, .within, .list, .more, .cancel, .back, .select, .show, .why, .distance, .visit,
    .stations, .restaurants, .places,
    .categories, .selectCategory, .deselectCategory, .selectAll, .deselectAll, .editCategories,
    .check, .uncheck, .checked, .favorite, .unfavorite, .favorites, .note, .rate, .addFavorite,
    .editFavorite, .importFavorites, .export,
    .map, .zoom, .pan, .layout,
    .notify, .contacts, .addContact, .editContact, .removeContact, .outbox,
    .undo, .redo, .restore,
    .share, .ride,
    .login, .logout, .whoAmI, .account, .locations, .post, .editLocation, .deleteLocation,
    .help, .about, .set, .history, .source, .echo, .sleep, .output, .timer, .clear, .quit,
  ])

  /// The commands inside `edit-categories`.
  package static let editingCategories = CommandTable(
    [.toggle, .tickAll, .tickNone, .categories, .done, .discard, .help],
    nested: Nested(
      name: "edit-categories",
      summary: "toggle categories, then done; cancel leaves the selection unchanged",
      ways: "done or cancel first", remedy: "toggle C, or help", outside: standard.names))

  /// The commands inside `edit-favorite`.
  package static let editingFavorite = CommandTable(
    Command.draftFields + [.draftShow, .draftDone, .draftCancel, .draftQuit, .help],
    nested: Nested(
      name: "edit-favorite", summary: "change its fields, then done; cancel leaves the favorite unchanged",
      ways: "done or cancel first", remedy: "name TEXT, or help", outside: standard.names))
}
