/// The index of the first invalid sequence; nil if all of `bytes` is valid UTF-8. O(length). Reads eight ASCII bytes at
/// a time.
///
/// Strict, by table 3-7 of the Unicode Standard: no overlong forms, no surrogates, nothing above U+10FFFF.
package func firstInvalidUTF8(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
  var index = 0
  while index < bytes.count {
    index = bytes.endOfASCII(from: index)
    guard index < bytes.count else { return nil }
    guard let scalar = bytes.strictScalar(at: index) else { return index }
    index += scalar.length
  }
  return nil
}

extension UnsafeBufferPointer<UInt8> {
  /// The index of the first byte from `start` on that is not ASCII; the end if there is none.
  @inline(__always)
  func endOfASCII(from start: Int) -> Int {
    var index = start
    while index + 8 <= count {
      let word = UnsafeRawPointer(baseAddress! + index).loadUnaligned(as: UInt64.self)
      let high = UInt64(littleEndian: word) & 0x8080_8080_8080_8080
      guard high == 0 else { return index + high.trailingZeroBitCount / 8 }
      index += 8
    }
    while index < count, self[index] < 0x80 { index += 1 }
    return index
  }

  /// The scalar that starts at `index`, and its length in bytes; nil if no valid sequence starts there.
  @inline(__always)
  func strictScalar(at index: Int) -> (value: UInt32, length: Int)? {
    let lead = UInt32(self[index])
    if lead < 0x80 { return (lead, 1) }
    let rest = count - index
    guard lead >= 0xC2, rest >= 2 else { return nil }
    let second = UInt32(self[index + 1])
    guard second & 0xC0 == 0x80 else { return nil }
    if lead < 0xE0 { return ((lead & 0x1F) << 6 | second & 0x3F, 2) }
    guard rest >= 3 else { return nil }
    let third = UInt32(self[index + 2])
    guard third & 0xC0 == 0x80 else { return nil }
    if lead < 0xF0 {
      let value = (lead & 0x0F) << 12 | (second & 0x3F) << 6 | third & 0x3F
      return value >= 0x800 && value & 0xF800 != 0xD800 ? (value, 3) : nil
    }
    guard lead < 0xF5, rest >= 4 else { return nil }
    let fourth = UInt32(self[index + 3])
    guard fourth & 0xC0 == 0x80 else { return nil }
    let value = (lead & 0x07) << 18 | (second & 0x3F) << 12 | (third & 0x3F) << 6 | fourth & 0x3F
    return 0x10000...0x10FFFF ~= value ? (value, 4) : nil
  }
}
