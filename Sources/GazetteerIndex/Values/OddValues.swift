/// Why a column is one of texts, although its values may be meant as numbers or dates.
package struct OddValues: Equatable, Sendable {
  /// What most of the values are.
  package let type: CellType
  /// How many different values are none; 0 if all are, but it is not known how to read them.
  package let count: Int
  /// How many different values there are.
  package let different: Int
  /// A value that is none or, if all are, one that can be read in two ways, or that is written in another way than
  /// `other`.
  package let example: Untrusted
  /// nil if the values are not written in several ways.
  package var other: Untrusted?
}
