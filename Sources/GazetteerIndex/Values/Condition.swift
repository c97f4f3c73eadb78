/// A condition on a column of places: `rating >= 4`.
public struct Condition: Hashable, Sendable {
  public enum Comparison: String, CaseIterable, Sendable {
    case equal = "="
    case unequal = "!="
    case less = "<"
    case atMost = "<="
    case greater = ">"
    case atLeast = ">="
    /// The folded text contains the folded value.
    case contains = "~"
  }

  public let column: Untrusted
  public let comparison: Comparison
  /// Never empty.
  public let value: Untrusted

  init(_ column: Untrusted, _ comparison: Comparison, _ value: Untrusted) {
    (self.column, self.comparison, self.value) = (column, comparison, value)
  }

  /// Reads `COLUMN OP VALUE`, with or without blanks around the operator; nil if it is malformed. The first operator
  /// counts, so a value may have others. O(length).
  package init?(_ text: Untrusted) {
    guard let (column, operation) = Self.beginning(text), let comparison = Comparison(rawValue: operation)
    else { return nil }
    self.column = column.trimmed
    self.comparison = comparison
    value = Untrusted(bytes: text.bytes.dropFirst(column.bytes.count + operation.utf8.count)).trimmed
    if self.column.isEmpty || value.isEmpty { return nil }
  }

  /// The column and the operator with which a text begins; nil if it has no operator. O(length).
  package static func beginning(_ text: Untrusted) -> (column: Untrusted, operation: String)? {
    let bytes = text.bytes
    for position in bytes.indices {
      let comparison = Comparison.allCases.filter { bytes[position...].starts(with: $0.rawValue.utf8) }
        .max { $0.rawValue.utf8.count < $1.rawValue.utf8.count }
      if let comparison { return (Untrusted(bytes: bytes[..<position]), comparison.rawValue) }
    }
    return nil
  }

  /// Whether it asks which of two values is the greater one.
  package var dependsOnOrder: Bool { [.less, .atMost, .greater, .atLeast].contains(comparison) }

  /// Whether its value is a number or a date.
  package var asksForNumber: Bool { Notation.allCases.contains { $0.range(value) != nil } }

  /// As it is typed.
  package var word: Untrusted { Untrusted(bytes: column.bytes + comparison.rawValue.utf8 + value.bytes) }
}
