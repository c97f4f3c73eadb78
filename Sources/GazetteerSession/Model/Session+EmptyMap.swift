import GazetteerIndex

extension Session {
  /// Why a map has no place, and what to try; nil if it has one.
  func absence(on subject: MapSubject, of target: MapState.Target) -> String? {
    guard subject.placeCount == 0 else { return nil }
    let (why, remedy): (Message, Message?) =
      switch target {
      case _ where subject.unplaced == 1: ("the place has no position", nil)
      case _ where subject.unplaced < subject.total ?? 0:
        ("none of the first \(own: Numeral.places(subject.unplaced)) has a position", "search TEXT, or near WHERE")
      case _ where subject.unplaced > 1: ("none of the \(own: Numeral.places(subject.unplaced)) has a position", nil)
      case .checked: ("nothing is checked", "check 1")
      case .favorites: ("there are no favorites", "favorite 1")
      case .shown where listing == nil && picked == nil && filtered.contains { found($0) != nil }:
        ("nothing is shown", "search TEXT, or select-category C")
      case .filtered where !filtered.isEmpty, .shown where !filtered.isEmpty && picked == nil:
        ("the dataset of the list is not open any more", "datasets")
      case .filtered where listing != nil, .shown where listing != nil && picked == nil:
        ("the list is empty", viewBefore == nil ? "another search" : "another search, or back")
      case .filtered: ("there is no list", "search TEXT")
      case .shown where picked == nil: ("nothing is shown", "search TEXT, or select-category C")
      case .shown, .places: ("its dataset is not open any more", "search TEXT")
      }
    return Failure("no place to draw", why: why, try: remedy).message.neutralised
  }
}
