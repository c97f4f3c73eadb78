/// Numbers as text, independent of the locale.
package enum Numeral {
  /// With a comma between groups of three digits: `209,557`.
  package static func grouped(_ value: some BinaryInteger) -> String {
    let digits = Array(String(value.magnitude))
    var text = value < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text += "," }
      text.append(digit)
    }
    return text
  }

  /// How many digits a number has that is not negative.
  package static func digits(of value: Int) -> Int {
    var (count, rest) = (1, value / 10)
    while rest > 0 { (count, rest) = (count + 1, rest / 10) }
    return count
  }

  /// Rounded half away from zero, with a fixed number of decimals. For magnitudes far below 2^63 / 10^decimals.
  package static func fixed(_ value: Double, decimals: Int) -> String {
    let scale = (0..<decimals).reduce(1) { power, _ in power * 10 }
    guard let scaled = Int(exactly: (value.magnitude * Double(scale)).rounded()) else { return plain(value) }
    let sign = value < 0 && scaled != 0 ? "-" : ""
    guard decimals > 0 else { return sign + String(scaled) }
    let fraction = String(scaled % scale)
    let zeros = String(repeating: "0", count: decimals - fraction.utf8.count)
    return sign + String(scaled / scale) + "." + zeros + fraction
  }

  /// The shortest digits that are read back as the same number, without an exponent: `0.00001`, `13.5`, `7`.
  package static func plain(_ value: Double) -> String {
    let text = value.description
    guard text.utf8.contains(UInt8(ascii: "e")) else {
      return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
    let parts = text.split(separator: "e")
    guard parts.count == 2, let exponent = Int(parts[1]) else { return text }
    let sign = value < 0 ? "-" : ""
    let mantissa = parts[0].drop { $0 == "-" }.split(separator: ".")
    let whole = String(mantissa[0])
    let fraction = mantissa.count > 1 && mantissa[1] != "0" ? String(mantissa[1]) : ""
    if exponent < 0 { return sign + "0." + String(repeating: "0", count: -exponent - 1) + whole + fraction }
    return sign + whole + fraction + String(repeating: "0", count: exponent - fraction.utf8.count)
  }

  /// The powers of ten that are used for so few digits that a double holds them exactly.
  private static let powersOfTen = (0..<WrittenNumber.mostDigits).reduce(into: [1.0]) { $0.append($0[$1] * 10) }

  /// The nearest double of up to 15 digits, perhaps with a minus before them and a decimal point. nil for all others,
  /// which may be numbers too.
  ///
  /// Faster than the standard library: the digits and the power of ten are exact, so their quotient is rounded
  /// correctly (Clinger 1990).
  package static func quickValue(of text: UnsafeBufferPointer<UInt8>) -> Double? {
    guard let number = WrittenNumber(text) else { return nil }
    let value = Double(number.digits) / powersOfTen[number.decimals]
    return number.isNegative ? -value : value
  }
}
