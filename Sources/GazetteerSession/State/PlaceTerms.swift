import GazetteerIndex

/// Words that a place is looked for by: what it is called, what it is, what it serves.
struct PlaceTerms {
  private let words: [String]

  /// The attributes that say what a place is, besides its categories.
  private static let attributes: Set = ["cuisine", "cuisines", "tags", "keywords", "brand", "shop", "diet"]

  init(_ text: Untrusted) { words = Fold.fold(text.text).split(separator: " ").map(String.init) }

  /// Whether each word begins a word of the place's names, categories or such attributes. Words can end with s.
  func match(_ place: Place) -> Bool {
    guard !words.isEmpty else { return true }
    let attributes = place.attributes.filter { Self.attributes.contains($0.key.text.lowercased()) }.map(\.value)
    let texts = [place.name] + place.alternates + place.categories + attributes
    let known = texts.flatMap { Fold.fold($0.text).split(separator: " ") }
    return words.allSatisfy { word in
      let singular = word.count > 3 && word.hasSuffix("s") ? word.dropLast() : word[...]
      return known.contains { $0.hasPrefix(singular) }
    }
  }
}
