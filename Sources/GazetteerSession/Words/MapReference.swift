import GazetteerIndex

/// What `map` can show.
package enum MapReference: Equatable {
  case checked, favorites, filtered, shown
  case places(PlaceReference)
}

extension MapReference: Readable {
  private static let words: [String: MapReference] = [
    "checked": .checked, "favorites": .favorites, "filtered": .filtered, "shown": .shown,
  ]

  package static var completes: Completes? { .place() }
  package static var canBeNamed: Bool { true }
  package static var keywords: Set<String> { Set(words.keys) }
  package static var expected: Message { "checked, favorites, filtered, shown, or \(PlaceReference.expected)" }
  package static func isNumbers(_ word: Untrusted) -> Bool { PlaceReference.isNumbers(word) }

  package init(word: Untrusted) throws {
    self = try MapReference.words[word.text] ?? .places(PlaceReference(word: word))
  }
}
