/// Words that a place is looked for by: what it is called, what it is, what it serves.
///
/// A place has a word if the word begins a word of its names, its categories or some of its attributes. The last s of a
/// longer word can be missing there.
package struct PlaceTerms: Equatable, Sendable {
  /// Folded. A place must have all of them.
  let words: [[UInt8]]

  /// The attributes that say what a place is, besides its categories.
  private static let attributes: Set = ["cuisine", "cuisines", "tags", "keywords", "brand", "shop", "diet"]

  package init(_ text: Untrusted) {
    words = Fold.fold(text.text).split(separator: " ").map { word in
      Array((word.count > 3 && word.hasSuffix("s") ? word.dropLast() : word[...]).utf8)
    }
  }

  static func saysWhatItIs(key: Untrusted) -> Bool {
    key.bytes.count <= 16 && attributes.contains(key.text.lowercased())
  }

  /// The words that begin a word of a folded text, as bits.
  func found(in folded: some Collection<UInt8>) -> UInt64 {
    var found: UInt64 = 0
    for (index, word) in words.prefix(Self.most).enumerated() {
      var rest = folded[...]
      while !rest.isEmpty {
        if rest.starts(with: word) {
          found |= 1 << UInt64(index)
          break
        }
        guard let blank = rest.firstIndex(of: UInt8(ascii: " ")) else { break }
        rest = rest[rest.index(after: blank)...]
      }
    }
    return found
  }

  /// The most words that are looked for.
  private static let most = 64
  /// All words, as bits.
  var all: UInt64 { words.count >= Self.most ? .max : 1 << UInt64(words.count) - 1 }

  /// Whether a place has all words. Datasets look in their columns instead.
  package func match(_ place: Place) -> Bool {
    let attributes = place.attributes.filter { Self.saysWhatItIs(key: $0.key) }.map(\.value)
    let texts = [place.name] + place.alternates + place.categories + attributes
    return texts.reduce(0) { $0 | found(in: Fold.bytes($1)) } == all
  }
}
