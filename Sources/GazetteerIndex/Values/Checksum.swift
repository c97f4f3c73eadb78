/// A checksum of 64 bits, to find damage.
///
/// Each step is a bijection of the state for given bytes, and of the bytes for a given state. So a change within eight
/// aligned bytes is always found. Any other change is missed with a probability of 1 in 2^64.
package struct Checksum {
  private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

  package init() {}

  /// Adds bytes and their count, so that moving bytes from one field to the next changes the checksum.
  package mutating func add(_ bytes: [UInt8]) { bytes.withUnsafeBytes { add($0) } }

  package mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { add(UnsafeRawBufferPointer($0)) }
  }

  package mutating func add(_ bytes: UnsafeRawBufferPointer) {
    add(UInt64(bytes.count))
    var offset = 0
    while offset + 8 <= bytes.count {
      add(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
      offset += 8
    }
    var last: UInt64 = 0
    for index in offset..<bytes.count { last = last << 8 | UInt64(bytes[index]) }
    add(last)
  }

  package mutating func add(_ number: Int64) { add(UInt64(bitPattern: number)) }

  private mutating func add(_ word: UInt64) {
    state = (state ^ word) &* 0xD6E8_FEB8_6659_FD93
    state ^= state >> 32
  }

  /// The checksum as a database column holds it.
  package var value: Int64 { Int64(bitPattern: state) }
}
