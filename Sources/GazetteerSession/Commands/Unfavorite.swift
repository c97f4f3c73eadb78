import GazetteerIndex

extension Command {
  static let unfavorite = Command(
    "unfavorite", "Remove places from the favorites, after asking.",
    takes: Inputs(CommonInput.favorites),
    family: .keep, synonyms: ["unheart", "unlike", "unstar", "unbookmark", "forget", "delete", "rm"],
    examples: [
      .after("search munich; favorite 1", "unfavorite 1"), .after("search springfield; favorite 1-4", "unfavorite 2-4"),
    ], powers: [.favorites]
  ) { session, context, reference in
    let (favorites, others) = session.favorites(among: try session.places(reference))
    var reply = Reply()
    if !others.isEmpty {
      reply.view = View(session.deed(["not a favorite: \(others.summary)"], to: others, context))
    }
    guard !favorites.isEmpty else { return reply }
    let checked = favorites.count { session.isChecked($0.handle) }
    let edit = FavoritesEdit(
      verb: "unfavorite", favorites.map { FavoriteChange(from: $0, to: nil) }, at: context.now)
    let them: Message = "\(favorites.summary)\(Message.checked(checked, of: favorites.count)) from the favorites"
    let question = Question(
      "remove \(them)", power: .favorites, effects: [.keepFavorites(edit, saying: "removed \(them)")],
      no: "nothing was removed")
    reply.events = [.asked(question)]
    return reply
  }
}

extension Message {
  /// Warns that favorites to be removed are checked.
  fileprivate static func checked(_ checked: Int, of count: Int) -> Message {
    switch (checked, count) {
    case (0, _): ""
    case (1, 1): ", which is checked,"
    case (count, count): ", all of them checked,"
    default: ", \(own: Numeral.grouped(checked)) of them checked,"
    }
  }
}
