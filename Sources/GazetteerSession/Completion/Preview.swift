import GazetteerIndex

/// What a line that is being typed would list if Enter were pressed now.
package struct Preview: Equatable, Sendable {
  /// How the places match, if that needs to be said.
  package let heading: String?
  /// The first places, values or columns, in columns that depend on the width of the window, not on the rows. A place may
  /// have further rows below its first.
  package let rows: [Row]
  /// How many places, values or columns there are.
  package let summary: String
  /// False if there are more places than `summary` says.
  package let isCounted: Bool
  /// What a map beside the rows, or instead of them, shows; nil for none.
  package internal(set) var map: MapSubject?

  package struct Row: Equatable, Sendable {
    /// Neutralised.
    package let text: String
    /// The letters that matched, as bytes of the text, in order.
    package let matches: [Range<Int>]
    /// The number of its place in the list that Enter would print; of a value or column, that of its row.
    package let number: Int
    /// The line that selects its place; nil if it is no place, or if the line cannot be typed.
    package let picking: String?

    /// The line that selects a place; nil if it cannot be typed.
    static func line(selecting word: Untrusted) -> String? {
      let writing = WordWriting(form: .word, isQuoted: false, leavesQuoteOpen: false)
      return writing.written(word.text, isWhole: true).map { "select \($0)" }
    }
  }
}
