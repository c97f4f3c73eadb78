import GazetteerIndex

/// Reads JSON from memory piece by piece, strictly by RFC 8259. The values are slices and numbers.
///
///     try reader.beginArray()
///     while try reader.nextElement() {
///       try reader.beginObject()
///       while let key = try reader.nextKey() { … one value is read or skipped … }
///     }
///     try reader.end()
///
/// A key or string may be inside the reader's own buffer: use it before the next call.
///
/// Where the RFC leaves a choice: a byte order mark at the start is skipped; the keys of an object may repeat. In a text
/// that begins with a record separator, these are white space. Half of a surrogate pair, a depth above `depthLimit`, a
/// string above `longest`, and a number above `numberLimit` are errors. Do not use the reader after an error. Linear in
/// the bytes read. Allocates one buffer, which grows only for long strings with escapes.
package struct JSONReader {
  /// What is before each text of a sequence (RFC 7464).
  static let separator: UInt8 = 0x1E
  /// The greatest depth of nested objects and arrays.
  package static let depthLimit = 128
  /// The most bytes of a string, with its escapes resolved.
  package static let stringLimit = 1 << 20
  /// The most bytes of a number.
  static let numberLimit = 1 << 20
  /// The most bytes of a string, for this reader.
  var longest = JSONReader.stringLimit

  let base: UnsafePointer<UInt8>
  let count: Int
  var position: Int
  private let isSequence: Bool
  /// The last string with escapes. Copies of the reader share it.
  let resolved = ByteBuffer()

  private var depth = 0
  /// Which of the open containers are objects, the innermost in the lowest bit.
  private var objects: UInt128 = 0
  /// Whether nothing in the innermost container has been read yet, so that no comma is expected.
  private var isAtStart = false

  /// - Precondition: at least 64 readable zero bytes follow `bytes`, which stay valid while the reader is used.
  package init(_ bytes: UnsafeBufferPointer<UInt8>) {
    base = bytes.baseAddress ?? UnsafePointer(resolved.bytes)
    count = bytes.count
    position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    isSequence = position < count && base[position] == Self.separator
  }

  /// How many bytes have been read.
  package var offset: Int { position }

  /// A position to return to. It costs less than a copy of the reader, which shares a buffer.
  struct Mark {
    fileprivate let position: Int
    fileprivate let depth: Int
    fileprivate let objects: UInt128
    fileprivate let isAtStart: Bool
  }

  var mark: Mark { Mark(position: position, depth: depth, objects: objects, isAtStart: isAtStart) }

  /// Returns to a position.
  mutating func rewind(to mark: Mark) {
    position = mark.position
    depth = mark.depth
    objects = mark.objects
    isAtStart = mark.isAtStart
  }

  /// The kind of a value.
  package enum Kind { case object, array, string, number, bool, null }

  /// The kind of the next value, by its first byte. Skips white space.
  @inline(__always)
  package mutating func kind() throws(JSONError) -> Kind {
    switch nextByte() {
    case UInt8(ascii: "{"): .object
    case UInt8(ascii: "["): .array
    case UInt8(ascii: "\""): .string
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): .number
    case UInt8(ascii: "t"), UInt8(ascii: "f"): .bool
    case UInt8(ascii: "n"): .null
    default: throw unexpected(.value)
    }
  }

  package mutating func beginObject() throws(JSONError) {
    try begin(UInt8(ascii: "{"), isObject: true)
  }

  package mutating func beginArray() throws(JSONError) {
    try begin(UInt8(ascii: "["), isObject: false)
  }

  /// The next key of the object in valid UTF-8, with escapes resolved; valid until the next call. At the end of the
  /// object, consumes the end and returns nil.
  package mutating func nextKey() throws(JSONError) -> UnsafeBufferPointer<UInt8>? {
    assert(depth > 0 && objects & 1 == 1, "only an object has keys")
    var byte = nextByte()
    if byte == UInt8(ascii: "}") {
      close()
      return nil
    }
    if !isAtStart {
      guard byte == UInt8(ascii: ",") else { throw unexpected(.commaOrBrace) }
      position += 1
      byte = nextByte()
    }
    guard byte == UInt8(ascii: "\"") else { throw unexpected(isAtStart ? .keyOrBrace : .key) }
    isAtStart = false
    let key = try quoted()
    guard nextByte() == UInt8(ascii: ":") else { throw unexpected(.colon) }
    position += 1
    return key
  }

  /// Whether another element follows in the array. At the end of the array, consumes the bracket.
  package mutating func nextElement() throws(JSONError) -> Bool {
    assert(depth > 0 && objects & 1 == 0, "only an array has elements")
    let byte = nextByte()
    if byte == UInt8(ascii: "]") {
      close()
      return false
    }
    if isAtStart {
      isAtStart = false
    } else {
      guard byte == UInt8(ascii: ",") else { throw unexpected(.commaOrBracket) }
      position += 1
    }
    return true
  }

  /// The next string in valid UTF-8, with escapes resolved; a slice of the input if it has no escapes. Valid until the
  /// next call.
  package mutating func string() throws(JSONError) -> UnsafeBufferPointer<UInt8> {
    guard nextByte() == UInt8(ascii: "\"") else { throw unexpected(.string) }
    return try quoted()
  }

  package mutating func bool() throws(JSONError) -> Bool {
    switch nextByte() {
    case UInt8(ascii: "t"):
      try pass(over: "true")
      return true
    case UInt8(ascii: "f"):
      try pass(over: "false")
      return false
    default: throw unexpected(.bool)
    }
  }

  package mutating func null() throws(JSONError) {
    guard nextByte() == UInt8(ascii: "n") else { throw unexpected(.null) }
    try pass(over: "null")
  }

  /// Skips any value. Checks it as strictly as reading would.
  ///
  /// - Parameter cancellation: polled from time to time, because a value may be as large as the file.
  package mutating func skipValue(_ cancellation: Cancellation? = nil) throws(JSONError) {
    let outside = depth
    var steps = 0
    repeat {
      steps += 1
      if steps & 0xFFFF == 0, let cancellation, cancellation.isCancelled {
        throw JSONError(offset: position, fault: .cancelled)
      }
      switch try kind() {
      case .object: try beginObject()
      case .array: try beginArray()
      case .string: _ = try quoted()
      case .number: _ = try number()
      case .bool: _ = try bool()
      case .null: try null()
      }
      while depth > outside {
        let hasMore = objects & 1 == 1 ? try nextKey() != nil : try nextElement()
        if hasMore { break }
      }
    } while depth > outside
  }

  /// The bytes of the next value as written, after a check. Valid as long as the input.
  package mutating func rawValue(_ cancellation: Cancellation? = nil) throws(JSONError) -> UnsafeBufferPointer<UInt8> {
    _ = nextByte()
    let start = position
    try skipValue(cancellation)
    return UnsafeBufferPointer(start: base + start, count: position - start)
  }

  /// Throws unless only white space is left.
  package mutating func end() throws(JSONError) {
    assert(depth == 0, "an object or array is open")
    _ = nextByte()
    guard position == count else { throw unexpected(.endOfText) }
  }

  /// Skips white space. Returns the byte after it without consuming it; zero at the end.
  @inline(__always)
  mutating func nextByte() -> UInt8 {
    while true {
      let byte = base[position]
      guard byte <= 0x20,
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 || byte == Self.separator && isSequence
      else { return byte }
      position += 1
    }
  }

  private mutating func begin(_ bracket: UInt8, isObject: Bool) throws(JSONError) {
    guard nextByte() == bracket else { throw unexpected(isObject ? .object : .array) }
    guard depth < Self.depthLimit else { throw JSONError(offset: position, fault: .tooDeep) }
    position += 1
    depth += 1
    objects = objects &<< 1 | (isObject ? 1 : 0)
    isAtStart = true
  }

  private mutating func close() {
    position += 1
    depth -= 1
    objects &>>= 1
    isAtStart = false
  }

  private mutating func pass(over word: StaticString) throws(JSONError) {
    for index in 0..<word.utf8CodeUnitCount {
      guard base[position] == word.utf8Start[index] else { throw unexpected(.word(word.description)) }
      position += 1
    }
  }

  /// The error that something else is expected at `position`.
  @inline(never)
  func unexpected(_ expected: JSONError.Expectation) -> JSONError {
    JSONError(offset: position, fault: .unexpected(position < count ? characterFound : nil, expected: expected))
  }

  /// The character at `position`, which is not the end; one byte if no character starts there.
  private var characterFound: Untrusted {
    let length = min(max(1, (~base[position]).leadingZeroBitCount), 4, count - position)
    let bytes = UnsafeBufferPointer(start: base + position, count: length)
    return Untrusted(bytes: firstInvalidUTF8(bytes) == nil ? bytes[...] : bytes.prefix(1))
  }
}
