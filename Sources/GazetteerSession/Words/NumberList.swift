import GazetteerIndex

/// A list of numbers in several words: `2 3` and `2, 3` mean `2,3`.
enum NumberList {
  /// The words as one.
  static func joined(_ words: [Untrusted]) -> Untrusted {
    Untrusted(words.map { $0.text.hasSuffix(",") ? String($0.text.dropLast()) : $0.text }.joined(separator: ","))
  }
}
