import GazetteerIndex

/// The commands inside `edit-categories`.
extension Command {
  static let toggle = Command(
    "toggle", "Add categories, or remove those already added; write names with blanks in quotes.",
    takes: Inputs(Parameters<Untrusted>("C", "A category.", completes: .category(.drafted))),
    family: .categories, aliases: ["t"], synonyms: ["tick", "untick", "flip"], examples: ["toggle city"]
  ) { session, _, names in
    let draft = session.draft ?? []
    let named = try session.catalog.categories(named: names, or: draft).inOrder
    let kept = draft.removing(named)
    let outgoing = named.removing(named.removing(draft))
    let incoming = named.removing(draft)
    var changes: [Message] = []
    if !incoming.isEmpty { changes.append("added: \(incoming.listed)") }
    if !outgoing.isEmpty { changes.append("removed: \(outgoing.listed)") }
    return session.draft(kept.adding(incoming), saying: changes)
  }

  static let tickAll = Command(
    "select-all", "Add every category.", family: .categories, synonyms: ["all"], examples: ["select-all"]
  ) { session, _ in
    session.draft((session.draft ?? []).adding(session.catalog.categories.map(\.name)))
  }

  static let tickNone = Command(
    "deselect-all", "Remove every category.", family: .categories, synonyms: ["none"], examples: ["deselect-all"]
  ) { session, _ in
    session.draft([])
  }

  static let done = Command(
    "done", "Select the added categories and show their places.",
    takes: Inputs(CommonInput.limit),
    family: .categories, synonyms: ["commit", "save", "ok", "apply"], examples: ["done", "done --limit 5"]
  ) { session, context, limit in
    try session.select(session.draft ?? [], limit: limit, context)
  }

  static let discard = Command(
    "cancel", "Leave the selection unchanged.",
    family: .categories, synonyms: ["abort", "back", "discard"], examples: ["cancel"]
  ) { session, _ in
    let selected = session.selectedCategories
    let rest: Message = selected.isEmpty ? "no category is selected" : "selected: \(selected.listed)"
    return Reply(.text(["nothing changed; \(rest)"]), events: [.draftDiscarded])
  }
}

extension Session {
  /// The reply to a change of the draft.
  fileprivate func draft(_ draft: [Untrusted], saying changes: [Message] = []) -> Reply {
    let (selected, total) = catalog.count(of: draft)
    let sum: Message = "\(own: Numeral.grouped(selected)) of \(own: Numeral.grouped(total)) selected"
    let sentence = (changes + [sum]).dropFirst().reduce(changes.first ?? sum) { "\($0); \($1)" }
    return Reply(.text([sentence]), events: [.categoriesDrafted(draft)])
  }
}
