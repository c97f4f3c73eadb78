import GazetteerIndex

/// What becomes of changes that had to wait.
extension ServiceError {
  /// What to say about a change that had to wait, and still does.
  func notSent(_ waiting: WaitingChange) -> Message {
    let remedy: Message =
      switch self {
      case .absent(_, let remedy): "; try: \(remedy)"
      case .inWork(let seconds): "; try: refresh in \(seconds) s"
      case .uncertain:
        """
        ; try: locations --own, then outbox retry c\(waiting.number) to send it again, or outbox cancel \
        c\(waiting.number)
        """
      case .waitsForLink: "; try: outbox cancel c\(waiting.number), then the same with --unchecked"
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
    case (.badLink, .create): remedy = "; try: post PLACE --url URL with another link, or with --unchecked"
    case (.badLink, _): remedy = "; try: edit-location N --url URL with another link, or with --unchecked"
    default: remedy = ""
    }
    let place = waiting.change.place.beginning
    if case .badLink = self, let link = waiting.change.draft?.url.beginning {
      return "not stored: \(place) (\(link)); \(reason)\(remedy)"
    }
    return "not stored: \(place); \(reason)\(remedy)"
  }

  /// Whether the reason is not one for other changes.
  var isAboutOneChange: Bool {
    switch self {
    case .absent, .waitsForLink, .inWork, .uncertain: true
    default: false
    }
  }

  /// Whether the same change can never be stored.
  var isFinal: Bool {
    switch self {
    case .badLink, .refused, .notYours, .gone, .changedMeanwhile: true
    default: false
    }
  }
}
