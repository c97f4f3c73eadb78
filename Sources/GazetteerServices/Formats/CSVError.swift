import GazetteerIndex

/// What is wrong with a record of separated values, and where.
package enum CSVError: Error, Hashable, Sendable {
  /// A quote inside a field that does not start with a quote.
  case strayQuote(Place)
  /// The closing quote of a field is not followed by a delimiter or a line end.
  case textAfterQuote(Place)
  /// The quote at this place is never closed, so the rest of the text cannot be read.
  case openQuote(Place)
  case nul(Place)
  /// A control character other than a tab or a line end.
  case control(UInt8, Place)
  case notUTF8(Place)
  /// The field that starts at the place has more than `CSVReader.longestField` bytes.
  case fieldTooLong(Place)
  /// The field at the place is the first beyond `CSVReader.mostFields`.
  case tooManyFields(Place)
  /// The field at the place ends more than `CSVReader.longestRecord` bytes after the start of the record.
  case recordTooLong(Place)
  /// The record at the place does not have as many fields as the first record that could be read.
  case unequal(Place, fields: Int, first: Int)

  /// Line and column count from 1. The column counts Unicode scalars.
  package struct Place: Hashable, Sendable {
    package let line: Int
    package let column: Int

    package init(line: Int, column: Int) {
      self.line = line
      self.column = column
    }
  }

  package var place: Place {
    switch self {
    case .strayQuote(let place), .textAfterQuote(let place), .openQuote(let place), .nul(let place),
      .control(_, let place), .notUTF8(let place), .fieldTooLong(let place), .tooManyFields(let place),
      .recordTooLong(let place),
      .unequal(let place, _, _):
      place
    }
  }

  package var line: Int { place.line }
  package var column: Int { place.column }

  /// Whether no record can be read after this one.
  package var isFatal: Bool {
    if case .openQuote = self { true } else { false }
  }

  package var message: Message {
    "line \(place.line), column \(place.column): \(fact)"
  }

  /// What is wrong, without its place.
  package var fact: Message {
    switch self {
    case .strayQuote: "a quote in a field that does not start with one"
    case .textAfterQuote: "text after the closing quote of a field"
    case .openQuote: "the quote is never closed"
    case .nul: "a NUL byte"
    case .control(let byte, _): "the control character U+00\(own: byte < 16 ? "0" : "")\(own: Self.hex(byte))"
    case .notUTF8: "the text is not UTF-8"
    case .fieldTooLong: "the field has more than \(CSVReader.longestField) bytes"
    case .tooManyFields: "the record has more than \(CSVReader.mostFields) fields"
    case .recordTooLong: "the record is longer than \(CSVReader.longestRecord >> 20) MB"
    case .unequal(_, let fields, let first): "the record has \(Self.count(of: fields)), but the first one has \(first)"
    }
  }

  private static func hex(_ byte: UInt8) -> String { String(byte, radix: 16, uppercase: true) }
  private static func count(of fields: Int) -> Message { fields == 1 ? "1 field" : "\(fields) fields" }
}
