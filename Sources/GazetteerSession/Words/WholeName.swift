import GazetteerIndex

/// A text that must name a place by its whole name, perhaps together with its region: `newark`, `newark nj`.
struct WholeName {
  private let words: [String]

  init(_ text: Untrusted) { words = Self.words(text) }

  /// Whether it names a place that a search found in this tier.
  func names(_ place: Place, foundBy tier: Tier?) -> Bool {
    switch tier {
    case .name, .alternate: true
    case .region: hasWholeName(of: place)
    default: false
    }
  }

  /// Whether the words begin or end with a name, and the others are those of the region.
  private func hasWholeName(of place: Place) -> Bool {
    ([place.name] + place.alternates).contains { name in
      let name = Self.words(name)
      guard !name.isEmpty, name.count < words.count else { return false }
      return words.prefix(name.count).elementsEqual(name) || words.suffix(name.count).elementsEqual(name)
    }
  }

  /// The folded words, where `saint` is `st`.
  private static func words(_ text: Untrusted) -> [String] {
    Fold.fold(text.text).split(separator: " ").map { short[String($0)] ?? String($0) }
  }

  private static let short = ["saint": "st", "sainte": "ste", "mount": "mt", "fort": "ft"]
}
