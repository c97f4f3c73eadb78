extension CommandTable {
  /// All commands of the main prompt, in the order of the help.
  package static let standard = CommandTable([
    Entry("open") { .open }, Entry("datasets") { .datasets }, Entry("refresh") { .refresh }, Entry("close") { .close },
    Entry("use") { .use }, Entry("wait") { .wait }, Entry("build") { .build },
    Entry("match") { .match }, Entry("nearest") { .nearest },
    Entry("search", "s") { .search }, Entry("near") { .near }, Entry("within") { .within }, Entry("list") { .list },
    Entry("count") { .count }, Entry("columns") { .columns },
    Entry("more") { .more }, Entry("cancel") { .cancel }, Entry("back") { .back }, Entry("select") { .select },
    Entry("show") { .show }, Entry("why") { .why }, Entry("distance") { .distance }, Entry("visit") { .visit },
    Entry("stations") { .stations }, Entry("restaurants") { .restaurants }, Entry("places") { .places },
    Entry("categories") { .categories }, Entry("select-category", "sc") { .selectCategory },
    Entry("deselect-category") { .deselectCategory }, Entry("select-all") { .selectAll },
    Entry("deselect-all") { .deselectAll }, Entry("edit-categories") { .editCategories },
    Entry("check") { .check }, Entry("uncheck") { .uncheck }, Entry("checked") { .checked },
    Entry("favorite", "fav") { .favorite }, Entry("unfavorite") { .unfavorite },
    Entry("favorites", "favs") { .favorites },
    Entry("note") { .note }, Entry("rate") { .rate }, Entry("add-favorite") { .addFavorite },
    Entry("edit-favorite") { .editFavorite }, Entry("import") { .importFavorites }, Entry("export") { .export },
    Entry("map") { .map }, Entry("zoom") { .zoom }, Entry("pan") { .pan }, Entry("layout") { .layout },
    Entry("notify") { .notify }, Entry("contacts") { .contacts }, Entry("add-contact") { .addContact },
    Entry("edit-contact") { .editContact }, Entry("remove-contact") { .removeContact }, Entry("outbox") { .outbox },
    Entry("undo") { .undo }, Entry("redo") { .redo }, Entry("restore") { .restore },
    Entry("share") { .share }, Entry("ride") { .ride },
    Entry("login") { .login }, Entry("logout") { .logout }, Entry("whoami") { .whoAmI }, Entry("account") { .account },
    Entry("locations") { .locations }, Entry("post") { .post }, Entry("edit-location") { .editLocation },
    Entry("delete-location") { .deleteLocation },
    Entry("help") { .help }, Entry("about") { .about }, Entry("set") { .set }, Entry("history") { .history },
    Entry("source") { .source }, Entry("echo") { .echo }, Entry("sleep") { .sleep }, Entry("output") { .output },
    Entry("timer") { .timer }, Entry("clear") { .clear }, Entry("quit", "exit", "q") { .quit },
  ])

  /// The commands inside `edit-categories`.
  package static let editingCategories = CommandTable(
    of: [.toggle, .tickAll, .tickNone, .categories, .done, .discard, .help],
    nested: Nested(
      name: "edit-categories",
      summary: "toggle categories, then done; cancel leaves the selection unchanged",
      ways: "done or cancel first", remedy: "toggle C, or help", outside: standard.names))

  /// The commands inside `edit-favorite`.
  package static let editingFavorite = CommandTable(
    of: Command.draftFields + [.draftShow, .draftDone, .draftCancel, .draftQuit, .help],
    nested: Nested(
      name: "edit-favorite", summary: "change its fields, then done; cancel leaves the favorite unchanged",
      ways: "done or cancel first", remedy: "name TEXT, or help", outside: standard.names))
}
