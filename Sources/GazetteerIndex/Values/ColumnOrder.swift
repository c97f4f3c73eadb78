/// An order of places by the values of a column. Places without a value come last, whatever the direction is.
///
/// Numbers are compared as numbers and dates as dates. Texts are compared folded, so without regard to case and accents,
/// and then by their bytes. Places with equal values are in the order of relevance: by how well they match and how
/// many people live there, then by name.
public struct ColumnOrder: Hashable, Sendable {
  public let column: Untrusted
  /// Whether the greatest value comes first.
  public let isDescending: Bool
  /// How the values of all sources are compared; nil: as those of the only source are.
  var type: CellType?

  package init(_ column: Untrusted, isDescending: Bool = false) {
    self.column = column
    self.isDescending = isDescending
  }
}

/// A value in the order of a column.
package enum OrderedValue: Equatable, Sendable {
  /// A number, or a date in seconds since 1970.
  case number(Double)
  case text(folded: [UInt8], bytes: [UInt8])
  case missing

  /// - Parameter notation: that of all values that it is compared with. A text that is written otherwise is missing.
  init(_ text: Untrusted, as notation: Notation) {
    if text.isEmpty {
      self = .missing
    } else if notation == .text {
      self = .text(folded: Fold.bytes(text), bytes: text.bytes)
    } else {
      // Adding zero makes one value of zero and minus zero.
      self = notation.number(text).map { .number($0 + 0) } ?? .missing
    }
  }

  /// Whether it comes before another value.
  func precedes(_ other: OrderedValue, isDescending: Bool) -> Bool {
    switch (self, other) {
    case (.missing, _): false
    case (_, .missing): true
    case (.number(let left), .number(let right)): isDescending ? left > right : left < right
    case (.text(let left, let leftBytes), .text(let right, let rightBytes)):
      if left == right {
        isDescending
          ? rightBytes.lexicographicallyPrecedes(leftBytes) : leftBytes.lexicographicallyPrecedes(rightBytes)
      } else {
        isDescending ? right.lexicographicallyPrecedes(left) : left.lexicographicallyPrecedes(right)
      }
    // Values of one order have one type.
    case (.number, .text): true
    case (.text, .number): false
    }
  }
}
