/// The entries of an index whose keys have words that the tokens of a pattern begin, in order.
///
/// Reading a key takes far longer than testing a bit, so the keys that have the two rarest tokens are found first.
final class WordMatches {
  private let pattern: Pattern
  private let index: KeyIndex
  /// The entries with each token, the rarest first.
  private let tokens: [Token]
  /// The entries in which the first or a later word of the key is the first that matches. Found when they are first
  /// asked for.
  private lazy var found: (first: [Int], later: [Int]) = find()

  private struct Token {
    /// Whether it is the first of the pattern.
    let isFirst: Bool
    let prefixes: Range<Int>
    /// Indices into `wordEntries`.
    let words: Range<Int>

    var count: Int { prefixes.count + words.count }
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
      .sorted { $0.count < $1.count }
  }

  /// The entries in which the words that match begin there.
  func entries(_ start: Pattern.WordMatch) -> [Int] { start == .first ? found.first : found.later }

  /// A range that lists all of them, and perhaps others: entries, or words of entries.
  func candidates(_ start: Pattern.WordMatch) -> Candidates {
    let rarest = tokens[0]
    // The first word of a key can match only the first token, and no later one.
    return start == .first && rarest.isFirst ? .entries(rarest.prefixes) : .words(rarest.words)
  }

  enum Candidates {
    case entries(Range<Int>)
    /// Indices into `wordEntries`.
    case words(Range<Int>)
  }

  /// More candidates than these are collected in a set of bits.
  private static let manyCandidates = 512

  private func find() -> (first: [Int], later: [Int]) {
    var found = (first: [Int](), later: [Int]())
    // Keys are read in their order, each once: that is far quicker than in the order of their words.
    for entry in candidateEntries() {
      switch pattern.wordMatch(of: index.key(entry)) {
      case .first: found.first.append(entry)
      case .later: found.later.append(entry)
      case nil: break
      }
    }
    return found
  }

  /// The entries with the rarest token or, if these are many, those of them that have the next rarest one too.
  private func candidateEntries() -> [Int] {
    guard tokens[0].count > Self.manyCandidates else {
      return Set(Array(tokens[0].prefixes) + tokens[0].words.map { Int(index.wordEntries[$0]) }).sorted()
    }
    var entries = entries(with: tokens[0])
    entries.formIntersection(self.entries(with: tokens[1]))
    return entries.numbers
  }

  private func entries(with token: Token) -> BitSet {
    var entries = BitSet(capacity: index.count)
    entries.insert(token.prefixes)
    entries.insert(token.words) { Int(index.wordEntries[$0]) }
    return entries
  }
}
