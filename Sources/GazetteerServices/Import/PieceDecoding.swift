import GazetteerIndex

/// Makes UTF-8 of a text that is read in pieces.
struct PieceDecoding {
  /// nil: it is UTF-8, unless the first piece has the byte order mark of UTF-16.
  private var encoding: SourceReading.Encoding?
  /// What was read of a character that is not complete.
  private var rest: [UInt8] = []
  private var isAtStart = true
  /// That of an encoding that the C library converts, which may keep a letter until its accent comes.
  private var converter: TextConverter?
  /// How many lines have ended.
  private var lines = 0

  init(_ encoding: SourceReading.Encoding?) { self.encoding = encoding }

  /// The characters that are complete with the next piece. O(bytes).
  ///
  /// - Parameter isLast: whether no piece follows.
  mutating func utf8(_ piece: [UInt8], isLast: Bool) throws(ImportError) -> [UInt8] {
    rest += piece
    if isAtStart {
      guard rest.count >= 8 || isLast else { return [] }
      try rest.withUnsafeBufferPointer { start throws(ImportError) in
        try TextEncoding.refuseForeign(start)
        beginUTF16(start)
      }
      isAtStart = false
    }
    if let encoding, encoding.converter != nil { return try converted(from: encoding, isLast: isLast) }
    let part = Array(rest.prefix(isLast ? rest.count : wholeCharacters))
    rest.removeFirst(part.count)
    guard let encoding else { return part }
    do throws(ImportError) {
      let decoded = try part.withUnsafeBufferPointer { text throws(ImportError) in
        try TextDecoding.utf8(text, from: encoding)
      }
      let text = decoded.map { Array($0.slice) } ?? part
      lines += text.count { $0 == 0x0A }
      return text
    } catch {
      guard case .notInEncoding(_, let line) = error else { throw error }
      throw .notInEncoding(encoding, line: lines + line)
    }
  }

  private mutating func converted(from encoding: SourceReading.Encoding, isLast: Bool) throws(ImportError) -> [UInt8] {
    do throws(ImportError) {
      let converter = if let converter { converter } else { try TextDecoding.converter(from: encoding) }
      self.converter = converter
      let (text, read) = try rest.withUnsafeBufferPointer { text throws(ImportError) in
        try TextDecoding.converted(text, from: encoding, by: converter, isCut: !isLast)
      }
      rest.removeFirst(read)
      lines += text.slice.count { $0 == 0x0A }
      return Array(text.slice)
    } catch {
      guard case .notInEncoding(_, let line) = error else { throw error }
      throw .notInEncoding(encoding, line: lines + line)
    }
  }

  /// The first characters say which of the two orders of bytes all have.
  private mutating func beginUTF16(_ start: TextPiece) {
    if encoding == nil { encoding = TextDecoding.marked(start) }
    guard encoding == .utf16 else { return }
    let isBigEndian = TextDecoding.marked(start) == .utf16BigEndian || start.first == 0
    encoding = isBigEndian ? .utf16BigEndian : .utf16LittleEndian
  }

  /// How many bytes of `rest` are whole characters.
  private var wholeCharacters: Int {
    guard encoding == .utf16BigEndian || encoding == .utf16LittleEndian else { return rest.count }
    let even = rest.count & ~1
    guard even >= 2 else { return even }
    // The first half of a character has its first six bits.
    let high = rest[encoding == .utf16BigEndian ? even - 2 : even - 1]
    return high & 0xFC == 0xD8 ? even - 2 : even
  }
}
