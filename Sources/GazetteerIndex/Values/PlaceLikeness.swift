/// When two places that were recorded apart are one.
extension Place {
  /// How far apart they may lie.
  package static let reach = Distance.metres(50)

  /// Whether they lie within `reach`.
  private func isNear(_ other: Place) -> Bool {
    guard let here = coordinate, let there = other.coordinate else { return false }
    return here.distance(to: there) <= Place.reach
  }

  /// Whether their names are the same, or fold alike.
  private func isCalledLike(_ other: Place) -> Bool {
    if name == other.name { return true }
    let folded = Fold.fold(name.text)
    return !folded.isEmpty && folded == Fold.fold(other.name.text)
  }

  /// Whether a place of the same identity may well be the same: it is called so, or lies here.
  package func isLike(_ other: Place) -> Bool { isNear(other) || isCalledLike(other) }

  /// Whether a place of whatever identity is taken for the same: it is called so, and lies here.
  package func isTakenFor(_ other: Place) -> Bool { isNear(other) && isCalledLike(other) }
}
