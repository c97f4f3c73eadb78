import GazetteerIndex

extension Session {
  /// Undoes or redoes a step that changed no favorites.
  mutating func move(_ direction: UndoDirection, _ step: Steps.Step) -> [Effect] {
    guard steps[direction].last == step, steps.move(direction) != nil else { return [] }
    return [.notice(direction.notice(step.title))] + change(direction, by: step)
  }

  /// Skips a step, so that the one before it can be undone.
  mutating func skip(_ step: Steps.Step) -> [Effect] {
    guard steps[.back].last == step else { return [] }
    steps.skip()
    return [.notice("skipped: \(cut: step.title)")]
  }

  /// Adds a saved edit of the favorites as a step, or moves the step that it undoes or redoes.
  mutating func addStep(_ kept: KeptEdit) -> [Effect] {
    steps.remember(kept.number)
    guard let number = kept.edit.undoes else {
      steps.add(kept)
      return []
    }
    for direction in [UndoDirection.back, .forth] where steps[direction].last?.edit == number {
      return steps.move(direction, by: kept.number).map { change(direction, by: $0) } ?? []
    }
    return []
  }

  /// A command has ended: what it changed becomes a step.
  mutating func settle(_ title: Untrusted) {
    let state = state
    views.settle(from: steps.settled, to: state)
    steps.settle(state, title)
  }

  /// Changes a setting, as part of the step of this command.
  mutating func prefer(_ change: Setting.Change) -> [Effect] {
    let before = preferences
    let effects = apply(change)
    steps.add(change, from: before, to: preferences)
    return effects
  }

  /// An invalid change has no effect; commands check changes first.
  private mutating func apply(_ change: Setting.Change) -> [Effect] {
    do throws(Failure) {
      try preferences.apply(change)
      return [.keepSetting(change)]
    } catch {
      return [.report(error)]
    }
  }

  private mutating func change(_ direction: UndoDirection, by step: Steps.Step) -> [Effect] {
    guard let change = direction == .back ? step.change?.inverse : step.change else { return [] }
    return change.after.settings.flatMap { apply($0) } + restore(change.applied(to: state), inBackground: false)
  }
}

extension UndoDirection {
  /// `undid: favorite Paris`.
  func notice(_ title: Untrusted) -> Message { "\(own: self == .back ? "undid" : "redid"): \(cut: title)" }
}
