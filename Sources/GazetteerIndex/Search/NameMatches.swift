/// The places whose names match a pattern, way by way, as ranges of the indexes.
///
/// Creating it costs a few binary searches; listing a way costs its number of entries. A place may match in several
/// ways and, with several alternate names, several times in one way. The search counts only the first match.
struct NameMatches {
  let pattern: Pattern
  private let names: Beginnings
  private let alternates: Beginnings

  /// The entries of an index whose keys start with the pattern.
  private struct Beginnings {
    let index: KeyIndex
    let all: Range<Int>
    /// The end of the keys that are the pattern.
    let exactEnd: Int
    /// The end of the keys in which a space or nothing follows the pattern. In the other keys a letter follows.
    let wordEnd: Int

    init(_ pattern: Pattern, in index: KeyIndex) {
      self.index = index
      all = pattern.text.withUnsafeBufferPointer { index.entries(withPrefix: $0) }
      exactEnd = index.end(of: all, after: pattern.text.count, upTo: 0)
      wordEnd = index.end(of: all, after: pattern.text.count, upTo: 0x20)
    }

    var exact: Range<Int> { all.lowerBound..<exactEnd }
    var words: Range<Int> { exactEnd..<wordEnd }
    var letters: Range<Int> { wordEnd..<all.upperBound }
  }

  init(_ pattern: Pattern, in dataset: Dataset) {
    self.pattern = pattern
    names = Beginnings(pattern, in: dataset.names)
    alternates = Beginnings(pattern, in: dataset.alternateNames)
  }

  /// Calls `body` with the row of every place that matches in this way.
  @inline(__always)
  func forEachRow(_ way: NameWay, _ body: (Int) throws(Cancelled) -> Void) throws(Cancelled) {
    switch way {
    case .name: try forEachRow(names, names.exact, body)
    case .prefixWord: try forEachRow(names, names.words, body)
    case .prefix: try forEachRow(names, names.letters, body)
    case .words: try forEachRow(names, byWords: .first, body)
    case .laterWords: try forEachRow(names, byWords: .later, body)
    case .alternate: if !pattern.isCode { try forEachRow(alternates, alternates.exact, body) }
    case .code: if pattern.isCode { try forEachRow(alternates, alternates.exact, body) }
    case .alternatePrefixWord: try forEachRow(alternates, alternates.words, body)
    case .alternatePrefix: try forEachRow(alternates, alternates.letters, body)
    case .alternateWords: try forEachRow(alternates, byWords: .first, body)
    case .alternateLaterWords: try forEachRow(alternates, byWords: .later, body)
    }
  }

  @inline(__always)
  private func forEachRow(
    _ keys: Beginnings, _ entries: Range<Int>, _ body: (Int) throws(Cancelled) -> Void
  ) throws(Cancelled) {
    for entry in entries { try body(Int(keys.index.rows[entry])) }
  }

  /// Goes through the entries with the rarest token, and checks their keys for the other tokens.
  @inline(__always)
  private func forEachRow(
    _ keys: Beginnings, byWords start: Pattern.WordMatch, _ body: (Int) throws(Cancelled) -> Void
  ) throws(Cancelled) {
    let index = keys.index
    guard pattern.tokens.count > 1 else {
      // A single token that starts at the first word is a prefix.
      guard start == .later else { return }
      let words = pattern.text.withUnsafeBufferPointer { index.words(withPrefix: $0) }
      for word in words { try body(Int(index.rows[Int(index.wordEntries[word])])) }
      return
    }
    let (prefixes, words) = rarestToken(in: index)
    for entry in prefixes where pattern.wordMatch(of: index.key(entry)) == start { try body(Int(index.rows[entry])) }
    // Read a long key only once, not for each of its words that start with the token.
    var readKeys: Set<Int> = []
    for word in words {
      let entry = Int(index.wordEntries[word])
      let key = index.key(entry)
      if key.count > 1000 && !readKeys.insert(entry).inserted { continue }
      if pattern.wordMatch(of: key) == start { try body(Int(index.rows[entry])) }
    }
  }

  private func rarestToken(in index: KeyIndex) -> (prefixes: Range<Int>, words: Range<Int>) {
    var rarest = (prefixes: 0..<0, words: 0..<0)
    for (number, token) in pattern.tokens.enumerated() {
      let found = token.withUnsafeBufferPointer {
        (prefixes: index.entries(withPrefix: $0), words: index.words(withPrefix: $0))
      }
      if number == 0 || found.prefixes.count + found.words.count < rarest.prefixes.count + rarest.words.count {
        rarest = found
      }
    }
    return rarest
  }
}
