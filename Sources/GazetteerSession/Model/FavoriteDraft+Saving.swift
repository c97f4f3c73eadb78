import GazetteerIndex

extension FavoriteDraft {
  /// The question before the changes are dropped; then the effects are performed.
  func leaving(_ effects: [Effect]) -> Question {
    Question(
      "\(cut: before.place.name) is changed", power: nil, words: .disregardOrStay, yes: [.draftAbandoned],
      effects: effects,
      no: "done keeps the changes")
  }

  /// The question after the user has edited the favorite as a text.
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
  /// The question after a mistake, or after a failure that was shown already.
  func editAgain(after mistake: Mistake? = nil) -> Question {
    var question = Question(
      "edit again", power: nil, words: .yesUnlessNo, effects: [.editText(self)], no: "nothing is changed")
    question.details = mistake.map { [$0.message] } ?? []
    return question
  }
}
