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

  private mutating func change(_ direction: UndoDirection, by step: Steps.Step) -> [Effect] {
    guard let change = step.change else { return [] }
    let target = (direction == .back ? change.inverse : change).applied(to: state)
    return restore(target, inBackground: false)
  }
}

extension UndoDirection {
  /// `undid: favorite Paris`.
  func notice(_ title: Untrusted) -> Message { "\(own: self == .back ? "undid" : "redid"): \(cut: title)" }
}
