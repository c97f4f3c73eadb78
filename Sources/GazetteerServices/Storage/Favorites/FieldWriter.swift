import GazetteerIndex

/// Writes fields one after the other, each with its tag and its length, so that a reader can skip unknown ones.
///
///     tag (1 byte) · length (7 bits in each byte, lowest first) · bytes
struct FieldWriter {
  private(set) var bytes: [UInt8] = []

  mutating func add(_ tag: UInt8, _ value: [UInt8]) {
    bytes.append(tag)
    var length = value.count
    while length >= 0x80 {
      bytes.append(UInt8(length & 0x7F) | 0x80)
      length >>= 7
    }
    bytes.append(UInt8(length))
    bytes += value
  }

  mutating func add(_ tag: UInt8, _ text: Untrusted?) { if let text { add(tag, text.bytes) } }

  mutating func add(_ tag: UInt8, _ number: Int64?) {
    if let number { withUnsafeBytes(of: number.littleEndian) { add(tag, Array($0)) } }
  }

  /// Writes a record as a field of this record.
  mutating func add(_ tag: UInt8, _ body: (inout FieldWriter) -> Void) {
    var inner = FieldWriter()
    body(&inner)
    add(tag, inner.bytes)
  }
}

/// Reads what a `FieldWriter` wrote. `next` returns nil at the end; `isDamaged` says whether it ended inside a field.
struct FieldReader {
  private let bytes: UnsafeRawBufferPointer
  private var position = 0
  private(set) var isDamaged = false

  /// The bytes must stay valid as long as the reader and its fields are used.
  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  mutating func next() -> (tag: UInt8, value: UnsafeRawBufferPointer)? {
    guard position < bytes.count else { return nil }
    let tag = bytes[position]
    position += 1
    var length = 0
    var shift = 0
    while position < bytes.count, shift < 56 {
      let byte = bytes[position]
      position += 1
      length |= Int(byte & 0x7F) << shift
      shift += 7
      guard byte & 0x80 == 0 else { continue }
      guard length <= bytes.count - position else { break }
      defer { position += length }
      return (tag, UnsafeRawBufferPointer(rebasing: bytes[position..<position + length]))
    }
    isDamaged = true
    return nil
  }
}

extension UnsafeRawBufferPointer {
  /// The number in a field; nil if it is not a number.
  var number: Int64? { count == 8 ? Int64(littleEndian: loadUnaligned(as: Int64.self)) : nil }
  /// The text in a field.
  var text: Untrusted { Untrusted(bytes: Array(self)) }
}
