/// The places whose names match a pattern, grade by grade, as ranges of the indexes.
///
/// Creating it costs four binary searches; listing a grade costs its number of entries. A place may be in several
/// grades. With several alternate names it may be in one grade several times. The search counts only the first match.
struct NameMatches {
  let pattern: Pattern
  private let names: KeyIndex
  private let alternates: KeyIndex
  private let namePrefix: Range<Int>
  /// The end of the keys in which a space or nothing follows the prefix. In the other keys a letter follows.
  private let namePhraseEnd: Int
  private let alternatePrefix: Range<Int>
  private let alternateExactEnd: Int

  init(_ pattern: Pattern, names: KeyIndex, alternates: KeyIndex) {
    self.pattern = pattern
    self.names = names
    self.alternates = alternates
    (namePrefix, alternatePrefix) = pattern.text.withUnsafeBufferPointer {
      (names.entries(withPrefix: $0), alternates.entries(withPrefix: $0))
    }
    namePhraseEnd = names.end(of: namePrefix, after: pattern.text.count, upTo: 0x20)
    alternateExactEnd =
      pattern.isCode
      ? alternatePrefix.lowerBound : alternates.end(of: alternatePrefix, after: pattern.text.count, upTo: 0)
  }

  /// Calls `body` with the row of every place that matches with this grade.
  @inline(__always)
  func forEachRow(_ grade: NameGrade, _ body: (Int) throws(Cancelled) -> Void) throws(Cancelled) {
    switch grade {
    case .name: try forEachRow(of: names, namePrefix.lowerBound..<namePhraseEnd, body)
    case .alternate: try forEachRow(of: alternates, alternatePrefix.lowerBound..<alternateExactEnd, body)
    case .prefix: try forEachRow(of: names, namePhraseEnd..<namePrefix.upperBound, body)
    case .words: try forEachRowByWords(of: names, body)
    case .alternatePrefix: try forEachRow(of: alternates, alternateExactEnd..<alternatePrefix.upperBound, body)
    case .alternateWords: try forEachRowByWords(of: alternates, body)
    }
  }

  @inline(__always)
  private func forEachRow(
    of index: KeyIndex, _ entries: Range<Int>, _ body: (Int) throws(Cancelled) -> Void
  ) throws(Cancelled) {
    for entry in entries { try body(Int(index.rows[entry])) }
  }

  /// Goes through the entries with the rarest token, and checks their keys for the other tokens.
  @inline(__always)
  private func forEachRowByWords(of index: KeyIndex, _ body: (Int) throws(Cancelled) -> Void) throws(Cancelled) {
    let (prefixes, words) = rarestToken(in: index)
    guard pattern.tokens.count > 1 else {
      for word in words { try body(Int(index.rows[Int(index.wordEntries[word])])) }
      return
    }
    for entry in prefixes where pattern.isWords(of: index.key(entry)) { try body(Int(index.rows[entry])) }
    // Read a long key only once, not for each of its words that start with the token.
    var readKeys: Set<Int> = []
    for word in words {
      let entry = Int(index.wordEntries[word])
      let key = index.key(entry)
      if key.count > 1000 && !readKeys.insert(entry).inserted { continue }
      if pattern.isWords(of: key) { try body(Int(index.rows[entry])) }
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
