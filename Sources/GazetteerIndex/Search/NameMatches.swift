/// The places whose names match a pattern, way by way, as ranges of the indexes.
///
/// Creating it costs a few binary searches; listing a way costs its number of entries. A place may match in several
/// ways and, with several alternate names, several times in one way. The search counts only the first match. A class,
/// since it is passed on for each candidate.
final class NameMatches {
  let pattern: Pattern
  private let names: Beginnings
  private let alternates: Beginnings
  /// nil for a pattern of one token.
  private let words: (names: WordMatches, alternates: WordMatches)?

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
    words =
      pattern.tokens.count > 1
      ? (WordMatches(pattern, in: dataset.names), WordMatches(pattern, in: dataset.alternateNames)) : nil
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
      words == nil ? entries(0..<0) : nil
    case .laterWords: laterWords(.wordsOfNames, of: names.index)
    case .alternateLaterWords: laterWords(.wordsOfAlternates, of: alternates.index)
    }
  }

  private func entries(_ range: Range<Int>) -> RowRun { RowRun(.names, entries: range, of: names.index) }
  private func alternates(_ range: Range<Int>) -> RowRun { RowRun(.alternates, entries: range, of: alternates.index) }

  private func laterWords(_ source: RowRun.Source, of index: KeyIndex) -> RowRun? {
    guard words == nil else { return nil }
    return RowRun(source, words: pattern.text.withUnsafeBufferPointer { index.words(withPrefix: $0) }, of: index)
  }

  /// Calls `body` with the row of every place that matches in this way.
  @inline(__always)
  func forEachRow(_ way: NameWay, _ body: (Int) throws(Cancelled) -> Void) throws(Cancelled) {
    if let run = run(way) {
      for position in run.range { try body(run.row(position)) }
    } else if let start = way.wordStart, let words = words(of: way) {
      let rows = index(of: way).rows
      for entry in words.entries(start) { try body(Int(rows[entry])) }
    }
  }

  /// A run that lists every place that matches in this way, and perhaps others, see `holds`.
  func candidates(_ way: NameWay) -> RowRun? {
    if let run = run(way) { return run }
    guard let start = way.wordStart, let words = words(of: way) else { return nil }
    let index = index(of: way)
    return switch words.candidates(start) {
    case .entries(let range): RowRun(way.isAboutAlternateWords ? .alternates : .names, entries: range, of: index)
    case .words(let range):
      RowRun(way.isAboutAlternateWords ? .wordsOfAlternates : .wordsOfNames, words: range, of: index)
    }
  }

  /// Whether a candidate matches in this way.
  func holds(_ way: NameWay, _ run: RowRun, _ position: Int) -> Bool {
    guard words != nil, let start = way.wordStart else { return true }
    return pattern.wordMatch(of: index(of: way).key(run.entry(position))) == start
  }

  /// Whether an entry of the index of names matches in this way, and in no heavier one. O(1), or O(key) for words.
  func holds(_ way: NameWay, entry: Int) -> Bool {
    switch way {
    case .name: names.exact.contains(entry)
    case .prefixWord: names.words.contains(entry)
    case .prefix: names.letters.contains(entry)
    case .words, .laterWords:
      !names.all.contains(entry) && pattern.wordMatch(of: names.index.key(entry)) == way.wordStart
    case .alternate, .code, .alternatePrefixWord, .alternatePrefix, .alternateWords, .alternateLaterWords: false
    }
  }

  /// How many places of a region are looked at in the time of one candidate by name. They are in the order of relevance
  /// already, and only their entries are compared. 0: the way is not about the names that their entries have.
  func placesPerCandidate(_ way: NameWay) -> Double {
    switch way {
    case .name, .prefixWord, .prefix: 2
    case .words, .laterWords: 0.25
    case .alternate, .code, .alternatePrefixWord, .alternatePrefix, .alternateWords, .alternateLaterWords: 0
    }
  }

  /// The index with the words that a way is about.
  private func index(of way: NameWay) -> KeyIndex { way.isAboutAlternateWords ? alternates.index : names.index }

  private func words(of way: NameWay) -> WordMatches? { way.isAboutAlternateWords ? words?.alternates : words?.names }
}
