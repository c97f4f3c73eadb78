/// How many cells of a terminal a text takes.
package enum Width {
  /// The cells of `text`, a sum over its grapheme clusters. The text is neutralised already.
  package static func of(_ text: String) -> Int { text.count }
}
