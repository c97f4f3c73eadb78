import GazetteerIndex

extension Session {
  /// Takes a step that changed no favorites.
  mutating func take(_ direction: Steps.Direction, _ step: Steps.Step) -> [Effect] {
    guard steps[direction].last == step, steps.take(direction) != nil else { return [] }
    return [.notice(direction.told(step.title))] + change(direction, by: step)
  }

  /// Lets a step stay as it is.
  mutating func skip(_ step: Steps.Step) -> [Effect] {
    guard steps[.back].last == step else { return [] }
    steps.skip()
    return [.notice("left as it is: \(cut: step.title)")]
  }

  /// Takes in that an edit of favorites was kept: a new step, or one that is taken by it.
  mutating func keep(_ kept: KeptEdit) -> [Effect] {
    steps.knows(kept.number)
    guard let number = kept.edit.undoes else {
      steps.add(kept)
      return []
    }
    for direction in [Steps.Direction.back, .forth] where steps[direction].last?.edit == number {
      return steps.take(direction, by: kept.number).map { change(direction, by: $0) } ?? []
    }
    return []
  }

  private mutating func change(_ direction: Steps.Direction, by step: Steps.Step) -> [Effect] {
    guard let change = step.change else { return [] }
    let target = (direction == .back ? change.inverse : change).applied(to: state)
    return restore(target, inBackground: false)
  }
}

extension Steps.Direction {
  /// `undid: favorite Paris`.
  func told(_ title: Untrusted) -> Message { "\(own: self == .back ? "undid" : "redid"): \(cut: title)" }
}
