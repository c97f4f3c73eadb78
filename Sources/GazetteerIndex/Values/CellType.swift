/// What the values of a column are. All values of a column have the same type.
package enum CellType: String, Sendable {
  case number, date, text

  /// The value of a text as a number: itself, or for a date the seconds since 1970; nil if it has another type.
  /// O(length).
  package func number(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    switch self {
    case .number: Self.number(text)
    case .date: Self.seconds(text)
    case .text: nil
    }
  }

  package func number(_ text: Untrusted) -> Double? { text.bytes.withUnsafeBufferPointer(number) }

  /// Digits with a sign, a decimal point or an exponent. `inf`, `nan` and `0x10` are texts.
  private static func number(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    if let value = Numeral.quickValue(of: text) { return value }
    guard text.count <= 64, text.contains(where: { isDigit($0) }),
      text.allSatisfy({ isDigit($0) || "+-.eE".utf8.contains($0) }),
      let value = Double(String(decoding: text, as: UTF8.self)), value.isFinite
    else { return nil }
    return value
  }

  private static let marksOfMissing = Set(
    ["-", "--", "–", "—", "?", "n/a", "n.a.", "na", "nan", "nil", "none", "null", "unknown"].map { Array($0.utf8) })

  /// Whether a text says that there is no value, as spreadsheets and databases write it among numbers or dates.
  package static func isMissing(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    text.count <= 7 && marksOfMissing.contains(text.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 })
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

  /// Reads a date of ISO 8601: `2024-05-01`, perhaps with a time and a zone: `2024-05-01T12:30:00+02:00`. Without a
  /// zone, the time is UTC.
  private static func seconds(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    guard text.count <= 64 else { return nil }
    var rest = Array(text)[...]
    guard let year = digits(4, &rest), skip("-", &rest), let month = digits(2, &rest), skip("-", &rest),
      let day = digits(2, &rest), 1...12 ~= month, day >= 1, day <= daysOfMonth(month, year)
    else { return nil }
    let midnight = CivilDate.day(year: year, month: month, day: day) * 86_400
    if rest.isEmpty { return Double(midnight) }
    guard skip("T", &rest) || skip(" ", &rest), let hour = digits(2, &rest), skip(":", &rest),
      let minute = digits(2, &rest), hour < 24, minute < 60
    else { return nil }
    var seconds = Double(midnight + hour * 3600 + minute * 60)
    if skip(":", &rest) {
      guard let second = digits(2, &rest), second < 60 else { return nil }
      seconds += Double(second)
      if skip(".", &rest) {
        let fraction = rest.prefix(while: isDigit)
        guard let value = Double("0." + String(decoding: fraction, as: UTF8.self)) else { return nil }
        seconds += value
        rest = rest[fraction.endIndex...]
      }
    }
    if rest.isEmpty || (skip("Z", &rest) && rest.isEmpty) { return seconds }
    let sign = skip("+", &rest) ? -1 : skip("-", &rest) ? 1 : 0
    guard sign != 0, let hours = digits(2, &rest) else { return nil }
    _ = skip(":", &rest)
    guard let minutes = rest.isEmpty ? 0 : digits(2, &rest), rest.isEmpty else { return nil }
    return seconds + Double(sign * (hours * 3600 + minutes * 60))
  }

  private static func daysOfMonth(_ month: Int, _ year: Int) -> Int {
    switch month {
    case 2: CivilDate.isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func digits(_ count: Int, _ rest: inout ArraySlice<UInt8>) -> Int? {
    let digits = rest.prefix(count)
    guard digits.count == count, digits.allSatisfy(isDigit) else { return nil }
    rest = rest[digits.endIndex...]
    return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }

  private static func skip(_ mark: Unicode.Scalar, _ rest: inout ArraySlice<UInt8>) -> Bool {
    guard rest.first == UInt8(ascii: mark) else { return false }
    rest.removeFirst()
    return true
  }
}
