import GazetteerIndex

extension Command {
  static let restore = Command(
    "restore", "Restore a favorite to the version before its last change, or one that was removed.",
    takes: Inputs(
      TextParameter(
        "N", "A number of the last list, '.', DATASET:ID, or the name of a favorite that was removed.",
        completes: .place(amongFavorites: true)),
      Option<EditNumber>("at", "EDIT", "The version after this edit; history favorites N shows the numbers.")),
    family: .keep, synonyms: ["unremove", "undelete", "recover"],
    examples: [
      .after("search munich; favorite 1; rate 1 4", "restore 1"),
      .after("search munich; favorite 1; rate 1 4; select 1", "restore . --at 1"),
    ],
    powers: [.favorites]
  ) { session, context, words, number in
    guard !words.isEmpty else { throw Failure("N is missing", try: "restore 1, or history favorites", code: .usage) }
    let known = try session.pastFavorite(words)
    guard let edits = context.edits else { return Reply(needs: .edits(known.map { .of($0) } ?? .all)) }
    let past = FavoritesPast(edits: edits)
    let id = try known ?? past.id(named: words)
    let now = session.favorites[id]
    var version = try past.version(of: id, at: number?.number, unlike: now)
    guard !version.isSame(as: now) else { return Reply(.text(["nothing to change: \(cut: version.place.name)"])) }
    version.changed = context.now
    let edit = FavoritesEdit(verb: "restore", [FavoriteChange(from: now, to: version)], at: context.now)
    let message: Message =
      "restored \(cut: version.place.name)\(own: now == nil ? " to the favorites" : " to an earlier version")"
    return Reply(effects: [.keepFavorites(edit, saying: message)])
  }
}

extension FavoritesPast {
  /// The version of a favorite after an edit; by default the last version that differs from `now`.
  fileprivate func version(of id: FavoriteID, at number: Int64?, unlike now: Favorite?) throws(Failure) -> Favorite {
    let changes = changes(of: id)
    guard !changes.isEmpty else { throw Failure("this favorite has no edits", try: "history favorites") }
    let handle = "\(Favorite.dataset):\(id.text)"
    guard let number else {
      if let before = changes.last(where: { $0.change.before?.isSame(as: now) == false })?.change.before {
        return before
      }
      throw Failure("there is no other version", try: "history favorites \(own: handle)")
    }
    guard let change = changes.last(where: { $0.number == number })?.change else {
      throw Failure("edit \(number) did not change this favorite", try: "history favorites \(own: handle)")
    }
    guard let version = change.after else {
      throw Failure("edit \(number) removed the favorite", try: "restore \(own: handle)")
    }
    return version
  }
}

extension Favorite {
  /// Whether all is equal except the time of the last change.
  fileprivate func isSame(as other: Favorite?) -> Bool {
    guard var other else { return false }
    other.changed = changed
    return self == other
  }
}
