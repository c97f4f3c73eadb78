import GazetteerIndex

extension FavoriteDraft {
  /// Asks whether to drop the changes. A yes drops them and performs the effects.
  func leaving(_ effects: [Effect]) -> Question {
    Question(
      "\(cut: before.place.name) has unsaved changes", power: nil, words: .disregardOrStay, yes: [.draftAbandoned],
      effects: effects,
      no: "the changes are kept; to save them: done")
  }

  /// Asks whether to save, after the user has edited the favorite as a text.
  func saving(at now: Int64) -> Question {
    var question = Question(
      "save these changes", power: .favorites, effects: [.keepFavorites(edit(at: now), saying: savedMessage)],
      no: "nothing was saved")
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
    let sentence = changes.dropFirst().reduce(changes.first ?? "unchanged") { "\($0); \($1)" }
    return "saved: \(cut: after.place.name); \(sentence)"
  }
}

extension EditedFavorite {
  /// Asks whether to edit again, after a mistake or after a failure that was already shown.
  func editAgain(after mistake: Mistake? = nil) -> Question {
    var question = Question(
      "edit it again", power: nil, words: .yesUnlessNo, effects: [.editText(self)], no: "nothing was saved")
    question.details = mistake.map { [$0.message] } ?? []
    return question
  }
}
