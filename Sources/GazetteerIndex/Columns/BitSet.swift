/// A set of the numbers `0..<capacity`, one bit each.
struct BitSet {
  private var words: [UInt64]
  /// The used bits of the last word.
  private let lastWord: UInt64

  init(capacity: Int, full: Bool = false) {
    lastWord = 1 << UInt64(capacity % 64) - 1
    words = [UInt64](repeating: full ? ~0 : 0, count: capacity / 64 + 1)
    words[words.count - 1] &= lastWord
  }

  /// The numbers for which `isMember` is true. O(capacity).
  @inline(__always)
  init(capacity: Int, _ cancellation: Cancellation, where isMember: (Int) -> Bool) throws(Cancelled) {
    self.init(capacity: capacity)
    for index in words.indices {
      try cancellation.check(every: index)
      let start = index << 6
      var word: UInt64 = 0
      for number in start..<max(start, min(start + 64, capacity)) {
        word |= (isMember(number) ? 1 : 0) << UInt64(number - start)
      }
      words[index] = word
    }
  }

  @inline(__always)
  func contains(_ number: Int) -> Bool { words[number >> 6] >> UInt64(number & 63) & 1 != 0 }

  mutating func insert(_ number: Int) { words[number >> 6] |= 1 << UInt64(number & 63) }

  /// Inserts all numbers of `range`. O(count / 64).
  mutating func insert(_ range: Range<Int>) {
    guard let last = range.last else { return }
    let (low, high) = (range.lowerBound >> 6, last >> 6)
    for word in low...high {
      var bits: UInt64 = ~0
      if word == low { bits &= ~0 << UInt64(range.lowerBound & 63) }
      if word == high { bits &= ~0 >> UInt64(63 - last & 63) }
      words[word] |= bits
    }
  }

  /// Inserts the numbers that `number` makes of `range`.
  @inline(__always)
  mutating func insert(_ range: Range<Int>, as number: (Int) -> Int) {
    words.withUnsafeMutableBufferPointer { words in
      for index in range {
        let number = number(index)
        words[number >> 6] |= 1 << UInt64(number & 63)
      }
    }
  }

  /// Removes a number, and returns whether it was in the set.
  @inline(__always) @discardableResult
  mutating func remove(_ number: Int) -> Bool {
    let bit: UInt64 = 1 << UInt64(number & 63)
    let word = words[number >> 6]
    guard word & bit != 0 else { return false }
    words[number >> 6] = word & ~bit
    return true
  }

  /// Removes the numbers that `number` makes of `range`, and returns how many were in the set.
  @inline(__always)
  mutating func remove(_ range: Range<Int>, as number: (Int) -> Int) -> Int {
    words.withUnsafeMutableBufferPointer { words in
      var removed = 0
      for index in range {
        let number = number(index)
        let word = words[number >> 6]
        removed += Int(word >> UInt64(number & 63) & 1)
        words[number >> 6] = word & ~(1 << UInt64(number & 63))
      }
      return removed
    }
  }

  mutating func formIntersection(_ other: BitSet) {
    for index in words.indices { words[index] &= other.words[index] }
  }

  mutating func formUnion(_ other: BitSet) {
    for index in words.indices { words[index] |= other.words[index] }
  }

  var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  /// How many numbers are in the set. O(capacity / 64).
  var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  /// The numbers in the set, ascending.
  var numbers: [Int] { numbers(most: .max) }

  /// The first numbers in the set, ascending.
  func numbers(most: Int) -> [Int] {
    var numbers: [Int] = []
    for index in words.indices {
      var word = words[index]
      while word != 0 {
        guard numbers.count < most else { return numbers }
        numbers.append(index << 6 | word.trailingZeroBitCount)
        word &= word - 1
      }
    }
    return numbers
  }

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
