import GazetteerIndex

/// The typed part of a word, and how it is compared with the words that may complete it.
struct Beginning {
  enum Comparison {
    /// As typed. If no word starts with it, case is ignored.
    case plain
    /// By folds, as in a search: case and accents are ignored.
    case folded
  }

  let text: String
  let comparison: Comparison
  /// What the key of a matching word starts with.
  let key: [UInt8]

  init(_ text: String, _ comparison: Comparison) {
    self.text = text
    self.comparison = comparison
    key = Beginning.key(of: text, comparison)
  }

  /// False if something is typed that folds to nothing.
  var isComparable: Bool { text.isEmpty || !key.isEmpty }

  /// Whether a word starts with it.
  func begins(_ word: some StringProtocol) -> Bool {
    isComparable && Beginning.key(of: String(word), comparison).starts(with: key)
  }

  /// Whether a word contains it.
  func isInside(_ word: String) -> Bool {
    guard isComparable else { return false }
    let key = String(decoding: key, as: UTF8.self)
    return String(decoding: Beginning.key(of: word, comparison), as: UTF8.self).contains(key)
  }

  /// What follows it in a word that starts with it.
  func rest(of word: String) -> Substring {
    guard !text.isEmpty else { return word[...] }
    var end = word.startIndex
    while end < word.endIndex {
      end = word.index(after: end)
      if begins(word[..<end]) { return word[end...] }
    }
    return word[end...]
  }

  /// The fold of a beginning. Unlike the fold of a whole text, it keeps a space at the end.
  private static func key(of text: String, _ comparison: Comparison) -> [UInt8] {
    guard comparison == .folded else { return Array(text.lowercased().utf8) }
    // Folding removes spaces at the end, so add a letter for a moment.
    return Array(Fold.fold(text + "x").utf8.dropLast())
  }
}
