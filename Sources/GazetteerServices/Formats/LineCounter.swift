/// Tells the lines of offsets that are asked for in ascending order. O(bytes) in all.
///
/// Lines end with LF, CR or CRLF.
struct LineCounter {
  private let content: UnsafeBufferPointer<UInt8>
  private var offset = 0
  private var line = 1

  init(_ content: UnsafeBufferPointer<UInt8>) { self.content = content }

  mutating func line(at offset: Int) -> Int {
    while self.offset < offset {
      let byte = content[self.offset]
      self.offset += 1
      let isHalfOfCRLF = byte == 0x0D && self.offset < content.count && content[self.offset] == 0x0A
      if byte == 0x0A || (byte == 0x0D && !isHalfOfCRLF) { line += 1 }
    }
    return line
  }
}
