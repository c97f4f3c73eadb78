import GazetteerIndex

/// Where a text is not rows of separated fields, and why.
package struct CSVError: Error, Equatable {
  package enum Fault: Equatable, Sendable {
    /// A quote inside a field that does not begin with one.
    case strayQuote
    /// Something other than a delimiter or the end of the line after the quote that ends a field.
    case textAfterQuote
    /// The quote here is never closed.
    case openQuote
    case nul
    case fieldTooLong(limit: Int)
    /// The row has another number of fields than the first one.
    case ragged(fields: Int, expected: Int)
  }

  package let fault: Fault
  /// From 1.
  package let line: Int
  /// From 1, in characters.
  package let column: Int

  /// Whether the rows after this one cannot be told any more.
  package var isFatal: Bool { fault == .openQuote }

  package var message: Message {
    switch fault {
    case .strayQuote: "a quote inside a field that does not begin with one"
    case .textAfterQuote: "text after the quote that ends a field"
    case .openQuote: "the quote that opens here is never closed"
    case .nul: "a NUL byte"
    case .fieldTooLong(let limit): "a field of more than \(limit) bytes"
    case .ragged(let fields, let expected): "\(fields) fields where the first row has \(expected)"
    }
  }
}
