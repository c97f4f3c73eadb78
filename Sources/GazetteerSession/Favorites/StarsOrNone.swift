import GazetteerIndex

/// The user's own rating, or none: `0` and `none` remove it.
package struct StarsOrNone: Readable, Equatable {
  /// nil for none.
  package let value: OwnRating?

  package static var expected: Message { "\(OwnRating.expected), or 0 or none to remove it" }
  package static var completes: Completes? {
    guard case .choices(let choices)? = OwnRating.completes else { return nil }
    return .choices(choices + ["none"])
  }

  package init(word: Untrusted) throws(Malformed) {
    value = ["0", "none"].contains(word.text) ? nil : try OwnRating(word: word)
  }
}
