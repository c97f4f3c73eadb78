/// How the values of a column are written. All values of a column are written in one way.
///
/// The raw values are stored in snapshots.
package enum Notation: UInt8, CaseIterable, Sendable {
  /// Numbers with a decimal point: `1234.5`.
  case plain = 0
  /// Numbers with a decimal point, and commas between thousands, perhaps with a unit: `1,234.5`, `$950`.
  case grouped = 1
  /// The same with a decimal comma, and points between thousands: `1.234,5`, `12,50 €`.
  case decimalComma = 2
  /// Dates with the year first, as in ISO 8601: `2024-05-31`.
  case yearFirst = 3
  /// Dates with the day first: `31.05.2024`, `31/05/2024`.
  case dayFirst = 4
  /// Dates with the month first: `05/31/2024`.
  case monthFirst = 5
  /// All else.
  case text = 6

  package var type: CellType {
    switch self {
    case .plain, .grouped, .decimalComma: .number
    case .yearFirst, .dayFirst, .monthFirst: .date
    case .text: .text
    }
  }

  /// The value of a text: a number itself, a date as the seconds since 1970; nil if it is written otherwise. O(length).
  package func number(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    switch self {
    case .plain: WrittenValue.number(text)
    case .grouped: WrittenValue.number(text, point: ".", group: ",")
    case .decimalComma: WrittenValue.number(text, point: ",", group: ".")
    case .yearFirst, .dayFirst, .monthFirst: WrittenValue.seconds(text, self)
    case .text: nil
    }
  }

  package func number(_ text: Untrusted) -> Double? { text.bytes.withUnsafeBufferPointer(number) }

  /// What a user means who compares the column with a text: a number, or a time; for a year, a month or a day from its
  /// first second to its last moment. Numbers and dates may also be written in the plain way, if they are none in the
  /// way of the column. nil if it is neither.
  package func range(_ text: Untrusted) -> ClosedRange<Double>? {
    let others: [Notation]
    switch type {
    case .number: others = [.plain]
    // A date with points has its day first everywhere.
    case .date: others = text.bytes.contains(UInt8(ascii: ".")) ? [.yearFirst, .dayFirst] : [.yearFirst]
    case .text: others = []
    }
    for notation in [self] + others {
      guard let number = notation.number(text) else { continue }
      return type == .date && !text.bytes.contains(UInt8(ascii: ":")) ? WrittenValue.day(from: number) : number...number
    }
    return type == .date ? WrittenValue.yearOrMonth(text) : nil
  }
}
