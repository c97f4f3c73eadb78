/// The notation of a column.
extension Notation {
  /// The way in which all texts of a column are written, and their numbers: not a number for texts such as `n/a`, no
  /// numbers at all if they are texts. O(bytes of the texts).
  ///
  /// - Parameters:
  ///   - texts: the different texts. The first one is empty, for missing values.
  ///   - hasDecimalCommas: see `DecimalCommas`.
  static func ofColumn(
    _ texts: TextTable, hasDecimalCommas: Bool, _ cancellation: Cancellation
  ) throws(Cancelled) -> (notation: Notation, numbers: [Double]) {
    for notation in hasDecimalCommas ? [Notation.decimalComma, .plain] : [.plain] {
      if let numbers = try notation.numbers(of: texts, cancellation) { return (notation, numbers) }
    }
    let notation = try unlessPlain(texts, cancellation)
    if notation.type == .number, !haveOneUnit(texts) { return (.text, []) }
    if let numbers = try notation.numbers(of: texts, cancellation) { return (notation, numbers) }
    return (.text, [])
  }

  /// Different whole numbers beyond this may be the same number here. A column that has such numbers is one of texts.
  private static let mostExact = 0x1p53 - 1

  func isExact(_ number: Double, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let marks = self == .decimalComma ? "," : ".eE"
    return number.magnitude <= Self.mostExact || type == .date || text.contains { marks.utf8.contains($0) }
  }

  /// The same for ids. O(ids).
  static func areExact(_ ids: some Sequence<Int64>) -> Bool {
    // All bits of `mostExact` are set. Without an exit, the loop becomes vector operations.
    var bits: UInt64 = 0
    for id in ids { bits |= id.magnitude }
    return bits <= UInt64(mostExact)
  }

  /// The numbers of all texts, those of texts such as `n/a` not numbers; nil if there are none, or if one is written
  /// otherwise.
  private func numbers(of texts: TextTable, _ cancellation: Cancellation) throws(Cancelled) -> [Double]? {
    guard texts.count > 1, self != .text else { return nil }
    var numbers = [Double.nan]
    var hasNumbers = false
    for cell in 1..<texts.count {
      try cancellation.check(every: cell)
      if let number = number(texts[cell]) {
        guard isExact(number, texts[cell]) else { return nil }
        numbers.append(number)
        hasNumbers = true
      } else {
        guard CellType.isMissing(texts[cell]) else { return nil }
        numbers.append(.nan)
      }
    }
    return hasNumbers && !(type == .number && Self.areCodes(texts)) ? numbers : nil
  }

  /// Shorter numbers with a zero before them, such as hours and months, are numbers.
  private static let shortestCode = 3

  /// Whether the texts are codes such as `01067`, of which a number would lose the zero: all of one length, or one of ten
  /// has such a zero. O(texts).
  private static func areCodes(_ texts: TextTable) -> Bool {
    var (padded, all) = (0, 0)
    var lengths: Set<Int> = []
    for cell in 1..<texts.count where !CellType.isMissing(texts[cell]) {
      let text = texts[cell]
      all += 1
      lengths.insert(text.count)
      if text.count >= shortestCode, text[0] == 0x30, text.allSatisfy({ 0x30...0x39 ~= $0 }) { padded += 1 }
    }
    return padded > 0 && (lengths.count == 1 || padded * 10 >= all)
  }

  /// Whether all texts have the same unit, or none has one. O(bytes of the texts).
  private static func haveOneUnit(_ texts: TextTable) -> Bool {
    let valued = (1..<texts.count).lazy.filter { !CellType.isMissing(texts[$0]) }
    guard let first = valued.first else { return true }
    let unit = NumberUnit.split(texts[first])?.unit
    return valued.allSatisfy { NumberUnit.split(texts[$0])?.unit == unit }
  }

  /// The only way in which all texts can be written, if it is not the plain one of numbers. Texts such as `n/a` do not
  /// count.
  ///
  /// Numbers such as `1,234` have either thousands or a decimal comma, and `05/06/2024` has either its day or its month
  /// first. If no text of the column decides which, the column is one of texts. Whole numbers below 1,000, with no
  /// others without a comma, decide for thousands. O(bytes of the texts).
  private static func unlessPlain(_ texts: TextTable, _ cancellation: Cancellation) throws(Cancelled) -> Notation {
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
      let number = NumberUnit.split(texts[cell])?.number ?? Array(texts[cell])
      guard let value = Notation.plain.number(Untrusted(bytes: number)) else { continue }
      guard value.magnitude < 1000, !number.contains(UInt8(ascii: ".")) else { return .text }
      hasSmall = true
    }
    return hasSmall ? .grouped : .text
  }
}

/// Finds out whether `1.234` is more than a thousand in a source: some of its first values have a decimal comma, and
/// none of them has a decimal point.
struct DecimalCommas {
  /// Rows are read until they have so many values.
  static let mostValues = 10_000

  private(set) var seen = 0
  private var hasCommas = false
  private var hasPoints = false

  var areUsed: Bool { hasCommas && !hasPoints }

  mutating func add(_ text: UnsafeBufferPointer<UInt8>) {
    seen += 1
    let isWithComma = Notation.decimalComma.number(text) != nil
    if text.contains(UInt8(ascii: ".")), !isWithComma, Notation.plain.number(text) != nil { hasPoints = true }
    if text.contains(UInt8(ascii: ",")), isWithComma, Notation.grouped.number(text) == nil { hasCommas = true }
  }
}
