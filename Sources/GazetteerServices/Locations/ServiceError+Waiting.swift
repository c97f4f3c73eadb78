import GazetteerIndex

/// What becomes of changes that had to wait.
extension ServiceError {
  /// What to say about a change that had to wait, and still does.
  func notSent(_ waiting: WaitingChange) -> Message {
    let remedy: Message =
      switch self {
      case .absent(_, let remedy): "; try: \(remedy)"
      default: ""
      }
    return "not sent: \(waiting.change.place.beginning); \(reason); it waits\(remedy)"
  }

  /// What to say about a change that had to wait, and is given up.
  func notStored(_ waiting: WaitingChange) -> Message {
    let remedy: Message
    switch (self, waiting.change) {
    case (.changedMeanwhile, .delete), (.notYours, .delete): remedy = "; try: locations --own, then delete-location N"
    case (.changedMeanwhile, _): remedy = "; try: locations --own, then edit-location N"
    case (.gone, .update): remedy = "; try: post PLACE --url URL"
    case (.badLink, _): remedy = "; try: the same with another link, or --unchecked"
    default: remedy = ""
    }
    return "not stored: \(waiting.change.place.beginning); \(reason)\(remedy)"
  }

  /// Whether the same change can never be stored.
  var isFinal: Bool {
    switch self {
    case .badLink, .refused, .notYours, .gone, .changedMeanwhile: true
    default: false
    }
  }
}
