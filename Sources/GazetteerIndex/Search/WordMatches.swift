/// The entries of an index whose keys have words that the tokens of a pattern begin, in order.
///
/// Reading a key takes far longer than testing a bit, so the keys that have the two rarest tokens are found first.
final class WordMatches {
  private let pattern: Pattern
  private let index: KeyIndex
  private let tokens: [Token]
  /// The entries in which the first word of the key is the first that matches.
  private lazy var first = find(.first)
  /// Those in which a later word is.
  private lazy var later = find(.later)

  private struct Token {
    /// Whether it is the first of the pattern.
    let isFirst: Bool
    let prefixes: Range<Int>
    /// Indices into `wordEntries`.
    let words: Range<Int>

    /// What has the token where it can match: the first word of a key can match only the first token, and no later one.
    func candidates(_ start: Pattern.WordMatch) -> Candidates {
      start == .first && isFirst ? .entries(prefixes) : .words(words)
    }
  }

  /// A range that lists entries.
  enum Candidates {
    case entries(Range<Int>)
    /// Indices into `wordEntries`.
    case words(Range<Int>)

    var count: Int {
      switch self {
      case .entries(let range), .words(let range): range.count
      }
    }
  }

  /// O(tokens × log n).
  init(_ pattern: Pattern, in index: KeyIndex) {
    self.pattern = pattern
    self.index = index
    tokens = pattern.tokens.enumerated()
      .map { number, token in
        token.withUnsafeBufferPointer {
          Token(isFirst: number == 0, prefixes: index.entries(withPrefix: $0), words: index.words(withPrefix: $0))
        }
      }
  }

  /// The entries in which the words that match begin there.
  func entries(_ start: Pattern.WordMatch) -> [Int] { start == .first ? first : later }

  /// The shortest range that lists all of them, and perhaps others.
  func candidates(_ start: Pattern.WordMatch) -> Candidates { rarest(start)[0] }

  /// What has each token, the rarest first.
  private func rarest(_ start: Pattern.WordMatch) -> [Candidates] {
    tokens.map { $0.candidates(start) }.sorted { $0.count < $1.count }
  }

  /// More candidates than these are collected in a set of bits.
  private static let manyCandidates = 512

  private func find(_ start: Pattern.WordMatch) -> [Int] {
    // Keys are read in their order, each once: that is far quicker than in the order of their words.
    candidateEntries(start).filter { pattern.wordMatch(of: index.key($0)) == start }
  }

  /// The entries with the rarest token or, if these are many, those of them that have the next rarest one too.
  private func candidateEntries(_ start: Pattern.WordMatch) -> [Int] {
    let rarest = rarest(start)
    guard rarest[0].count > Self.manyCandidates else {
      switch rarest[0] {
      case .entries(let range): return Array(range)
      case .words(let range): return Set(range.map { Int(index.wordEntries[$0]) }).sorted()
      }
    }
    var entries = set(of: rarest[0])
    entries.formIntersection(set(of: rarest[1]))
    return entries.numbers
  }

  private func set(of candidates: Candidates) -> BitSet {
    var set = BitSet(capacity: index.count)
    switch candidates {
    case .entries(let range): set.insert(range)
    case .words(let range): set.insert(range) { Int(index.wordEntries[$0]) }
    }
    return set
  }
}
