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

  /// The places that match in this way, if a range of an index lists them; nil if keys must be read to find them.
  func run(_ way: NameWay) -> RowRun? {
    switch way {
    case .name: entries(names.exact)
    case .prefixWord: entries(names.words)
    case .prefix: entries(names.letters)
    case .alternate: alternates(pattern.isCode ? 0..<0 : alternates.exact)
    case .code: alternates(pattern.isCode ? alternates.exact : 0..<0)
    case .alternatePrefixWord: alternates(alternates.words)
    case .alternatePrefix: alternates(alternates.letters)
    case .words, .alternateWords:
      // A single token that starts at the first word is a prefix.
      pattern.tokens.count > 1 ? nil : entries(0..<0)
    case .laterWords: laterWords(.wordsOfNames, of: names.index)
    case .alternateLaterWords: laterWords(.wordsOfAlternates, of: alternates.index)
    }
  }

  private func entries(_ range: Range<Int>) -> RowRun { RowRun(.names, entries: range, of: names.index) }
  private func alternates(_ range: Range<Int>) -> RowRun { RowRun(.alternates, entries: range, of: alternates.index) }

  private func laterWords(_ source: RowRun.Source, of index: KeyIndex) -> RowRun? {
    guard pattern.tokens.count == 1 else { return nil }
    return RowRun(source, words: pattern.text.withUnsafeBufferPointer { index.words(withPrefix: $0) }, of: index)
  }

  /// Calls `body` with the row of every place that matches in this way.
  @inline(__always)
  func forEachRow(_ way: NameWay, _ body: (Int) throws(Cancelled) -> Void) throws(Cancelled) {
    if let run = run(way) {
      for position in run.range { try body(run.row(position)) }
    } else if let start = way.wordStart {
      try forEachRow(index(of: way), byWords: start, body)
    }
  }

  /// The runs that list every place that matches in this way, and perhaps others, see `holds`.
  func candidates(_ way: NameWay) -> [RowRun] {
    if let run = run(way) { return [run] }
    let index = index(of: way)
    let rarest = rarestToken(in: index)
    return [
      RowRun(way.isAboutAlternateWords ? .alternates : .names, entries: rarest.prefixes, of: index),
      RowRun(way.isAboutAlternateWords ? .wordsOfAlternates : .wordsOfNames, words: rarest.words, of: index),
    ]
  }

  /// Whether a candidate matches in this way.
  func holds(_ way: NameWay, _ run: RowRun, _ position: Int) -> Bool {
    guard pattern.tokens.count > 1, let start = way.wordStart else { return true }
    return pattern.wordMatch(of: index(of: way).key(run.entry(position))) == start
  }

  /// The index with the words that a way is about.
  private func index(of way: NameWay) -> KeyIndex { way.isAboutAlternateWords ? alternates.index : names.index }

  /// Goes through the entries with the rarest token, and checks their keys for the other tokens.
  @inline(__always)
  private func forEachRow(
    _ index: KeyIndex, byWords start: Pattern.WordMatch, _ body: (Int) throws(Cancelled) -> Void
  ) throws(Cancelled) {
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
