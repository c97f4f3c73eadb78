import GazetteerIndex

/// What the word at the cursor may become.
package struct Completion: Equatable, Sendable {
  package struct Candidate: Hashable, Sendable {
    /// What takes the place of the word, quoted where it must be. Typed by the program: it holds no control characters.
    package let replacement: String
    /// What is shown for it; neutralised.
    package let label: String
    /// What it is, shown beside it; neutralised, may be empty.
    package let detail: String
    /// Whether the word ends with it, so that a blank follows: not so after a folder or an option's `=`.
    package let endsWord: Bool

    package init(_ replacement: String, label: String? = nil, detail: String = "", endsWord: Bool = true) {
      self.replacement = replacement
      self.label = label ?? replacement
      self.detail = detail
      self.endsWord = endsWord
    }
  }

  /// The bytes of the line (in UTF-8) that are replaced.
  package var range: Range<Int>
  /// The best first; not all where they are many.
  package var candidates: [Candidate]
  /// What the word can be replaced by before a candidate is chosen: the beginning that all of them share, those that are
  /// not listed too. Never shorter than what is typed.
  package var common: String
  /// How many there are, listed or not.
  package var total: Int
  /// Whether there are more than `total`: they are not all counted.
  package var hasMore = false

  package init(range: Range<Int>, candidates: [Candidate], common: String, total: Int? = nil) {
    self.range = range
    self.candidates = candidates
    self.common = common
    self.total = total ?? candidates.count
  }
}
