import GazetteerIndex

/// What is typed of a word, and how it is compared with what it may become.
struct Beginning {
  enum Comparison {
    /// As it is written; where nothing begins so, without regard to case.
    case plain
    /// By folds, as search compares: without regard to case and accents.
    case folded
  }

  let text: String
  let comparison: Comparison
  /// What the keys of words begin with.
  let key: [UInt8]

  init(_ text: String, _ comparison: Comparison) {
    self.text = text
    self.comparison = comparison
    key = Beginning.key(of: text, comparison)
  }

  /// Whether words can be compared with it: not so where it is typed and folds to nothing.
  var isComparable: Bool { text.isEmpty || !key.isEmpty }

  /// Whether a word begins so.
  func begins(_ word: some StringProtocol) -> Bool {
    isComparable && Beginning.key(of: String(word), comparison).starts(with: key)
  }

  /// Whether a word holds it somewhere.
  func isInside(_ word: String) -> Bool {
    guard isComparable else { return false }
    let key = String(decoding: key, as: UTF8.self)
    return String(decoding: Beginning.key(of: word, comparison), as: UTF8.self).contains(key)
  }

  /// What follows in a word that begins so.
  func rest(of word: String) -> Substring {
    guard !text.isEmpty else { return word[...] }
    var end = word.startIndex
    while end < word.endIndex {
      end = word.index(after: end)
      if begins(word[..<end]) { return word[end...] }
    }
    return word[end...]
  }

  /// The fold of a beginning: unlike that of a whole text it ends with a space where one is typed.
  private static func key(of text: String, _ comparison: Comparison) -> [UInt8] {
    guard comparison == .folded else { return Array(text.lowercased().utf8) }
    // A letter behind it keeps the space.
    return Array(Fold.fold(text + "x").utf8.dropLast())
  }
}
