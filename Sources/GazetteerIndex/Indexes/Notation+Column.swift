/// The notation of a column.
extension Notation {
  /// The only way in which all texts can be written, if it is not the plain one of numbers. Texts such as `n/a` do not
  /// count.
  ///
  /// Numbers such as `1,234` have either thousands or a decimal comma, and `05/06/2024` has either its day or its month
  /// first. If no text of the column decides which, the column is one of texts. O(bytes of the texts).
  static func unlessPlain(_ texts: TextTable, _ cancellation: Cancellation) throws(Cancelled) -> Notation {
    var possible: [Notation] = [.grouped, .decimalComma, .yearFirst, .dayFirst, .monthFirst]
    for cell in 0..<texts.count where !texts[cell].isEmpty && !CellType.isMissing(texts[cell]) {
      try cancellation.check(every: cell)
      possible.removeAll { $0.number(texts[cell]) == nil }
      if possible.isEmpty { return .text }
    }
    if possible.count == 1 { return possible[0] }
    return possible == [.grouped, .decimalComma] && hasSmallNumbersOnly(texts) ? .grouped : .text
  }

  /// Whether all numbers without a comma are below 1,000, and there are such: what has a comma is above, then.
  private static func hasSmallNumbersOnly(_ texts: TextTable) -> Bool {
    let numbers = (0..<texts.count).compactMap { Notation.plain.number(texts[$0]) }
    return !numbers.isEmpty && numbers.allSatisfy { $0.magnitude < 1000 }
  }
}
