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
  /// The positions that may be reached with two errors: all, or all from one on.
  private let second: UInt64
  let start: State

  /// - Parameters:
  ///   - query: At most `capacity` characters.
  ///   - limit: 1 or 2.
  ///   - beginning: In so many characters of the query, one error is allowed, even if the limit is two. An exchange of the
  ///     last of them with the next is not found then.
  init(_ query: [UInt32], limit: Int, oneErrorIn beginning: Int = -1) {
    precondition(query.count <= Self.capacity)
    second = beginning < 0 ? ~0 : ~(2 << UInt64(beginning) - 1)
    start = State(two: 7 & second)
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

  /// Calls `body` with a walk of texts by this automaton.
  func walk(_ cancellation: Cancellation, _ body: (TypoWalk) throws(Cancelled) -> Void) throws(Cancelled) {
    // A path has at most two characters more than the query, each of at most 4 bytes.
    var states = [State](repeating: start, count: 4 * (Self.capacity + 4))
    try states.withUnsafeMutableBufferPointer { states throws(Cancelled) in
      try asciiMasks.withUnsafeBufferPointer { masks throws(Cancelled) in
        try body(TypoWalk(automaton: self, masks: masks, states: states, cancellation: cancellation))
      }
    }
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
        (state.two << 1 & mask | state.one | state.one << 1 | next.one << 1 | (state.exchangedTwo & mask >> 1) << 2)
        & second
      next.exchangedTwo = state.one & mask >> 2
    }
    return next
  }

  /// Whether the characters read so far are within the limit of the query.
  @inline(__always)
  func accepts(_ state: State) -> Bool { (allowsTwo ? state.two : state.one) & end != 0 }

  /// Whether no key can match any more, whatever follows.
  @inline(__always)
  func isDead(_ state: State) -> Bool { (allowsTwo ? state.one | state.two : state.one) & (end << 1 - 1) == 0 }

  /// Whether every character after those that begin with `byte` leads from `state` to a state in which nothing matches.
  /// If no error is left or allowed, only the next characters of the query can be read.
  @inline(__always)
  func reads(nothingAfter byte: UInt8, in state: State) -> Bool {
    let mayErr = (allowsTwo ? state.exact | state.one & second >> 1 : state.exact) & (end << 1 - 1)
    guard mayErr == 0 else { return false }
    let open = allowsTwo ? state.one | state.two | state.exchangedTwo : state.one | state.exchangedOne
    var positions = open & (end - 1)
    while positions != 0 {
      let first = firstBytes[positions.trailingZeroBitCount]
      // Of characters that are not ASCII, several begin with the same byte.
      if first > byte || first == byte && byte >= 0x80 { return false }
      positions &= positions - 1
    }
    return true
  }
}
