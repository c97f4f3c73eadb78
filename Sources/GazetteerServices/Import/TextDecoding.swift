import GazetteerIndex

/// Makes UTF-8 of texts in other encodings.
enum TextDecoding {
  /// How many bytes are decoded between two checks of the cancellation; even.
  private static let piece = 1 << 20

  /// The encoding that a byte order mark shows; nil without one, and for UTF-8.
  static func marked(_ content: TextPiece) -> SourceReading.Encoding? {
    if content.starts(with: [0xFF, 0xFE]) { return .utf16LittleEndian }
    if content.starts(with: [0xFE, 0xFF]) { return .utf16BigEndian }
    return nil
  }

  /// The text in UTF-8, without a byte order mark; nil if it is UTF-8 already. O(its size).
  ///
  /// - Parameters:
  ///   - encoding: nil: the byte order mark decides.
  ///   - isCut: whether the text may end inside a character, which is then left out.
  static func utf8(
    _ content: TextPiece, from encoding: SourceReading.Encoding?, isCut: Bool = false,
    _ cancellation: Cancellation = Cancellation()
  ) throws(ImportError) -> ByteBuffer? {
    try TextEncoding.refuseForeign(content)
    let isXML = ImportFormat.looksLikeXML(content)
    if isXML, encoding == nil { return nil }
    switch encoding ?? marked(content) {
    case nil, .utf8: return nil
    case .latin1: return try bytewise(content, cancellation) { UnicodeScalar($0) }
    case .windows1252: return try bytewise(content, cancellation) { windows1252($0) }
    case .utf16:
      // Without a mark, the first letter decides: it is hardly ever beyond Latin.
      let isBigEndian =
        marked(content) == .utf16BigEndian || content.count >= 2 && content[0] == 0 && content[1] != 0
      return try utf16(content, encoding: .utf16, isBigEndian: isBigEndian, isCut: isCut, cancellation)
    case .utf16LittleEndian:
      return try utf16(content, encoding: .utf16LittleEndian, isBigEndian: false, isCut: isCut, cancellation)
    case .utf16BigEndian:
      return try utf16(content, encoding: .utf16BigEndian, isBigEndian: true, isCut: isCut, cancellation)
    case let other?:
      return try converted(content, from: other, by: converter(from: other), isCut: isCut, cancellation).text
    }
  }

  static func converter(from encoding: SourceReading.Encoding) throws(ImportError) -> TextConverter {
    guard let name = encoding.converter, let converter = TextConverter(from: name) else {
      throw .noConverter(encoding)
    }
    return converter
  }

  /// The text in UTF-8, by the C library, and how many bytes were read. O(its size).
  static func converted(
    _ content: TextPiece, from encoding: SourceReading.Encoding, by converter: TextConverter, isCut: Bool,
    _ cancellation: Cancellation = Cancellation()
  ) throws(ImportError) -> (text: ByteBuffer, read: Int) {
    let buffer = ByteBuffer()
    let read = try converter.convert(content, to: buffer, isCut: isCut, cancellation)
    guard read == content.count || isCut && content.count - read < mostBytesOfCharacter else {
      throw .notInEncoding(encoding, line: content[..<read].count { $0 == 0x0A } + 1)
    }
    return (buffer, read)
  }

  /// In the encodings that the C library converts.
  static let mostBytesOfCharacter = 4

  private static func bytewise(
    _ content: TextPiece, _ cancellation: Cancellation, _ scalar: (UInt8) -> UnicodeScalar
  ) throws(ImportError) -> ByteBuffer {
    let table = (0...255).map { Array(String(Character(scalar(UInt8($0)))).utf8) }
    let buffer = ByteBuffer()
    var start = 0
    while start < content.count {
      if cancellation.isCancelled { throw .cancelled }
      let end = min(start + piece, content.count)
      var text: [UInt8] = []
      text.reserveCapacity((end - start) * 5 / 4)
      for byte in content[start..<end] {
        if byte < 0x80 { text.append(byte) } else { text += table[Int(byte)] }
      }
      text.withUnsafeBufferPointer { buffer.append($0) }
      start = end
    }
    return buffer
  }

  /// The characters that Windows-1252 has where Latin-1 has controls. Five bytes have none and stay controls.
  private static let of0x80: [UInt16] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D, 0x017D,
    0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,
    0x017E, 0x0178,
  ]

  private static func windows1252(_ byte: UInt8) -> UnicodeScalar {
    guard (0x80...0x9F).contains(byte) else { return UnicodeScalar(byte) }
    return UnicodeScalar(of0x80[Int(byte) - 0x80]) ?? UnicodeScalar(byte)
  }

  private static func utf16(
    _ content: TextPiece, encoding: SourceReading.Encoding, isBigEndian: Bool, isCut: Bool, _ cancellation: Cancellation
  ) throws(ImportError) -> ByteBuffer {
    let buffer = ByteBuffer()
    func unit(_ index: Int) -> UInt16 {
      let (first, second) = (UInt16(content[index]), UInt16(content[index + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    var index = 0
    if content.count >= 2, unit(0) == 0xFEFF { index = 2 }
    var line = 1
    while index + 1 < content.count {
      if cancellation.isCancelled { throw .cancelled }
      let end = min(index + piece, content.count - 1)
      var text: [UInt8] = []
      text.reserveCapacity(piece)
      while index < end {
        let first = unit(index)
        index += 2
        if first < 0x80 {
          if first == 0x0A { line += 1 }
          text.append(UInt8(first))
        } else if let scalar = UnicodeScalar(first) {
          text += Array(String(Character(scalar)).utf8)
        } else {
          if isCut, index + 1 >= content.count { break }
          guard first < 0xDC00, index + 1 < content.count, (0xDC00...0xDFFF).contains(unit(index)),
            let scalar = UnicodeScalar(0x10000 + (UInt32(first) & 0x3FF) << 10 + UInt32(unit(index)) & 0x3FF)
          else { throw .notInEncoding(encoding, line: line) }
          index += 2
          text += Array(String(Character(scalar)).utf8)
        }
      }
      text.withUnsafeBufferPointer { buffer.append($0) }
      if isCut, index + 1 >= content.count { break }
    }
    // Half a character is left.
    if !isCut, content.count % 2 != 0 { throw .notInEncoding(encoding, line: line) }
    return buffer
  }
}
