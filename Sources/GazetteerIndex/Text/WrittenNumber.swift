/// A number of few digits as it is written: `-48.10` has the digits 4810, two of them decimals.
struct WrittenNumber {
  let isNegative: Bool
  /// All digits as one number.
  let digits: Int64
  /// How many digits are before the decimal point, and how many after it.
  let whole: Int
  let decimals: Int
  let hasPoint: Bool

  /// So many digits are exact as a double.
  static let mostDigits = 15

  /// nil if it has other signs than a minus before the digits and one decimal point, no digits, or too many.
  @inline(__always)
  init?(_ text: UnsafeBufferPointer<UInt8>) {
    let isNegative = text.first == UInt8(ascii: "-")
    var digits: Int64 = 0
    var count = 0
    var whole: Int?
    for byte in text.dropFirst(isNegative ? 1 : 0) {
      let digit = byte &- UInt8(ascii: "0")
      if digit < 10 {
        count += 1
        guard count <= Self.mostDigits else { return nil }
        digits = digits * 10 + Int64(digit)
      } else {
        guard byte == UInt8(ascii: "."), whole == nil else { return nil }
        whole = count
      }
    }
    guard count > 0 else { return nil }
    self.isNegative = isNegative
    self.digits = digits
    self.whole = whole ?? count
    decimals = count - (whole ?? count)
    hasPoint = whole != nil
  }
}
