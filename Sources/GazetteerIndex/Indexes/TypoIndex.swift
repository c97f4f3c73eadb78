/// Finds the keys that begin almost like a query. It walks the sorted keys as a tree.
///
/// A set of automaton states, one bit for each position in the query, is updated for each character of a key. When no
/// state is left, all keys with the same beginning are skipped:
///
///     springfield      s p r i n g …      each path is walked once; the states of every depth are stored
///     springhill       s p r i n g h      shares 6 bytes: continues from depth 6
///     stockholm        s t                no state is left at "st…": skips to the next key that shares less than that
///
/// Most paths end after a few bytes. So the beginnings of the keys are walked first, which are together in memory. The
/// keys themselves are read only where states are left at the end of a beginning. Memory: less than two bytes per key.
struct TypoIndex: Sendable {
  private let shared: SharedBytes
  private let beginnings: KeyBeginnings?

  /// O(bytes of the keys).
  init(_ keys: KeyIndex, _ cancellation: Cancellation) throws(Cancelled) {
    shared = try SharedBytes(of: keys, cancellation)
    beginnings = try KeyBeginnings(of: keys, shared, cancellation)
  }

  /// Whether beginnings are walked first. For tests.
  var walksBeginnings: Bool { beginnings != nil }

  /// Calls `body` with ranges of the entries whose keys have a prefix within `limit` (1 or 2) errors of `pattern`: all of
  /// them, each once, in ascending order.
  func forEachRange(
    of keys: KeyIndex, near pattern: Pattern, limit: Int, cancellation: Cancellation,
    _ body: (Range<Int>) throws(Cancelled) -> Void
  ) throws(Cancelled) {
    guard let automaton = TypoAutomaton(pattern, limit: limit) else {
      return try scan(keys, near: pattern, limit: limit, cancellation: cancellation, body)
    }
    // A path has at most `limit` characters more than the query, each of at most 4 bytes.
    var states = [TypoAutomaton.State](repeating: automaton.start, count: 4 * (TypoAutomaton.capacity + 4))
    try states.withUnsafeMutableBufferPointer { states throws(Cancelled) in
      try automaton.asciiMasks.withUnsafeBufferPointer { masks throws(Cancelled) in
        let walk = TypoWalk(automaton: automaton, masks: masks, states: states, cancellation: cancellation)
        let whole = WholeKeys(text: keys.text.pointer, starts: keys.starts.pointer, shared: shared)
        guard let beginnings else {
          return try walk.forEachRange(of: whole, 0..<keys.count, from: 0, body, cut: { _, _ throws(Cancelled) in })
        }
        try walk.forEachRange(
          of: beginnings, 0..<beginnings.count, from: 0,
          { found throws(Cancelled) in try body(beginnings.entries(of: found)) },
          cut: { number, depth throws(Cancelled) in
            try walk.forEachRange(
              of: whole, beginnings.entries(of: number..<number + 1), from: depth, body,
              cut: { _, _ throws(Cancelled) in })
          })
      }
    }
  }

  /// For queries that are too long for the automaton. Few keys are so long.
  private func scan(
    _ keys: KeyIndex, near pattern: Pattern, limit: Int, cancellation: Cancellation,
    _ body: (Range<Int>) throws(Cancelled) -> Void
  ) throws(Cancelled) {
    let query = pattern.text.withUnsafeBufferPointer(\.scalars)
    for entry in 0..<keys.count {
      if entry & 4095 == 0 && cancellation.isCancelled { throw Cancelled() }
      let key = keys.key(entry)
      guard key.count >= query.count - limit else { continue }
      if Typo.distance(of: query, toPrefixOf: key.scalars, limit: limit) != nil {
        try body(entry..<entry + 1)
      }
    }
  }
}

/// Texts in their order that can be walked as a tree.
private protocol SortedTexts {
  /// How many bytes each has with the one before it in common.
  var shared: SharedBytes { get }
  /// Texts are cut after so many bytes.
  var width: Int { get }
  /// The first byte of a text, which ends with a NUL.
  func text(_ number: Int) -> UnsafePointer<UInt8>
}

private struct WholeKeys: SortedTexts {
  let text: UnsafePointer<UInt8>
  let starts: UnsafePointer<UInt32>
  let shared: SharedBytes

  var width: Int { .max }

  @inline(__always)
  func text(_ entry: Int) -> UnsafePointer<UInt8> { text + Int(starts[entry]) }
}

/// The different beginnings of the keys, each with its first entry.
private struct KeyBeginnings: SortedTexts, Sendable {
  /// The most bytes of a beginning, which has a NUL after it.
  private static let mostBytes = 7
  /// There is at most one beginning for so many keys.
  private static let keysPerBeginning = 16

  let shared: SharedBytes
  let width: Int
  /// 8 bytes for each.
  private let texts: Column<UInt64>
  /// The first entry of each, and the number of keys.
  private let firsts: Column<UInt32>

  var count: Int { texts.count }

  /// Takes as many bytes as memory allows; nil if these are fewer than 3. O(keys).
  init?(of keys: KeyIndex, _ sharedByKeys: SharedBytes, _ cancellation: Cancellation) throws(Cancelled) {
    /// The number of bytes that a key shares with the one before it; nil if that is the same key, or shares too many.
    func sharedBytes(_ entry: Int) -> Int? {
      let count = sharedByKeys[entry]
      guard count < Self.mostBytes else { return nil }
      return count > 0 && keys.text[Int(keys.starts[entry]) + count - 1] == 0 ? nil : count
    }
    var counts = [Int](repeating: 0, count: Self.mostBytes + 1)
    for entry in 0..<keys.count {
      try cancellation.check(every: entry)
      if let shared = sharedBytes(entry) { counts[shared] += 1 }
    }
    var beginnings = counts[0]
    var width = 0
    while width < Self.mostBytes, beginnings * Self.keysPerBeginning <= keys.count {
      width += 1
      beginnings += counts[width]
    }
    guard width >= 3 else { return nil }
    var (texts, firsts, shared): ([UInt64], [UInt32], [UInt8]) = ([], [], [])
    for entry in 0..<keys.count {
      try cancellation.check(every: entry)
      guard let count = sharedBytes(entry), count < width else { continue }
      let key = keys.key(entry)
      var text: UInt64 = 0
      withUnsafeMutableBytes(of: &text) { $0.copyBytes(from: key.prefix(width)) }
      texts.append(text)
      firsts.append(UInt32(entry))
      shared.append(UInt8(count))
    }
    self.width = width
    self.texts = Column(texts)
    self.firsts = Column(firsts + [UInt32(keys.count)])
    self.shared = SharedBytes(Column(shared))
  }

  @inline(__always)
  func text(_ number: Int) -> UnsafePointer<UInt8> {
    UnsafeRawPointer(texts.pointer + number).assumingMemoryBound(to: UInt8.self)
  }

  /// The entries whose keys have these beginnings.
  func entries(of numbers: Range<Int>) -> Range<Int> {
    Int(firsts[numbers.lowerBound])..<Int(firsts[numbers.upperBound])
  }
}

/// How many bytes each of many sorted texts shares with the one before it: at most 127, including the NUL of equal texts.
///
/// The least values of blocks of 64 and of 4,096 texts allow skipping many in one step.
private struct SharedBytes: Sendable {
  private static let most = 127

  private let shared: Column<UInt8>
  private let leastOf64: Column<UInt8>
  private let leastOf4096: Column<UInt8>

  init(_ shared: Column<UInt8>) {
    self.shared = shared
    leastOf64 = Self.leastOfBlocks(shared)
    leastOf4096 = Self.leastOfBlocks(leastOf64)
  }

  /// Those of keys. O(bytes of the keys).
  init(of keys: KeyIndex, _ cancellation: Cancellation) throws(Cancelled) {
    self.init(
      try Column(count: keys.count) { shared throws(Cancelled) in
        for entry in 1..<max(1, keys.count) {
          try cancellation.check(every: entry)
          let left = keys.text.pointer + Int(keys.starts[entry - 1])
          let right = keys.text.pointer + Int(keys.starts[entry])
          var length = 0
          while length < Self.most && left[length] == right[length] {
            length += 1
            if left[length - 1] == 0 { break }
          }
          shared[entry] = UInt8(length)
        }
      })
  }

  private static func leastOfBlocks(_ values: Column<UInt8>) -> Column<UInt8> {
    Column(
      stride(from: 0, to: values.count, by: 64).map { start in
        values.elements[start..<min(start + 64, values.count)].min() ?? 0
      })
  }

  subscript(_ number: Int) -> Int { Int(shared[number]) }

  /// The first text after a text that shares fewer than `depth` bytes with the one before it, or seems to: of more than
  /// 127 shared bytes, the number is not known.
  func next(after number: Int, sharing depth: Int) -> Int {
    var index = number + 1
    guard depth <= Self.most else { return index }
    let bytes = UnsafeRawPointer(shared.pointer)
    let least = UInt64(depth) &* 0x0101_0101_0101_0101
    let count = shared.count
    while index < count {
      if index & 63 == 0 {
        index = nextBlock(from: index, sharing: depth)
        if index >= count { break }
      }
      // In the highest bit of each byte: whether at least `depth` bytes are shared. The column has zeros after its end.
      let ranks = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      let fewer = ~((ranks | 0x8080_8080_8080_8080) &- least) & 0x8080_8080_8080_8080
      let step = min(8, 64 - index & 63)
      let found = fewer.trailingZeroBitCount >> 3
      if found < step { return min(index + found, count) }
      index += step
    }
    return count
  }

  /// The first of the blocks of 64 from `index` on, which begins one, with a text that shares fewer than `depth` bytes.
  private func nextBlock(from index: Int, sharing depth: Int) -> Int {
    var block = index >> 6
    while block < leastOf64.count {
      if block & 63 == 0 && leastOf4096[block >> 6] >= depth {
        block += 64
      } else if leastOf64[block] >= depth {
        block += 1
      } else {
        return block << 6
      }
    }
    return shared.count
  }
}

/// Walks sorted texts with an automaton.
private struct TypoWalk {
  let automaton: TypoAutomaton
  let masks: UnsafeBufferPointer<UInt64>
  /// The states after so many bytes of the text that was read last.
  let states: UnsafeMutableBufferPointer<TypoAutomaton.State>
  let cancellation: Cancellation

  /// Calls `found` with ranges of the texts that match, and `cut` with each text at whose end, after `depth` bytes, it may
  /// still match if it goes on. The texts of `range` have the first `start` bytes in common, whose states are known.
  @inline(__always)
  func forEachRange(
    of texts: some SortedTexts, _ range: Range<Int>, from start: Int,
    _ found: (Range<Int>) throws(Cancelled) -> Void, cut: (_ number: Int, _ depth: Int) throws(Cancelled) -> Void
  ) throws(Cancelled) {
    var steps = 0
    var number = range.lowerBound
    var depth = start
    while number < range.upperBound {
      steps += 1
      if steps & 1023 == 0 && cancellation.isCancelled { throw Cancelled() }
      let text = texts.text(number)
      while text[depth] & 0xC0 == 0x80 { depth -= 1 }
      var state = states[depth]
      while true {
        let byte = text[depth]
        let length = Self.length(ofCharacterAt: byte)
        if depth + length > texts.width {
          try cut(number, depth)
          number += 1
          break
        }
        if byte == 0 {
          number = texts.shared.next(after: number, sharing: depth + 1)
          break
        }
        let before = depth
        state =
          length == 1
          ? automaton.state(after: state, masks[Int(byte)])
          : automaton.state(after: state, automaton.otherMask(Self.scalar(at: text + depth, length)))
        depth += length
        states[depth] = state
        if automaton.isDead(state) {
          // If no later character can be read either, all texts with this beginning are skipped.
          let isLast = automaton.reads(nothingAfter: byte, in: states[before])
          number = texts.shared.next(after: number, sharing: isLast ? before : depth)
          break
        }
        if automaton.accepts(state) {
          let end = texts.shared.next(after: number, sharing: depth)
          try found(number..<end)
          number = end
          break
        }
      }
      if number < range.upperBound { depth = min(depth, texts.shared[number]) }
    }
  }

  @inline(__always)
  private static func length(ofCharacterAt byte: UInt8) -> Int {
    byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
  }

  @inline(__always)
  private static func scalar(at text: UnsafePointer<UInt8>, _ length: Int) -> UInt32 {
    let byte = UInt32(text[0])
    let second = UInt32(text[1] & 0x3F)
    if length == 2 { return (byte & 0x1F) << 6 | second }
    let third = UInt32(text[2] & 0x3F)
    if length == 3 { return (byte & 0xF) << 12 | second << 6 | third }
    return (byte & 7) << 18 | second << 12 | third << 6 | UInt32(text[3] & 0x3F)
  }
}

/// A nondeterministic automaton that reads keys and allows up to two typing errors. Its states are bits.
///
/// Bit i of `exact`, `one` or `two` is set if i characters of the query have been read with 0, 1 or 2 errors.
/// `exchangedOne` and `exchangedTwo` have the positions where the first of two exchanged characters has been read.
/// Source: Wu and Manber's bit-parallel automaton, with Hyyrö's transposition.
struct TypoAutomaton {
  /// The longest query for which all positions and the end fit into one word.
  static let capacity = 60

  struct State {
    var exact: UInt64 = 1
    var one: UInt64 = 3
    var two: UInt64 = 7
    var exchangedOne: UInt64 = 0
    var exchangedTwo: UInt64 = 0
  }

  /// For each ASCII character: the positions after it in the query.
  let asciiMasks: [UInt64]
  private let otherMasks: [(scalar: UInt32, mask: UInt64)]
  /// The first byte of each character of the query.
  private let firstBytes: [UInt8]
  private let end: UInt64
  private let allowsTwo: Bool
  let start = State()

  /// Returns nil if the query is too long.
  init?(_ pattern: Pattern, limit: Int) {
    let query = pattern.text.withUnsafeBufferPointer(\.scalars)
    guard query.count <= Self.capacity else { return nil }
    var asciiMasks = [UInt64](repeating: 0, count: 128)
    var otherMasks: [UInt32: UInt64] = [:]
    for (index, scalar) in query.enumerated() {
      let bit: UInt64 = 2 << UInt64(index)
      if scalar < 128 { asciiMasks[Int(scalar)] |= bit } else { otherMasks[scalar, default: 0] |= bit }
    }
    self.asciiMasks = asciiMasks
    firstBytes = query.map { scalar in
      scalar < 0x80 ? UInt8(scalar) : UTF8.encode(Unicode.Scalar(scalar) ?? "?").flatMap(\.first) ?? 0xFF
    }
    self.otherMasks = otherMasks.map { ($0.key, $0.value) }
    end = 1 << UInt64(query.count)
    allowsTwo = limit > 1
  }

  /// The positions after a character in the query that is not ASCII.
  func otherMask(_ scalar: UInt32) -> UInt64 {
    for other in otherMasks where other.scalar == scalar { return other.mask }
    return 0
  }

  /// The state after a character, given by its positions in the query.
  @inline(__always)
  func state(after state: State, _ mask: UInt64) -> State {
    var next = State()
    next.exact = state.exact << 1 & mask
    next.one =
      state.one << 1 & mask | state.exact | state.exact << 1 | next.exact << 1
      | (state.exchangedOne & mask >> 1) << 2
    next.exchangedOne = state.exact & mask >> 2
    if allowsTwo {
      next.two =
        state.two << 1 & mask | state.one | state.one << 1 | next.one << 1 | (state.exchangedTwo & mask >> 1) << 2
      next.exchangedTwo = state.one & mask >> 2
    }
    return next
  }

  /// Whether the characters read so far are within the limit of the query.
  @inline(__always)
  func accepts(_ state: State) -> Bool { (allowsTwo ? state.two : state.one) & end != 0 }

  /// Whether no key can match any more, whatever follows.
  @inline(__always)
  func isDead(_ state: State) -> Bool { (allowsTwo ? state.two : state.one) & (end << 1 - 1) == 0 }

  /// Whether every character after those that begin with `byte` leads from `state` to a state in which nothing matches.
  /// If no error is left, only the next characters of the query can be read.
  @inline(__always)
  func reads(nothingAfter byte: UInt8, in state: State) -> Bool {
    let mayErr = (allowsTwo ? state.exact | state.one : state.exact) & (end << 1 - 1)
    guard mayErr == 0 else { return false }
    var positions = (allowsTwo ? state.two | state.exchangedTwo : state.one | state.exchangedOne) & (end - 1)
    while positions != 0 {
      let first = firstBytes[positions.trailingZeroBitCount]
      // Of characters that are not ASCII, several begin with the same byte.
      if first > byte || first == byte && byte >= 0x80 { return false }
      positions &= positions - 1
    }
    return true
  }
}
