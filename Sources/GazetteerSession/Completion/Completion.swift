import GazetteerIndex

/// What can replace the word at the cursor.
package struct Completion: Equatable, Sendable {
  package struct Candidate: Hashable, Sendable {
    /// The text that replaces the word, in quotes if it needs them. Contains no control characters.
    package let replacement: String
    /// The text in the list of candidates; neutralised.
    package let label: String
    /// What it is, shown next to the label; neutralised, may be empty.
    package let detail: String
    /// Whether the word is complete, so that a blank can follow. False for a folder and for an option with `=`.
    package let endsWord: Bool

    package init(_ replacement: String, label: String? = nil, detail: String = "", endsWord: Bool = true) {
      self.replacement = replacement
      self.label = label ?? replacement
      self.detail = detail
      self.endsWord = endsWord
    }
  }

  /// The bytes of the line (in UTF-8) to replace.
  package var range: Range<Int>
  /// The best first; only the first ones if there are many.
  package var candidates: [Candidate]
  /// What can replace the word before a candidate is chosen: the longest common prefix of all candidates, listed or
  /// not. Never shorter than the typed part.
  package var common: String
  /// How many candidates there are, listed or not.
  package var total: Int
  /// Whether there are more than `total`, because not all were counted.
  package var hasMore = false

  package init(range: Range<Int>, candidates: [Candidate], common: String, total: Int? = nil) {
    self.range = range
    self.candidates = candidates
    self.common = common
    self.total = total ?? candidates.count
  }
}
