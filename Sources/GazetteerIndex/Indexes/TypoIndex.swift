/// Finds the keys that begin almost like a query. It walks the sorted keys as a tree.
///
/// A set of automaton states, one bit for each position in the query, is updated for each character of a key. When no
/// state is left, all keys with the same beginning are skipped:
///
///     springfield      s p r i n g …      each path is walked once; the states of every depth are stored
///     springhill       s p r i n g h      shares 6 bytes: continues from depth 6
///     stockholm        s t                no state is left at "st…": skips to the next key that shares less than that
///
/// `shared[i]` is the number of bytes that key i shares with key i − 1 (at most 127, including the NUL of equal keys).
/// The least values of blocks of 64 and of 4,096 keys allow skipping many keys in one step. Memory: one byte per key.
struct TypoIndex: Sendable {
  private static let mostShared = 127

  private let shared: Column<UInt8>
  private let sharedBy64: Column<UInt8>
  private let sharedBy4096: Column<UInt8>

  /// O(bytes of the keys).
  init(_ keys: KeyIndex, _ cancellation: Cancellation) throws(Cancelled) {
    shared = try Column(count: keys.count) { shared throws(Cancelled) in
      for entry in 1..<max(1, keys.count) {
        try cancellation.check(every: entry)
        let left = keys.text.pointer + Int(keys.starts[entry - 1])
        let right = keys.text.pointer + Int(keys.starts[entry])
        var length = 0
        while length < Self.mostShared && left[length] == right[length] {
          length += 1
          if left[length - 1] == 0 { break }
        }
        shared[entry] = UInt8(length)
      }
    }
    sharedBy64 = Self.leastOfBlocks(shared)
    sharedBy4096 = Self.leastOfBlocks(sharedBy64)
  }

  private static func leastOfBlocks(_ values: Column<UInt8>) -> Column<UInt8> {
    Column(
      stride(from: 0, to: values.count, by: 64).map { start in
        values.elements[start..<min(start + 64, values.count)].min() ?? 0
      })
  }

  /// The first entry after `entry` that shares fewer than `depth` bytes with the one before it, or seems to: of more
  /// than 127 shared bytes, the number is not known.
  private func next(after entry: Int, sharing depth: Int) -> Int {
    var index = entry + 1
    guard depth <= Self.mostShared else { return index }
    let shared = UnsafeRawPointer(shared.pointer)
    let least = UInt64(depth) &* 0x0101_0101_0101_0101
    let count = self.shared.count
    while index < count {
      if index & 63 == 0 {
        index = nextBlock(from: index, sharing: depth)
        if index >= count { break }
      }
      // In the highest bit of each byte: whether at least `depth` bytes are shared. The column has zeros after its end.
      let ranks = shared.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      let fewer = ~((ranks | 0x8080_8080_8080_8080) &- least) & 0x8080_8080_8080_8080
      let step = min(8, 64 - index & 63)
      let found = fewer.trailingZeroBitCount >> 3
      if found < step { return min(index + found, count) }
      index += step
    }
    return count
  }

  /// The first of the blocks of 64 from `index` on, which begins one, with an entry that shares fewer than `depth` bytes.
  private func nextBlock(from index: Int, sharing depth: Int) -> Int {
    var block = index >> 6
    while block < sharedBy64.count {
      if block & 63 == 0 && sharedBy4096[block >> 6] >= depth {
        block += 64
      } else if sharedBy64[block] >= depth {
        block += 1
      } else {
        return block << 6
      }
    }
    return shared.count
  }

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
        try walk(keys, automaton, masks, states, cancellation, body)
      }
    }
  }

  @inline(__always)
  private func walk(
    _ keys: KeyIndex, _ automaton: TypoAutomaton, _ masks: UnsafeBufferPointer<UInt64>,
    _ states: UnsafeMutableBufferPointer<TypoAutomaton.State>, _ cancellation: Cancellation,
    _ body: (Range<Int>) throws(Cancelled) -> Void
  ) throws(Cancelled) {
    let (text, starts, count) = (keys.text.pointer, keys.starts.pointer, keys.count)
    var steps = 0
    var entry = 0
    var depth = 0
    while entry < count {
      steps += 1
      if steps & 1023 == 0 && cancellation.isCancelled { throw Cancelled() }
      let key = text + Int(starts[entry])
      while key[depth] & 0xC0 == 0x80 { depth -= 1 }
      var state = states[depth]
      while true {
        let byte = key[depth]
        if byte == 0 {
          entry = next(after: entry, sharing: depth + 1)
          break
        }
        let before = depth
        if byte < 0x80 {
          state = automaton.state(after: state, masks[Int(byte)])
          depth += 1
        } else {
          let (scalar, length) = Self.scalar(at: key + depth)
          state = automaton.state(after: state, automaton.otherMask(scalar))
          depth += length
        }
        states[depth] = state
        if automaton.isDead(state) {
          // If no later character can be read either, all keys with this beginning are skipped.
          let isLast = automaton.reads(nothingAfter: byte, in: states[before])
          entry = next(after: entry, sharing: isLast ? before : depth)
          break
        }
        if automaton.accepts(state) {
          let end = next(after: entry, sharing: depth)
          try body(entry..<end)
          entry = end
          break
        }
      }
      if entry < count { depth = min(depth, Int(shared[entry])) }
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

  @inline(__always)
  private static func scalar(at text: UnsafePointer<UInt8>) -> (UInt32, length: Int) {
    let byte = UInt32(text[0])
    if byte < 0x80 { return (byte, 1) }
    let second = UInt32(text[1] & 0x3F)
    if byte < 0xE0 { return ((byte & 0x1F) << 6 | second, 2) }
    let third = UInt32(text[2] & 0x3F)
    if byte < 0xF0 { return ((byte & 0xF) << 12 | second << 6 | third, 3) }
    return ((byte & 7) << 18 | second << 12 | third << 6 | UInt32(text[3] & 0x3F), 4)
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
