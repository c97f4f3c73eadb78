import GazetteerIndex

extension FavoriteDraft {
  /// Asks whether to drop the changes. A yes drops them and performs the effects.
  func leaving(_ effects: [Effect]) -> Question {
    Question(
      "\(cut: before.place.name) is changed", power: nil, words: .disregardOrStay, yes: [.draftAbandoned],
      effects: effects,
      no: "done keeps the changes")
  }

  /// Asks whether to save, after the user has edited the favorite as a text.
  func saving(at now: Int64) -> Question {
    var question = Question(
      "keep this", power: .favorites, effects: [.keepFavorites(edit(at: now), saying: savedMessage)],
      no: "nothing is changed")
    question.details = after.changes(since: before)
    return question
  }

  /// The reply that saves the draft.
  func saved(at now: Int64) -> Reply {
    guard hasChanges else { return Reply(.text(["nothing changed"])) }
    return Reply(effects: [.keepFavorites(edit(at: now), saying: savedMessage)])
  }

  private var savedMessage: Message {
    let changes = after.changes(since: before)
    let sentence = changes.dropFirst().reduce(changes.first ?? "as it was") { "\($0); \($1)" }
    return "saved: \(cut: after.place.name); \(sentence)"
  }
}

extension EditedFavorite {
  /// Asks whether to edit again, after a mistake or after a failure that was already shown.
  func editAgain(after mistake: Mistake? = nil) -> Question {
    var question = Question(
      "edit again", power: nil, words: .yesUnlessNo, effects: [.editText(self)], no: "nothing is changed")
    question.details = mistake.map { [$0.message] } ?? []
    return question
  }
}
