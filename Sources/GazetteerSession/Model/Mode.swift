import GazetteerIndex

/// How the next line is read.
package indirect enum Mode: Equatable, Sendable {
  case commands
  /// The line answers a question that was asked in another mode.
  case answering(Question, in: Mode)
  /// Inside `edit-categories`, with the categories that `done` selects, in ascending order.
  case editingCategories(draft: [Untrusted])
  /// Inside `edit-favorite`.
  case editingFavorite(FavoriteDraft)
}

extension Mode {
  /// The notice after leaving the nested prompt without `done`.
  var farewell: Message? {
    switch self {
    case .commands, .answering: nil
    case .editingCategories: "edit-categories ended without done: the selection is unchanged"
    case .editingFavorite(let draft) where draft.hasChanges:
      "edit-favorite ended without done: \(cut: draft.before.place.name) is unchanged"
    case .editingFavorite: "nothing changed"
    }
  }

  fileprivate func lostEdit(selected: [Untrusted]) -> Failure? {
    switch self {
    case .editingCategories(let draft) where draft != selected:
      Failure("edit-categories ended without done", why: "the selection is unchanged", try: "end with done or cancel")
    case .editingFavorite(let draft) where draft.hasChanges:
      Failure(
        "edit-favorite ended without done", why: "\(cut: draft.before.place.name) is unchanged",
        try: "end with done or cancel")
    case .commands, .answering, .editingCategories, .editingFavorite: nil
    }
  }
}

extension Session {
  /// The error when a script ends inside a nested prompt; nil if no change is lost.
  package var lostEdit: Failure? { mode.lostEdit(selected: selectedCategories) }

  /// Leaves the nested prompt. First asks the user if changes would be lost.
  package func leaving(quits: Bool) -> Reply {
    let effects: [Effect] = quits ? [.quit] : []
    guard let draft = favoriteDraft, draft.hasChanges else { return Reply(events: [.draftAbandoned], effects: effects) }
    return Reply(events: [.asked(draft.leaving(effects))])
  }

  /// Whether the next line is an answer, not a command.
  package var isAsking: Bool { if case .answering = mode { true } else { false } }

  /// The prompt without its `> `.
  package var promptName: String {
    switch mode {
    case .commands: "gaz"
    case .answering(let question, _): question.prompt.neutralised
    case .editingCategories: "categories"
    case .editingFavorite: "favorite"
    }
  }

  /// What `edit-favorite` would save; nil outside it.
  package var favoriteDraft: FavoriteDraft? {
    if case .editingFavorite(let draft) = mode { draft } else { nil }
  }

  /// What `edit-categories` would select; nil outside it.
  package var draft: [Untrusted]? {
    if case .editingCategories(let draft) = mode { draft } else { nil }
  }
}
