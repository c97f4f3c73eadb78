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

  /// Whether the tokens are, in order, prefixes of words of `key`. O(key + tokens).
  func isWords(of key: UnsafeBufferPointer<UInt8>) -> Bool {
    var token = 0
    var index = 0
    while index < key.count {
      let wanted = tokens[token]
      var matched = 0
      while matched < wanted.count, index + matched < key.count, key[index + matched] == wanted[matched] {
        matched += 1
      }
      if matched == wanted.count {
        token += 1
        if token == tokens.count { return true }
      }
      while index < key.count && key[index] != 0x20 { index += 1 }
      index += 1
    }
    return false
  }
}
