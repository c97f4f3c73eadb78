import GazetteerIndex

/// One word of a line.
package struct Word: Hashable, Sendable {
  package let text: Untrusted
  /// Whether quotes took part in it: such a word is never an option.
  package let isQuoted: Bool

  package init(_ text: Untrusted, isQuoted: Bool = false) {
    self.text = text
    self.isQuoted = isQuoted
  }
}
