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

  /// Makes a set of which `fill` fills each part. The two parts of a large set are filled at the same time.
  init(capacity: Int, filledBy fill: (EmptyPart) throws(Cancelled) -> Void) throws(Cancelled) {
    self.init(capacity: capacity)
    let halves = Self.halves(of: words.count)
    try words.withUnsafeMutableBufferPointer { words throws(Cancelled) in
      guard let words = words.baseAddress else { return }
      func fillPart(_ range: Range<Int>) throws(Cancelled) {
        try fill(EmptyPart(words: words, range: range, capacity: capacity))
      }
      guard halves.count == 2 else { return try fillPart(halves[0]) }
      try concurrently(
        { () throws(Cancelled) in try fillPart(halves[0]) }, { () throws(Cancelled) in try fillPart(halves[1]) })
    }
  }

  /// From so many words on, two threads are faster than one.
  private static let manyWords = 1 << 12

  private static func halves(of words: Int) -> [Range<Int>] {
    words < manyWords ? [0..<words] : [0..<words / 2, words / 2..<words]
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

  mutating func formSubtraction(_ other: BitSet) {
    for index in words.indices { words[index] &= ~other.words[index] }
  }

  mutating func formUnion(_ other: BitSet) {
    for index in words.indices { words[index] |= other.words[index] }
  }

  /// How much memory it takes.
  var bytes: Int { words.count * 8 }

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

  /// Calls `body` with each run of numbers of a range that follow one another, ascending. O(range / 64 + runs).
  @inline(__always)
  func forEachRun(
    in range: Range<Int>, _ cancellation: Cancellation, _ body: (Range<Int>) throws(Cancelled) -> Void
  ) throws(Cancelled) {
    var (end, runs) = (range.lowerBound, 0)
    while true {
      try cancellation.check(every: runs)
      runs += 1
      let start = next(from: end, in: range, flipping: 0)
      guard start < range.upperBound else { return }
      end = next(from: start, in: range, flipping: ~0)
      try body(start..<end)
    }
  }

  /// The next number in the set, or the next one that is not if all bits are flipped; the end of the range if there is
  /// none.
  private func next(from number: Int, in range: Range<Int>, flipping bits: UInt64) -> Int {
    guard number < range.upperBound else { return range.upperBound }
    var index = number >> 6
    var word = (words[index] ^ bits) & (~0 << UInt64(number & 63))
    while word == 0 {
      index += 1
      guard index << 6 < range.upperBound else { return range.upperBound }
      word = words[index] ^ bits
    }
    return min(index << 6 | word.trailingZeroBitCount, range.upperBound)
  }

  /// Reads each part of the set. The two parts of a large set are read at the same time.
  ///
  /// - Parameters:
  ///   - first: what `read` changes for the first part, or the whole set.
  ///   - second: the same for the second part.
  /// - Returns: what was changed for each part.
  func parts<State>(
    _ first: State, _ second: State, _ read: (Part, inout State) throws(Cancelled) -> Void
  ) throws(Cancelled) -> [State] {
    try words.withUnsafeBufferPointer { words throws(Cancelled) in
      let parts = Self.halves(of: words.count).map { Part(words: words, range: $0) }
      var (first, second) = (first, second)
      guard parts.count == 2 else {
        try read(parts[0], &first)
        return [first]
      }
      try concurrently(
        { () throws(Cancelled) in try read(parts[0], &first) }, { () throws(Cancelled) in try read(parts[1], &second) })
      return [first, second]
    }
  }
}

extension BitSet {
  /// For each word, how many numbers are in the words before it. O(capacity / 64).
  var ranks: Ranks {
    var before = [UInt32(0)]
    for word in words { before.append(before[before.count - 1] + UInt32(word.nonzeroBitCount)) }
    return Ranks(before: before)
  }

  /// Finds how many numbers of a set are less than a number.
  struct Ranks {
    fileprivate let before: [UInt32]

    @inline(__always)
    func rank(of number: Int, in set: BitSet) -> Int {
      let less = set.words[number >> 6] & (1 << UInt64(number & 63) - 1)
      return Int(before[number >> 6]) + less.nonzeroBitCount
    }
  }
}

extension BitSet {
  /// The bits of a set, for loops over millions of numbers: the numbers are not checked.
  struct Bits {
    fileprivate let words: UnsafePointer<UInt64>

    /// - Parameter number: one less than the capacity at most.
    @inline(__always)
    func contains(_ number: Int) -> Bool { words[number >> 6] &>> UInt64(truncatingIfNeeded: number) & 1 != 0 }
  }

  /// Calls `body` with the bits, which are valid until it returns.
  @inline(__always)
  func withBits<Result>(_ body: (Bits) throws(Cancelled) -> Result) throws(Cancelled) -> Result {
    try words.withUnsafeBufferPointer { words throws(Cancelled) in
      try body(Bits(words: words.baseAddress.unsafelyUnwrapped))
    }
  }
}

extension BitSet {
  /// A part of a set, to be read.
  struct Part {
    fileprivate let words: UnsafeBufferPointer<UInt64>
    fileprivate let range: Range<Int>

    /// Calls `body` with every number in the part, ascending.
    @inline(__always)
    func forEachNumber(_ cancellation: Cancellation, _ body: (Int) -> Void) throws(Cancelled) {
      for index in range {
        try cancellation.check(every: index)
        var word = words[index]
        while word != 0 {
          body(index << 6 | word.trailingZeroBitCount)
          word &= word - 1
        }
      }
    }
  }

  /// A part of a new set, to be filled.
  struct EmptyPart {
    fileprivate let words: UnsafeMutablePointer<UInt64>
    fileprivate let range: Range<Int>
    fileprivate let capacity: Int

    /// Adds the numbers for which `isMember` is true.
    @inline(__always)
    func fill(_ cancellation: Cancellation, where isMember: (Int) -> Bool) throws(Cancelled) {
      for index in range {
        try cancellation.check(every: index)
        let start = index << 6
        var word: UInt64 = 0
        for bit in 0..<max(0, min(64, capacity - start)) {
          word |= (isMember(start + bit) ? 1 : 0) &<< UInt64(truncatingIfNeeded: bit)
        }
        words[index] = word
      }
    }
  }
}
