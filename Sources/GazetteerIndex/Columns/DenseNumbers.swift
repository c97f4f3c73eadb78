/// Cells for a column of plain numbers that are close together, such as years, prices, counts and small ids.
///
/// Each number, without its decimal point, is a bit of a set. The rank of the bit is the cell:
///
///     values    7.5 3.0 9.5 …       75 30 95 with one decimal
///     bits      …1……………1………1…       from the least one, 30, to the greatest
///     cells     2 1 3 …             0 is for missing values
///
/// A hash table of a million texts does not fit into the caches of a processor; these bits do.
struct DenseNumbers {
  let cells: Column<UInt32>
  /// The number in each cell. Ascending; the first one, not a number, is for missing values.
  let numbers: [Double]
  /// The text in each cell, as it is written in the data.
  let texts: TextTable

  /// There may be so many bits for each row.
  private static let mostBitsPerRow: Int64 = 16

  /// O(rows), and the bytes of their texts.
  ///
  /// - Parameter text: the text of a row, empty if its value is missing.
  /// - Returns: nil if a text is no plain number, if equal numbers may be written differently, or if the numbers are
  ///   far apart.
  init?(
    rows: Int, _ cancellation: Cancellation, text: (_ row: Int) -> UnsafeBufferPointer<UInt8>
  ) throws(Cancelled) {
    guard var numbers = try PlainNumbers(rows: rows, cancellation, text: text), let range = numbers.scaled(),
      range.upperBound - range.lowerBound < Int64(rows) * Self.mostBitsPerRow
    else { return nil }
    let least = range.lowerBound
    var bits = BitSet(capacity: Int(range.upperBound - least) + 1)
    numbers.forEachRow { _, digits in bits.insert(Int(digits - least)) }
    try cancellation.check()
    let ranks = bits.ranks
    /// A row with each of the numbers.
    var rowOfCell = [Int](repeating: 0, count: bits.count + 1)
    cells = Column(count: rows) { cells in
      numbers.forEachRow { row, digits in
        let cell = ranks.rank(of: Int(digits - least), in: bits) + 1
        cells[row] = UInt32(cell)
        rowOfCell[cell] = row
      }
    }
    try cancellation.check()
    var texts = TextTableDraft()
    texts.append(UnsafeBufferPointer(start: nil, count: 0))
    for row in rowOfCell.dropFirst() { texts.append(text(row)) }
    self.texts = TextTable(texts)
    self.numbers = [.nan] + rowOfCell.dropFirst().map { numbers.value(of: $0) }
  }
}

/// The digits of plain numbers: those with a decimal point between digits or none, without a plus, an exponent and
/// zeros before the first digit.
private struct PlainNumbers {
  /// Of each row; `missing` if it has no value.
  private var digits: [Int64]
  private var decimals: [UInt8]
  private var mostDecimals = 0
  private var fewestDecimals = Int.max
  /// Whether the last decimal of a number is a zero.
  private var haveZeros = false

  private static let missing = Int64.min
  private static let powersOfTen = (0..<WrittenNumber.mostDigits).reduce(into: [Int64(1)]) { $0.append($0[$1] * 10) }
  /// A double holds all whole numbers up to this.
  private static let greatest: Int64 = 1 << 53

  /// nil if a text is no plain number.
  init?(
    rows: Int, _ cancellation: Cancellation, text: (_ row: Int) -> UnsafeBufferPointer<UInt8>
  ) throws(Cancelled) {
    // Most columns that are none of plain numbers are known by their first texts.
    for row in 0..<min(rows, 1000) where !text(row).isEmpty && Self.number(text(row)) == nil { return nil }
    digits = Array(repeating: Self.missing, count: rows)
    decimals = Array(repeating: 0, count: rows)
    for row in 0..<rows {
      try cancellation.check(every: row)
      let text = text(row)
      if text.isEmpty { continue }
      guard let number = Self.number(text) else { return nil }
      digits[row] = number.digits
      decimals[row] = UInt8(number.decimals)
      mostDecimals = max(mostDecimals, number.decimals)
      fewestDecimals = min(fewestDecimals, number.decimals)
      if number.decimals > 0, number.digits % 10 == 0 { haveZeros = true }
    }
  }

  private static func number(_ text: UnsafeBufferPointer<UInt8>) -> (digits: Int64, decimals: Int)? {
    guard let number = WrittenNumber(text), number.whole > 0, number.decimals > 0 || !number.hasPoint,
      number.whole == 1 || text[number.isNegative ? 1 : 0] != UInt8(ascii: "0"),
      number.digits != 0 || !number.isNegative
    else { return nil }
    return (number.isNegative ? -number.digits : number.digits, number.decimals)
  }

  /// Gives all numbers the same number of decimals.
  ///
  /// - Returns: the least and the greatest of the digits; nil if there are none, if one is too large, or if equal
  ///   numbers may be written differently.
  mutating func scaled() -> ClosedRange<Int64>? {
    guard mostDecimals == fewestDecimals || !haveZeros else { return nil }
    var (least, greatest) = (Int64.max, Int64.min)
    for row in digits.indices where digits[row] != Self.missing {
      let factor = Self.powersOfTen[mostDecimals - Int(decimals[row])]
      let (product, isTooLarge) = digits[row].multipliedReportingOverflow(by: factor)
      guard !isTooLarge, product.magnitude <= UInt64(Self.greatest) else { return nil }
      digits[row] = product
      least = min(least, product)
      greatest = max(greatest, product)
    }
    return least <= greatest ? least...greatest : nil
  }

  /// Calls `body` with each row that has a number, and with its digits.
  @inline(__always)
  func forEachRow(_ body: (_ row: Int, _ digits: Int64) -> Void) {
    for row in digits.indices where digits[row] != Self.missing { body(row, digits[row]) }
  }

  /// The nearest double: both the digits and the power of ten are exact.
  func value(of row: Int) -> Double { Double(digits[row]) / Double(Self.powersOfTen[mostDecimals]) }
}
