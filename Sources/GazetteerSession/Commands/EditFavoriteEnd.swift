import GazetteerIndex

/// The commands that show or end the edit inside `edit-favorite`.
extension Command {
  static let draftShow = Command(
    "show", "Show what done would save.", family: .keep, synonyms: ["print"], examples: ["show"]
  ) { session, _ in
    Reply(.text(session.favoriteDraft?.after.editableLines ?? []))
  }

  static let draftDone = Command(
    "done", "Save the changes.", family: .keep, synonyms: ["commit", "save", "ok", "apply"], examples: ["done"]
  ) { session, context in
    guard let draft = session.favoriteDraft, draft.hasChanges else { return Reply(events: [.draftAbandoned]) }
    let rebased = draft.rebased(on: session.favorites[draft.before.id])
    var reply = rebased.saved(at: context.now)
    // Saving ends the nested prompt, but a plan saves nothing.
    reply.events.insert(context.isDryRun ? .draftDiscarded : .favoriteDrafted(rebased), at: 0)
    return reply
  }

  static let draftCancel = Command(
    "cancel", "Leave the favorite unchanged.", family: .keep, synonyms: ["abort", "back", "discard", "disregard"],
    examples: ["cancel"]
  ) { session, _ in
    session.leaving(quits: false)
  }

  static let draftQuit = Command(
    "quit", "Leave the favorite unchanged, and end the session.", family: .keep, aliases: ["exit", "q"],
    examples: ["quit"]
  ) { session, _ in
    session.leaving(quits: true)
  }
}
