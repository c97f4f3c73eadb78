extension PlaceColumns {
  /// Whether `1.234` is more than a thousand: some of the first values have a decimal comma, and none of them has a
  /// decimal point. O(1).
  var hasDecimalCommas: Bool {
    var hasCommas = false
    let mostValues = 10_000
    for value in 0..<min(attributeValues.count, mostValues) {
      let text = attributeValues[value]
      let isWithComma = Notation.decimalComma.number(text) != nil
      if text.contains(UInt8(ascii: ".")), !isWithComma, Notation.plain.number(text) != nil { return false }
      if text.contains(UInt8(ascii: ",")), isWithComma, Notation.grouped.number(text) == nil { hasCommas = true }
    }
    return hasCommas
  }
}

/// The notation of a column.
extension Notation {
  /// The only way in which all texts can be written, if it is not the plain one of numbers. Texts such as `n/a` do not
  /// count.
  ///
  /// Numbers such as `1,234` have either thousands or a decimal comma, and `05/06/2024` has either its day or its month
  /// first. If no text of the column decides which, the column is one of texts. Whole numbers below 1,000, with no
  /// others without a comma, decide for thousands. O(bytes of the texts).
  static func unlessPlain(_ texts: TextTable, _ cancellation: Cancellation) throws(Cancelled) -> Notation {
    var possible: [Notation] = [.grouped, .decimalComma, .yearFirst, .dayFirst, .monthFirst]
    for cell in 0..<texts.count where !texts[cell].isEmpty && !CellType.isMissing(texts[cell]) {
      try cancellation.check(every: cell)
      possible.removeAll { $0.number(texts[cell]) == nil }
      if possible.isEmpty { return .text }
    }
    if possible.count == 1 { return possible[0] }
    guard possible == [.grouped, .decimalComma] else { return .text }
    // Both read `1 234` as the same number.
    if (0..<texts.count).allSatisfy({ Notation.grouped.number(texts[$0]) == Notation.decimalComma.number(texts[$0]) }) {
      return .grouped
    }
    var hasSmall = false
    for cell in 0..<texts.count {
      try cancellation.check(every: cell)
      guard let number = Notation.plain.number(texts[cell]) else { continue }
      guard number.magnitude < 1000, !texts[cell].contains(UInt8(ascii: ".")) else { return .text }
      hasSmall = true
    }
    return hasSmall ? .grouped : .text
  }
}
