/// The most relevant places with a short text inside a word of their names: two bytes, or three letters from a to z.
/// Such a text is in so many names that reading all of these takes long, and yet in few of the most relevant ones.
///
///     rows     for each text: its best rows, best first
///     ends     text → the end of its rows, which begin at the end of the text before
///
/// Texts at the beginning of a word are left out: their places match in a better way. Memory: 332 kB, and at most 128
/// bytes for each text that occurs.
struct ShortTextIndex: Sendable {
  /// How many rows are kept of a text.
  static let most = 32
  private static let pairs = 1 << 16
  private static let letters = 26
  private static let texts = pairs + letters * letters * letters

  private let ends: Column<UInt32>
  private let rows: Column<UInt32>
  /// Whether three letters with fewer rows than are kept have no others.
  private let hasAllLetters: Bool

  /// Most texts have enough rows among the most relevant places. For the others, all bytes of the keys are read.
  ///
  /// - Parameter first: how many of the most relevant places are looked at for texts of both kinds.
  init(
    _ keys: KeyIndex, _ order: RowOrder, first: Int? = nil, _ cancellation: Cancellation
  ) throws(Cancelled) {
    let first = min(keys.count, first ?? max(65_536, keys.count / 16))
    var best = [[UInt32]](repeating: [], count: Self.texts)
    for row in Self.rows(first, of: order) {
      try cancellation.check(every: Int(row))
      Self.forEachText(of: keys, Int(order.alphabetical[Int(row)])) { number in
        // A text may be several times in a name.
        if best[number].count < Self.most, best[number].last != row { best[number].append(row) }
      }
    }
    hasAllLetters = first == keys.count
    if !hasAllLetters { try Self.findRarePairs(of: keys, order, &best, cancellation) }
    var end: UInt32 = 0
    ends = Column(
      best.map { rows in
        end += UInt32(rows.count)
        return end
      })
    rows = Column(best.flatMap(\.self))
  }

  /// The most relevant rows, best first. O(all rows).
  private static func rows(_ count: Int, of order: RowOrder) -> [UInt32] {
    var rows = [UInt32](repeating: 0, count: count)
    for (row, rank) in order.relevance.elements.enumerated() where rank < count { rows[Int(rank)] = UInt32(row) }
    return rows
  }

  /// Calls `body` with the numbers of the texts inside the words of a key.
  @inline(__always)
  private static func forEachText(of keys: KeyIndex, _ entry: Int, _ body: (Int) -> Void) {
    let text = keys.text.pointer
    for position in keys.bytes(ofKey: entry).dropFirst() {
      guard let pair = pair(at: position, of: text) else { continue }
      body(pair)
      if let letters = number(text[position], text[position + 1], text[position + 2]) { body(letters) }
    }
  }

  /// The number of the pair at a position of the keys that is not their first one; nil if it is not inside a word.
  @inline(__always)
  private static func pair(at position: Int, of text: UnsafePointer<UInt8>) -> Int? {
    // Words are between spaces and NULs: 0x20 and 0.
    guard text[position - 1] & 0xDF != 0, text[position] & 0xDF != 0, text[position + 1] & 0xDF != 0 else { return nil }
    return number(text[position], text[position + 1])
  }

  /// Finds the best rows of all pairs that have fewer rows than are kept.
  private static func findRarePairs(
    of keys: KeyIndex, _ order: RowOrder, _ best: inout [[UInt32]], _ cancellation: Cancellation
  ) throws(Cancelled) {
    // The worst rank that is still wanted: .max while a pair has fewer rows than are kept, 0 if it has its best rows.
    var worst = best.prefix(pairs).map { $0.count == most ? 0 : UInt32.max }
    for pair in worst.indices where worst[pair] > 0 { best[pair] = [] }
    let text = keys.text.pointer
    var entry = 0
    for position in 1..<max(1, keys.text.count - 1) {
      try cancellation.check(every: position)
      guard let pair = pair(at: position, of: text), worst[pair] > 0 else { continue }
      entry = keys.entry(at: position, from: entry)
      let row = keys.rows[entry]
      guard order.relevance[Int(row)] < worst[pair], best[pair].last != row else { continue }
      if best[pair].count == most { best[pair].removeAll { order.relevance[Int($0)] == worst[pair] } }
      best[pair].append(row)
      if best[pair].count == most { worst[pair] = best[pair].reduce(0) { max($0, order.relevance[Int($1)]) } }
    }
    for pair in worst.indices where worst[pair] > 0 {
      best[pair].sort { order.relevance[Int($0)] < order.relevance[Int($1)] }
    }
  }

  /// The number of two bytes.
  @inline(__always)
  private static func number(_ first: UInt8, _ second: UInt8) -> Int { Int(first) << 8 | Int(second) }

  /// The number of three letters; nil for other bytes.
  @inline(__always)
  private static func number(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> Int? {
    let (first, second, third) = (Int(first) - 0x61, Int(second) - 0x61, Int(third) - 0x61)
    guard 0..<letters ~= first, 0..<letters ~= second, 0..<letters ~= third else { return nil }
    return pairs + (first * letters + second) * letters + third
  }

  /// The best rows with a text inside a word of their names, best first, and whether there are no others; nil if they
  /// are not known. O(1).
  func best(with text: [UInt8]) -> (rows: UnsafeBufferPointer<UInt32>, areAll: Bool)? {
    let number: Int? =
      switch text.count {
      case 2: Self.number(text[0], text[1])
      case 3: Self.number(text[0], text[1], text[2])
      default: nil
      }
    guard let number else { return nil }
    let start = number == 0 ? 0 : Int(ends[number - 1])
    let count = Int(ends[number]) - start
    guard count == Self.most || number < Self.pairs || hasAllLetters else { return nil }
    return (UnsafeBufferPointer(start: rows.pointer + start, count: count), count < Self.most)
  }
}
