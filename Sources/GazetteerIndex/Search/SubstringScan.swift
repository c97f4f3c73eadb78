/// Finds where a text occurs in a long one: compares its two rarest bytes at 64 positions at once, and the rest there.
///
/// O(bytes) with a small factor; the rarer the bytes, the fewer the places that are looked at twice.
struct SubstringScan {
  private let needle: [UInt8]
  private let first: Int
  private let second: Int

  /// - Parameter counts: how often each byte value occurs in a sample of what will be searched.
  init(_ needle: [UInt8], counts: [UInt32]) {
    self.needle = needle
    let byRarity = needle.indices.sorted { (counts[Int(needle[$0])], $0) < (counts[Int(needle[$1])], $1) }
    first = byRarity[0]
    second = byRarity.count > 1 ? byRarity[1] : byRarity[0]
  }

  /// Calls `body` with where the needle starts in `text`; what it returns is where to go on.
  ///
  /// Up to 63 bytes behind the text are read.
  func forEachMatch(
    in text: Column<UInt8>, cancellation: Cancellation, _ body: (Int) throws(Cancelled) -> Int
  ) throws(Cancelled) {
    let base = UnsafeRawPointer(text.pointer)
    let rare = SIMD32<UInt8>(repeating: needle[first])
    let other = SIMD32<UInt8>(repeating: needle[second])
    let last = text.count - needle.count
    var position = 0
    var resume = 0
    var polls = 0
    while position <= last {
      polls += 1
      if polls & 0x7FFF == 0 && cancellation.isCancelled { throw Cancelled() }
      let near = hits(base + position, rare, other)
      let far = hits(base + position + 32, rare, other)
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

  /// All bits of the bytes at which both rare bytes are in their places.
  @inline(__always)
  private func hits(_ text: UnsafeRawPointer, _ rare: SIMD32<UInt8>, _ other: SIMD32<UInt8>) -> SIMD4<UInt64> {
    let one = text.loadUnaligned(fromByteOffset: first, as: SIMD32<UInt8>.self)
    let two = text.loadUnaligned(fromByteOffset: second, as: SIMD32<UInt8>.self)
    return unsafeBitCast((one .== rare) .& (two .== other), to: SIMD4<UInt64>.self)
  }

  private func isMatch(_ text: UnsafeRawPointer) -> Bool {
    for index in needle.indices where text.load(fromByteOffset: index, as: UInt8.self) != needle[index] { return false }
    return true
  }
}
