/// Walks sorted texts with an automaton.
struct TypoWalk {
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
