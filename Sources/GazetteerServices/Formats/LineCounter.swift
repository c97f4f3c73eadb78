import GazetteerIndex

/// Finds the lines and columns of ascending offsets. O(bytes) for all of them. A smaller offset makes it start again
/// from the beginning.
///
/// Lines end with LF, CR or CRLF.
struct LineCounter {
  private let content: UnsafeBufferPointer<UInt8>
  private var offset = 0
  private var line = 1
  private var lineStart = 0
  /// The number of characters in the line before an offset.
  private var counted = (offset: 0, characters: 0)

  init(_ content: UnsafeBufferPointer<UInt8>) { self.content = content }

  mutating func line(at offset: Int) -> Int {
    if offset < self.offset { (self.offset, line, lineStart) = (0, 1, 0) }
    while self.offset < offset {
      let byte = content[self.offset]
      self.offset += 1
      let isHalfOfCRLF = byte == 0x0D && self.offset < content.count && content[self.offset] == 0x0A
      if byte == 0x0A || (byte == 0x0D && !isHalfOfCRLF) {
        line += 1
        lineStart = self.offset
      }
    }
    return line
  }

  /// `line 3, column 14`: columns count characters, from 1.
  mutating func place(at offset: Int) -> Message {
    let line = line(at: offset)
    if !(lineStart...offset ~= counted.offset) { counted = (lineStart, 0) }
    counted.characters += content[counted.offset..<offset].count { $0 & 0xC0 != 0x80 }
    counted.offset = offset
    return "line \(line), column \(counted.characters + 1)"
  }
}
