/// A set of the numbers `0..<capacity`, one bit each.
struct BitSet {
  private var words: [UInt64]
  /// The bits of the last word that stand for numbers.
  private let lastWord: UInt64

  init(capacity: Int, full: Bool = false) {
    lastWord = 1 << UInt64(capacity % 64) - 1
    words = [UInt64](repeating: full ? ~0 : 0, count: capacity / 64 + 1)
    words[words.count - 1] &= lastWord
  }

  @inline(__always)
  func contains(_ number: Int) -> Bool { words[number >> 6] >> UInt64(number & 63) & 1 != 0 }

  mutating func insert(_ number: Int) { words[number >> 6] |= 1 << UInt64(number & 63) }

  /// Removes a number, and says whether it was there.
  @inline(__always)
  mutating func remove(_ number: Int) -> Bool {
    let bit: UInt64 = 1 << UInt64(number & 63)
    let word = words[number >> 6]
    guard word & bit != 0 else { return false }
    words[number >> 6] = word & ~bit
    return true
  }

  mutating func formIntersection(_ other: BitSet) {
    for index in words.indices { words[index] &= other.words[index] }
  }

  var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  /// Calls `body` with every number in the set, ascending.
  func forEachNumber(_ body: (Int) throws(Cancelled) -> Void) throws(Cancelled) {
    for index in words.indices {
      var word = words[index]
      while word != 0 {
        try body(index << 6 | word.trailingZeroBitCount)
        word &= word - 1
      }
    }
  }
}
