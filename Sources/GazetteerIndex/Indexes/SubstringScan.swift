/// Finds a text inside a long one. It looks for the three rarest bytes of the text at 64 positions at once. Only
/// where all match does it compare the other bytes.
///
/// O(bytes) with a small factor: the rarer the three bytes, the fewer positions are compared in full.
struct SubstringScan {
  private let needle: [UInt8]
  private let first: Int
  private let second: Int
  private let third: Int

  /// - Parameter counts: how often each byte value occurs in a sample of the searched text.
  init(_ needle: [UInt8], counts: [UInt32]) {
    self.needle = needle
    let byRarity = needle.indices.sorted { (counts[Int(needle[$0])], $0) < (counts[Int(needle[$1])], $1) }
    first = byRarity[0]
    second = byRarity.count > 1 ? byRarity[1] : byRarity[0]
    third = byRarity.count > 2 ? byRarity[2] : second
  }

  /// Looks for the first three bytes of the text. For a searched text that is short.
  init(_ needle: [UInt8]) {
    self.needle = needle
    first = 0
    second = min(1, needle.count - 1)
    third = min(2, needle.count - 1)
  }

  /// Calls `body` with each position of the needle in a part of `text`. `body` returns the position from which to continue.
  ///
  /// Reads up to 63 bytes after the end of the part.
  func forEachMatch(
    in text: Column<UInt8>, _ range: Range<Int>, cancellation: Cancellation, _ body: (Int) throws(Cancelled) -> Int
  ) throws(Cancelled) {
    let base = UnsafeRawPointer(text.pointer)
    let rare = SIMD32<UInt8>(repeating: needle[first])
    let other = SIMD32<UInt8>(repeating: needle[second])
    let further = SIMD32<UInt8>(repeating: needle[third])
    let last = range.upperBound - needle.count
    var position = range.lowerBound
    var resume = position
    // A long needle may be compared at each position.
    let pollEvery = max(1, 0x8000 / needle.count)
    var untilPoll = pollEvery
    while position <= last {
      untilPoll -= 1
      if untilPoll == 0 {
        untilPoll = pollEvery
        try cancellation.check()
      }
      let near = hits(base + position, rare, other, further)
      let far = hits(base + position + 32, rare, other, further)
      let any = near | far
      if any.x | any.y | any.z | any.w != 0 {
        for lane in 0..<8 {
          var bits = (lane < 4 ? near[lane] : far[lane - 4]) & 0x8080_8080_8080_8080
          while bits != 0 {
            let start = position + lane * 8 + bits.trailingZeroBitCount >> 3
            bits &= bits - 1
            if start >= resume && start <= last && isMatch(base + start) { resume = try body(start) }
          }
        }
      }
      position += 64
    }
  }

  /// Whether the needle occurs in a short part of `text`. O(part × needle).
  func occurs(in text: Column<UInt8>, _ range: Range<Int>) -> Bool {
    let base = UnsafeRawPointer(text.pointer)
    return stride(from: range.lowerBound, through: range.upperBound - needle.count, by: 1).contains {
      isMatch(base + $0)
    }
  }

  /// The positions at which the rare bytes match: all bits of their bytes are set.
  @inline(__always)
  private func hits(
    _ text: UnsafeRawPointer, _ rare: SIMD32<UInt8>, _ other: SIMD32<UInt8>, _ further: SIMD32<UInt8>
  ) -> SIMD4<UInt64> {
    let one = text.loadUnaligned(fromByteOffset: first, as: SIMD32<UInt8>.self)
    let two = text.loadUnaligned(fromByteOffset: second, as: SIMD32<UInt8>.self)
    let three = text.loadUnaligned(fromByteOffset: third, as: SIMD32<UInt8>.self)
    return unsafeBitCast((one .== rare) .& (two .== other) .& (three .== further), to: SIMD4<UInt64>.self)
  }

  private func isMatch(_ text: UnsafeRawPointer) -> Bool {
    for index in needle.indices where text.load(fromByteOffset: index, as: UInt8.self) != needle[index] { return false }
    return true
  }
}
