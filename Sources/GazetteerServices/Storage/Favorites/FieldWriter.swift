import GazetteerIndex

/// Writes fields one after the other, each with its tag and its length: a reader passes over the ones it does not know.
///
///     tag (1 byte) · length (7 bits a byte, the lowest first) · bytes
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

  /// A record within the record.
  mutating func add(_ tag: UInt8, _ body: (inout FieldWriter) -> Void) {
    var inner = FieldWriter()
    body(&inner)
    add(tag, inner.bytes)
  }
}

/// Reads what a `FieldWriter` wrote; nil from `next` at the end, `isDamaged` where that is not the end of a field.
struct FieldReader {
  private var rest: ArraySlice<UInt8>
  private(set) var isDamaged = false

  init(_ bytes: some Sequence<UInt8>) { rest = Array(bytes)[...] }

  mutating func next() -> (tag: UInt8, value: ArraySlice<UInt8>)? {
    guard let tag = rest.popFirst() else { return nil }
    var length = 0
    var shift = 0
    while let byte = rest.popFirst(), shift < 56 {
      length |= Int(byte & 0x7F) << shift
      shift += 7
      guard byte & 0x80 == 0 else { continue }
      guard length <= rest.count else { break }
      defer { rest = rest.dropFirst(length) }
      return (tag, rest.prefix(length))
    }
    isDamaged = true
    return nil
  }
}

extension ArraySlice<UInt8> {
  /// The number that a field holds; nil where it holds none.
  var number: Int64? {
    guard count == 8 else { return nil }
    return reversed().reduce(0) { $0 << 8 | Int64($1) }
  }
}
