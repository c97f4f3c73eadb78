/// A folded query, or a run of its tokens.
struct Pattern: Sendable {
  /// UTF-8, never empty; tokens separated by single spaces.
  let text: [UInt8]
  let tokens: [[UInt8]]

  /// Returns nil if `query` folds to nothing.
  init?(_ query: Untrusted) {
    var folded: [UInt8] = []
    Array(query.text.utf8).withUnsafeBufferPointer { Fold.append($0, to: &folded) }
    self.init(tokens: folded.split(separator: 0x20).map(Array.init))
  }

  init?(tokens: some Collection<[UInt8]>) {
    guard !tokens.isEmpty else { return nil }
    self.tokens = Array(tokens)
    text = Array(tokens.joined(separator: [0x20]))
  }

  /// The number of characters (Unicode scalars).
  var length: Int { text.count { $0 & 0xC0 != 0x80 } }

  /// The number of typing errors that are allowed: none below 4 characters, one below 8, otherwise two.
  var typoLimit: Int { length < 4 ? 0 : length < 8 ? 1 : 2 }

  /// Whether an alternate name equal to this counts as a code: up to three ASCII letters.
  var isCode: Bool { text.count <= 3 && text.allSatisfy { (0x61...0x7A).contains($0) } }

  /// Where in a name the words begin that its tokens match.
  enum WordMatch {
    case first, later
  }

  /// Whether the tokens are, in order, prefixes of words of `key`, and whether the first of these words is the first of
  /// the key; nil if they are not. O(key + tokens).
  func wordMatch(of key: UnsafeBufferPointer<UInt8>) -> WordMatch? {
    var start = WordMatch.later
    var token = 0
    var index = 0
    while index < key.count {
      let wanted = tokens[token]
      var matched = 0
      while matched < wanted.count, index + matched < key.count, key[index + matched] == wanted[matched] {
        matched += 1
      }
      if matched == wanted.count {
        if index == 0 { start = .first }
        token += 1
        if token == tokens.count { return start }
      }
      while index < key.count && key[index] != 0x20 { index += 1 }
      index += 1
    }
    return nil
  }

  /// This pattern, and those with another spelling of one of its words, such as `saint` for `st`. What those match
  /// counts a tenth.
  var spellings: [(pattern: Pattern, share: UInt32)] {
    var all: [(pattern: Pattern, share: UInt32)] = [(self, 1)]
    for (position, token) in tokens.enumerated() {
      guard let other = Self.otherSpellings[token] else { continue }
      var changed = tokens
      changed[position] = other
      if let pattern = Pattern(tokens: changed) { all.append((pattern, 10)) }
    }
    return all
  }

  private static let otherSpellings: [[UInt8]: [UInt8]] = {
    var words: [[UInt8]: [UInt8]] = [:]
    for (short, long) in [("st", "saint"), ("ste", "sainte"), ("mt", "mount"), ("ft", "fort")] {
      words[Array(short.utf8)] = Array(long.utf8)
      words[Array(long.utf8)] = Array(short.utf8)
    }
    return words
  }()
}
