/// 64 bits over a row, by which a change of it that nobody made shows.
///
/// Each step is a bijection of the state for given bytes and of the bytes for a given state: a change within eight
/// aligned bytes is always seen, any other is missed once in 2^64.
struct Checksum {
  private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// Takes in bytes with their number, so that what ends one field cannot begin the next.
  mutating func add(_ bytes: [UInt8]) { bytes.withUnsafeBytes { add($0) } }

  mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { add(UnsafeRawBufferPointer($0)) }
  }

  private mutating func add(_ bytes: UnsafeRawBufferPointer) {
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

  mutating func add(_ number: Int64) { add(UInt64(bitPattern: number)) }

  private mutating func add(_ word: UInt64) {
    state = (state ^ word) &* 0xD6E8_FEB8_6659_FD93
    state ^= state >> 32
  }

  /// As a column holds it.
  var value: Int64 { Int64(bitPattern: state) }
}
