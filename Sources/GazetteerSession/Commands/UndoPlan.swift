import GazetteerIndex

/// How steps are undone or redone.
private struct UndoPlan {
  private let direction: UndoDirection
  private let past: FavoritesPast
  private let session: Session
  private let context: Context

  init(_ direction: UndoDirection, _ past: FavoritesPast, _ session: Session, _ context: Context) {
    self.direction = direction
    self.past = past
    self.session = session
    self.context = context
  }

  private var verb: String { direction == .back ? "undo" : "redo" }

  /// The effects that undo or redo these steps, the next step first. Their order matters.
  func effects(of steps: [Steps.Step]) throws(Failure) -> [Effect] {
    var effects: [Effect] = []
    // The favorites after the effects so far; an inner nil means that the favorite was removed.
    var favorites: [FavoriteID: Favorite?] = [:]
    let known = Set(steps.compactMap(\.edit))
    for step in steps {
      if let instead = step.instead {
        throw Failure(
          "\(quoted: step.title) cannot be undone", why: "it was done at a service",
          try: "\(instead), or undo --skip, then undo for the change before it")
      }
      if step.change?.after.settings.contains(where: { $0.name == Setting.multiple.name }) == true {
        try context.require(.account, for: verb)
      }
      guard let number = step.edit else {
        effects.append(.send(.stepTaken(direction, step)))
        continue
      }
      guard context.allowed.contains(.favorites) || context.isDryRun else {
        throw Failure.notAllowed(verb, [.favorites])
      }
      guard let kept = past[number] else {
        throw Failure(
          "\(quoted: step.title) cannot be undone", why: "its edit \(number) is no longer in the file of favorites")
      }
      var edit = FavoritesEdit(direction, kept, called: step.title, at: context.now)
      for (index, change) in edit.changes.enumerated() {
        guard let id = change.id else { continue }
        guard let rebased = change.rebased(on: favorites[id] ?? session.favorites[id], at: context.now) else {
          throw conflict(over: id, of: step, by: past.last(of: id, after: number, besides: known))
        }
        edit.changes[index] = rebased
        favorites[id] = .some(rebased.after)
      }
      effects.append(.keepFavorites(edit, saying: direction.notice(step.title)))
    }
    return effects
  }

  private func conflict(over id: FavoriteID, of step: Steps.Step, by other: KeptEdit?) -> Failure {
    let why: Message? = other.map { other in
      let who = other.author == context.author ? "in this session" : "in another session"
      return "\(quoted: other.edit.title) followed it \(own: who) at \(own: UTC.text(other.edit.time))"
    }
    return Failure(
      "\(quoted: step.title) cannot be \(own: direction == .back ? "undone" : "redone")",
      why: why ?? "the favorite has changed since",
      try: """
        history favorites \(own: Favorite.dataset):\(own: id.text)\(own: direction == .back ? ", or undo --skip" : "")
        """)
  }
}

extension Session {
  /// The reply that undoes or redoes the next steps: all of them or none.
  func taking(_ direction: UndoDirection, _ count: Int, _ context: Context) throws(Failure) -> Reply {
    if steps[direction].isEmpty, context.undoesAnyEdit { return try takingEdits(direction, count, context) }
    let next = Array(steps[direction].suffix(count).reversed())
    try Failure.check(next.count, of: count, direction)
    let numbers = next.compactMap(\.edit)
    var past = FavoritesPast(edits: [])
    if let first = numbers.min() {
      guard let edits = context.edits else { return Reply(needs: .edits(.from(first))) }
      past = FavoritesPast(edits: edits)
    }
    return Reply(effects: try UndoPlan(direction, past, self, context).effects(of: next))
  }

  /// The same for the saved edits of all sessions.
  private func takingEdits(_ direction: UndoDirection, _ count: Int, _ context: Context) throws(Failure) -> Reply {
    guard let edits = context.edits else { return Reply(needs: .edits(.all)) }
    let past = FavoritesPast(edits: edits)
    let next = past.open(direction).prefix(count).map { Steps.Step(past.title(of: $0), edit: $0.number) }
    try Failure.check(next.count, of: count, direction)
    return Reply(effects: try UndoPlan(direction, past, self, context).effects(of: next))
  }
}

extension Failure {
  /// Checks that there are enough steps.
  fileprivate static func check(_ found: Int, of wanted: Int, _ direction: UndoDirection) throws(Failure) {
    guard found < wanted else { return }
    let verb = direction == .back ? "undo" : "redo"
    guard found > 0 else {
      throw Failure(
        "there is nothing to \(own: verb)",
        why: direction == .forth ? "redo only works after undo, before any other change" : nil)
    }
    throw Failure(
      "there \(own: found == 1 ? "is 1 change" : "are \(found) changes") to \(own: verb), not \(wanted)",
      try: "\(own: verb) \(found)")
  }
}
