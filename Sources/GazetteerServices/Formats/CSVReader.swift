import GazetteerIndex

/// Reads rows of separated fields, strictly by RFC 4180: a field that begins with `"` ends with one and holds `""` for a
/// quote; no other field holds any. All rows have as many fields as the first.
///
///     while try reader.nextRecord() { … reader.field(0) … }
///
/// Rows end with LF, CR or CRLF; those without anything in them are passed over, as is a byte order mark. After an error
/// that is not fatal the reader stands at the next row. The text is valid UTF-8. O(length).
package struct CSVReader {
  package static let fieldLimit = 1 << 20

  private let base: UnsafePointer<UInt8>
  private let count: Int
  private let delimiter: UInt8
  private var position: Int
  private var lines: LineCounter
  /// The fields of this row that had doubled quotes. Copies of the reader share it.
  private let unescaped = ByteBuffer()
  private var fields: [Field] = []
  private var expectedCount: Int?
  /// The line, from 1, on which the row read last starts.
  package private(set) var line = 1

  /// A piece of the text, or of `unescaped`.
  private struct Field {
    let start: Int
    let count: Int
    let isUnescaped: Bool
  }

  /// `bytes` are followed by at least 64 readable bytes (zeros) and stay valid while the reader is used.
  package init(_ bytes: UnsafeBufferPointer<UInt8>, delimiter: UInt8) {
    base = bytes.baseAddress ?? UnsafePointer(unescaped.bytes)
    count = bytes.count
    self.delimiter = delimiter
    position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    lines = LineCounter(bytes)
  }

  /// The number of fields of the row read last.
  package var fieldCount: Int { fields.count }

  /// A field's text, quotes resolved; valid until the next row is read.
  package func field(_ index: Int) -> UnsafeBufferPointer<UInt8> {
    let field = fields[index]
    let start = field.isUnescaped ? UnsafePointer(unescaped.bytes) : base
    return UnsafeBufferPointer(start: start + field.start, count: field.count)
  }

  /// Reads the next row; false at the end.
  package mutating func nextRecord() throws(CSVError) -> Bool {
    fields.removeAll(keepingCapacity: true)
    unescaped.removeAll()
    while isAtLineEnd { position += 1 }
    guard position < count else { return false }
    let start = position
    line = lines.line(at: start)
    do {
      try readFields()
    } catch {
      if !error.isFatal { passOverLine() }
      throw error
    }
    if position < count { position += 1 }
    if let expectedCount, fields.count != expectedCount {
      throw CSVError(fault: .ragged(fields: fields.count, expected: expectedCount), line: line, column: 1)
    }
    expectedCount = fields.count
    return true
  }

  private mutating func readFields() throws(CSVError) {
    while true {
      if base[position] == UInt8(ascii: "\"") { try readQuoted() } else { try readPlain() }
      guard position < count, base[position] == delimiter else { return }
      position += 1
    }
  }

  private var isAtLineEnd: Bool {
    position < count && (base[position] == UInt8(ascii: "\n") || base[position] == UInt8(ascii: "\r"))
  }

  private mutating func passOverLine() {
    while position < count && !isAtLineEnd { position += 1 }
  }

  private mutating func readPlain() throws(CSVError) {
    let start = position
    while position < count && base[position] != delimiter && !isAtLineEnd {
      if base[position] == UInt8(ascii: "\"") { throw error(.strayQuote, at: position) }
      if base[position] == 0 { throw error(.nul, at: position) }
      position += 1
    }
    try add(Field(start: start, count: position - start, isUnescaped: false))
  }

  private mutating func readQuoted() throws(CSVError) {
    let quote = position
    let first = unescaped.count
    position += 1
    var piece = position
    while true {
      try goToQuote(openedAt: quote)
      guard base[position + 1] == UInt8(ascii: "\""), position + 1 < count else { break }
      // Of two quotes the first belongs to the field.
      unescaped.append(UnsafeBufferPointer(start: base + piece, count: position + 1 - piece))
      position += 2
      piece = position
    }
    if unescaped.count == first {
      try add(Field(start: piece, count: position - piece, isUnescaped: false))
    } else {
      unescaped.append(UnsafeBufferPointer(start: base + piece, count: position - piece))
      try add(Field(start: first, count: unescaped.count - first, isUnescaped: true))
    }
    position += 1
    guard position == count || base[position] == delimiter || isAtLineEnd else {
      throw error(.textAfterQuote, at: position)
    }
  }

  private mutating func goToQuote(openedAt quote: Int) throws(CSVError) {
    while base[position] != UInt8(ascii: "\"") || position >= count {
      guard position < count else { throw error(.openQuote, at: quote) }
      if base[position] == 0 { throw error(.nul, at: position) }
      position += 1
    }
  }

  private mutating func add(_ field: Field) throws(CSVError) {
    guard field.count <= Self.fieldLimit else { throw error(.fieldTooLong(limit: Self.fieldLimit), at: field.start) }
    fields.append(field)
  }

  private func error(_ fault: CSVError.Fault, at offset: Int) -> CSVError {
    var lines = lines
    let lineStart = UnsafeBufferPointer(start: base, count: offset).lastIndex { $0 == 0x0A || $0 == 0x0D }
    let before = UnsafeBufferPointer(start: base, count: offset)[(lineStart.map { $0 + 1 } ?? 0)...]
    return CSVError(
      fault: fault, line: lines.line(at: offset), column: before.count { $0 & 0xC0 != 0x80 } + 1)
  }
}
