/// What may be written before or after a number of a column: the sign or the code of a currency, or a percent sign.
///
///     $950   -$1,234.50   12,50 €   EUR 12   45 %
struct NumberUnit: Equatable {
  /// The longest first.
  private static let all = [
    "US$", "USD", "EUR", "GBP", "JPY", "CHF", "CAD", "AUD", "NZD", "INR", "CNY", "SEK", "NOK", "DKK", "PLN", "CZK",
    "HUF", "BRL", "MXN", "ZAR", "zł", "Kč", "€", "₹", "₩", "₽", "₺", "A$", "C$", "R$", "kr", "Ft", "£", "¥", "$", "%",
  ].map { Array($0.utf8) }.sorted { $0.count > $1.count }
  private static let blanks = [" ", "\u{A0}", "\u{202F}"].map { Array($0.utf8) }

  private let number: Int

  /// Splits a text into a unit and a number with its sign; nil if it has no unit. O(length).
  static func split(_ text: UnsafeBufferPointer<UInt8>) -> (unit: NumberUnit, number: [UInt8])? {
    let sign = text.prefix { "+-".utf8.contains($0) }
    let rest = text.dropFirst(sign.count)
    // Most texts begin and end with a digit, or with a letter.
    guard text.count <= 64, let first = rest.first, let last = rest.last, isDigit(first) != isDigit(last) else {
      return nil
    }
    for (number, unit) in all.enumerated() {
      if rest.starts(with: unit) {
        let value = trimmed(rest.dropFirst(unit.count))
        return (NumberUnit(number: number), Array(sign) + value)
      }
      if rest.suffix(unit.count).elementsEqual(unit) {
        return (NumberUnit(number: number), Array(sign) + trimmed(rest.dropLast(unit.count)))
      }
    }
    return nil
  }

  /// Without one blank at either end.
  private static func trimmed(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Slice<UnsafeBufferPointer<UInt8>> {
    for blank in blanks where text.starts(with: blank) { return text.dropFirst(blank.count) }
    for blank in blanks where text.suffix(blank.count).elementsEqual(blank) { return text.dropLast(blank.count) }
    return text
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
}
