/// A query without some of its words, for when nothing matches all of it.
public struct Relaxation: Equatable, Sendable {
  /// The words that are left, folded.
  public let text: Untrusted
  /// The words that were left out, folded, in their order.
  public let leftOut: Untrusted

  /// The query without one word, then without two: the shortest words first, of equal ones the first. None for a query
  /// of very many words: it is no description of a place.
  ///
  /// - Parameter isKnown: whether a word, or another spelling of it, begins a word of any name or region. Of those that
  ///   are not, none can stay. O(words²).
  static func all(of query: Untrusted, isKnown: (Pattern) -> Bool) -> [Relaxation] {
    guard let pattern = Pattern(query), (2...mostWords).contains(pattern.tokens.count) else { return [] }
    let tokens = pattern.tokens
    let unknown = Set(
      tokens.indices.filter { index in
        !(Pattern(tokens: [tokens[index]])?.spellings.contains { isKnown($0.pattern) } ?? false)
      })
    guard unknown.count <= mostLeftOut else { return [] }
    // Leaving out either of two equal words gives the same.
    var known: Set<Untrusted> = []
    let lengths = tokens.map { $0.count { $0 & 0xC0 != 0x80 } }
    return (1...mostLeftOut).flatMap { count -> [Relaxation] in
      guard tokens.count > count else { return [] }
      return choices(of: count, from: tokens.indices).filter { unknown.isSubset(of: $0) }
        .map { (left: $0, length: $0.reduce(0) { $0 + lengths[$1] }) }
        .sorted { $0.length == $1.length ? $0.left.lexicographicallyPrecedes($1.left) : $0.length < $1.length }
        .map { Relaxation(tokens, without: $0.left) }
        .filter { known.insert($0.text).inserted }
    }
  }

  private static let mostLeftOut = 2
  private static let mostWords = 32

  private static func choices(of count: Int, from indices: Range<Int>) -> [[Int]] {
    if count == 1 { return indices.map { [$0] } }
    return indices.flatMap { first in (first + 1..<indices.upperBound).map { [first, $0] } }
  }

  private init(_ tokens: [[UInt8]], without left: [Int]) {
    let rest = tokens.indices.filter { !left.contains($0) }.map { tokens[$0] }
    text = Untrusted(bytes: Array(rest.joined(separator: [0x20])))
    leftOut = Untrusted(bytes: Array(left.map { tokens[$0] }.joined(separator: [0x20])))
  }
}
