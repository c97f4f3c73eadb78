/// The letters of a text that a query matches, for highlighting: only what can be told exactly.
package struct MatchedLetters {
  private let patterns: [Pattern]

  /// - Parameter query: what was searched for; without the words that were left out. nil if it folds to nothing.
  package init?(_ query: Untrusted) {
    guard let pattern = Pattern(query) else { return nil }
    patterns = pattern.spellings.map(\.pattern)
  }

  /// The bytes of `text`, which matched in this tier: runs in order, apart from each other. None if they cannot be told.
  /// O(text × query).
  package func runs(in text: String, tier: Tier) -> [Range<Int>] {
    guard let folded = FoldedText(text) else { return [] }
    for pattern in patterns {
      let found = Self.runs(of: pattern, in: folded.key, tier)
      if !found.isEmpty { return folded.sources(of: found) }
    }
    return []
  }

  private static func runs(of pattern: Pattern, in key: [UInt8], _ tier: Tier) -> [Range<Int>] {
    switch tier {
    case .name, .alternate, .prefix, .words, .alternatePrefix: full(pattern, in: key)
    case .region, .relaxed: part(of: pattern, in: key)
    case .inside: inside(pattern.text, of: key).map { [$0] } ?? []
    case .typo: withTypos(pattern, in: key)
    }
  }

  /// The start of the key, or the beginnings of its words that the tokens are.
  private static func full(_ pattern: Pattern, in key: [UInt8]) -> [Range<Int>] {
    if key.starts(with: pattern.text) { return [0..<pattern.text.count] }
    var runs: [Range<Int>] = []
    var start = 0
    for word in key.split(separator: 0x20, omittingEmptySubsequences: false) {
      if runs.count < pattern.tokens.count, word.starts(with: pattern.tokens[runs.count]) {
        runs.append(start..<start + pattern.tokens[runs.count].count)
      }
      start += word.count + 1
    }
    return runs.count == pattern.tokens.count ? runs : []
  }

  /// The same for as many tokens as possible at the start or the end of the query; the others match the region.
  private static func part(of pattern: Pattern, in key: [UInt8]) -> [Range<Int>] {
    let tokens = pattern.tokens
    for count in stride(from: tokens.count, to: 0, by: -1) {
      for part in [tokens.prefix(count), tokens.suffix(count)] {
        guard let part = Pattern(tokens: part) else { continue }
        let found = full(part, in: key)
        if !found.isEmpty { return found }
      }
    }
    return []
  }

  private static func inside(_ text: [UInt8], of key: [UInt8]) -> Range<Int>? {
    guard text.count <= key.count else { return nil }
    return (0...key.count - text.count).first { key[$0...].starts(with: text) }.map { $0..<$0 + text.count }
  }

  /// What a part of the query and a beginning of the key have in common besides the errors: as much as possible. The
  /// first or the last words of the query may match the region.
  private static func withTypos(_ pattern: Pattern, in key: [UInt8]) -> [Range<Int>] {
    var best: (letters: Int, runs: [Range<Int>]) = (0, [])
    // More words than these, of a letter each, are longer than the key and all errors.
    let most = min(pattern.tokens.count, (key.count + mostErrors) / 2 + 1)
    for count in stride(from: most, to: 0, by: -1) {
      for part in [pattern.tokens.prefix(count), pattern.tokens.suffix(count)] {
        guard let part = Pattern(tokens: part), part.text.count <= key.count + 4 * mostErrors else { continue }
        let runs = withTypos(part.text, in: key)
        let letters = runs.reduce(0) { $0 + $1.count }
        if letters > best.letters { best = (letters, runs) }
      }
    }
    return best.runs
  }

  /// The letters of the key that are right, if its beginning has at most as many errors as a search allows.
  private static func withTypos(_ text: [UInt8], in key: [UInt8]) -> [Range<Int>] {
    let (text, key) = (Letters(text), Letters(key))
    let alignment = TypoAlignment(text.scalars, Array(key.scalars.prefix(text.scalars.count + mostErrors)))
    // Of a name with more errors than letters in common, nothing can be told.
    guard alignment.errors <= mostErrors, 2 * alignment.right.count >= text.scalars.count else { return [] }
    return alignment.right.map { key.starts[$0]..<key.starts[$0 + 1] }
  }

  private static let mostErrors = 2
}

/// The characters of a folded text, and where each begins.
private struct Letters {
  let scalars: [Unicode.Scalar]
  /// Of each character, and the end of the last.
  let starts: [Int]

  init(_ bytes: [UInt8]) {
    scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
    starts = scalars.reduce(into: [0]) { $0.append($0[$0.count - 1] + UTF8.width($1)) }
  }
}

/// The fold of a text, and where each of its bytes comes from.
private struct FoldedText {
  private(set) var key: [UInt8] = []
  /// For each byte of the key, the bytes of the text.
  private var sources: [Range<Int>] = []

  /// nil if the fold is not that of the characters one by one.
  init?(_ text: String) {
    let whole = Array(Fold.fold(text).utf8)
    if whole.count == text.utf8.count, text.utf8.allSatisfy(Self.isPlain) {
      key = whole
      sources = whole.indices.map { $0..<$0 + 1 }
      return
    }
    var end = 0
    var gap: Int?
    for character in text {
      let source = end..<end + character.utf8.count
      end = source.upperBound
      let folded = Array(Fold.fold(String(character)).utf8)
      guard !folded.isEmpty else {
        gap = gap ?? source.lowerBound
        continue
      }
      if let gap, !key.isEmpty { append([0x20], from: gap..<source.lowerBound) }
      gap = nil
      append(folded, from: source)
    }
    guard key == whole else { return nil }
  }

  /// Whether the fold of a byte is a byte, wherever it is, unless it is a blank that is left out.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: " "):
      true
    default: false
    }
  }

  private mutating func append(_ bytes: [UInt8], from source: Range<Int>) {
    key += bytes
    sources += Array(repeating: source, count: bytes.count)
  }

  /// The bytes of the text from which some bytes of the key come, as few runs.
  func sources(of runs: [Range<Int>]) -> [Range<Int>] {
    var found: [Range<Int>] = []
    for source in runs.joined().map({ sources[$0] }) {
      if let last = found.last, source.lowerBound <= last.upperBound {
        found[found.count - 1] = last.lowerBound..<max(last.upperBound, source.upperBound)
      } else {
        found.append(source)
      }
    }
    return found
  }
}
