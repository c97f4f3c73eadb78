/// What a column of places has.
package struct ColumnSummary: Equatable, Sendable {
  package let name: Untrusted
  package let type: CellType
  /// How many places have a value.
  package let filled: Int
  /// Up to three different values, in the order of the places.
  package let examples: [Untrusted]
  /// Why it is one of texts, although most of its values are numbers or dates; nil if that is not so.
  package let oddValues: OddValues?

  init(_ name: Untrusted, _ type: CellType, filled: Int, examples: [Untrusted], oddValues: OddValues?) {
    self.oddValues = oddValues
    self.name = name
    self.type = type
    self.filled = filled
    self.examples = examples
  }

  /// A column that several sources have.
  package init(_ parts: [ColumnSummary]) {
    let examples = parts.flatMap(\.examples).reduce(into: [Untrusted]()) { if !$0.contains($1) { $0.append($1) } }
    self.init(
      parts[0].name, Set(parts.map(\.type)).count == 1 ? parts[0].type : .text,
      filled: parts.reduce(0) { $0 + $1.filled }, examples: Array(examples.prefix(Self.mostExamples)),
      oddValues: parts.lazy.compactMap(\.oddValues).first)
  }

  static let mostExamples = 3
}
