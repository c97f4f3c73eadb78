import GazetteerIndex

extension WaitingChange {
  /// The same change, of another version of its location. Otherwise the second of two changes that wait would be refused,
  /// because the first has changed the location.
  func rebased(on stored: Location) -> WaitingChange {
    var rebased = self
    switch change {
    case .create: break
    case .update(let known, var draft):
      // What this change leaves as it was is as the other change has made it. What it replaces stays as the user has seen
      // it, because there may be other changes in between. So does what is not shown: other words stand for it.
      var version = stored
      if draft.place == known.place, draft.coordinate == known.coordinate, stored.hiddenPlace == nil {
        (draft.place, draft.coordinate) = (stored.place, stored.coordinate)
      } else {
        (version.place, version.coordinate) = (known.place, known.coordinate)
      }
      if draft.url == known.url, stored.hiddenURL == nil { draft.url = stored.url } else { version.url = known.url }
      rebased.change = .update(version, draft)
    case .delete: rebased.change = .delete(stored)
    }
    return rebased
  }
}
