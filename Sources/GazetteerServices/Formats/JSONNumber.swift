import GazetteerIndex

/// A number as it is written, not yet converted.
package struct JSONNumber {
  /// A slice of the input.
  package let text: UnsafeBufferPointer<UInt8>
  /// All digits before the exponent as one number. Has no meaning if there are more than nineteen digits.
  let digits: UInt64
  let digitCount: Int
  /// The power of ten to multiply `digits` with.
  let exponent: Int
  let isNegative: Bool
  /// Whether it is written without a decimal point and an exponent.
  let isWhole: Bool

  /// The value if it is written without a decimal point and an exponent, and fits into 64 bits.
  package var integer: Int64? {
    guard isWhole, digitCount <= 19 else { return nil }
    return isNegative ? Int64(exactly: -Int128(digits)) : Int64(exactly: digits)
  }

  /// The nearest value, ties to even; infinite if the number is too large, zero if it is too small.
  package var double: Double {
    // Both operands are exact, so the single operation rounds correctly (Clinger 1990).
    guard digitCount <= 19, digits <= 1 << 53, -22...22 ~= exponent else { return slowDouble }
    let magnitude =
      exponent < 0 ? Double(digits) / powersOfTen[-exponent] : Double(digits) * powersOfTen[exponent]
    return isNegative ? -magnitude : magnitude
  }

  /// The standard library reads every number that the grammar allows, whatever the locale.
  private var slowDouble: Double { Double(String(decoding: text, as: UTF8.self)) ?? .nan }
}

extension JSONNumber {
  /// The number that the text is, ignoring blanks around it; nil if it is not a number.
  ///
  /// Accepts more than JSON: `+5`, `.5`, `5.` and `007`. No hexadecimal numbers, no infinity.
  static func value(of text: TextPiece) -> Double? {
    let digits = text.trimmed
    if let value = Numeral.quickValue(of: digits) { return value }
    guard digits.allSatisfy(isOfNumbers) else { return nil }
    return Double(String(decoding: digits, as: UTF8.self)).flatMap { $0.isFinite ? $0 : nil }
  }

  private static func isOfNumbers(_ byte: UInt8) -> Bool {
    switch Unicode.Scalar(byte) {
    case "0"..."9", "+", "-", ".", "e", "E": true
    default: false
    }
  }
}

private let powersOfTen: [Double] = [
  1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
  1e21, 1e22,
]

extension JSONReader {
  /// The next value, a number.
  package mutating func number() throws(JSONError) -> JSONNumber {
    let first = nextByte()
    let start = position
    let isNegative = first == UInt8(ascii: "-")
    if isNegative { position += 1 }
    var digits: UInt64 = 0
    let whole = passDigits(into: &digits)
    guard whole > 0 else { throw unexpected(isNegative ? .digit : .number) }
    guard whole == 1 || base[position - whole] != UInt8(ascii: "0") else {
      throw JSONError(offset: position - whole, fault: .leadingZero)
    }
    var fraction = 0
    if base[position] == UInt8(ascii: ".") {
      position += 1
      fraction = passDigits(into: &digits)
      guard fraction > 0 else { throw unexpected(.digit) }
    }
    let mark = base[position]
    let hasExponent = mark | 0x20 == UInt8(ascii: "e")
    let exponent = hasExponent ? try passExponent() : 0
    guard position - start <= Self.numberLimit else { throw JSONError(offset: start, fault: .numberTooLong) }
    return JSONNumber(
      text: UnsafeBufferPointer(start: base + start, count: position - start), digits: digits,
      digitCount: whole + fraction, exponent: exponent - fraction, isNegative: isNegative,
      isWhole: fraction == 0 && !hasExponent)
  }

  /// Skips digits and appends them to `value`, which wraps around. Returns their number.
  @inline(__always)
  private mutating func passDigits(into value: inout UInt64) -> Int {
    var index = position
    while case let digit = base[index] &- UInt8(ascii: "0"), digit < 10 {
      value = value &* 10 &+ UInt64(digit)
      index += 1
    }
    defer { position = index }
    return index - position
  }

  /// Skips the `e` at `position`, a sign and digits. Very large values are limited, far above any value that matters.
  private mutating func passExponent() throws(JSONError) -> Int {
    position += 1
    let sign = base[position]
    if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { position += 1 }
    var value: UInt64 = 0
    let count = passDigits(into: &value)
    guard count > 0 else { throw unexpected(.digit) }
    let magnitude = count <= 9 ? Int(value) : 1_000_000_000
    return sign == UInt8(ascii: "-") ? -magnitude : magnitude
  }
}
