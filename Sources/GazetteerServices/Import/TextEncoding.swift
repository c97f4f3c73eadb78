import GazetteerIndex

/// The encoding of texts that do not declare one.
enum TextEncoding {
  private static let piece = 1 << 24

  /// Throws if the text is blank, no text at all, or not in UTF-8. O(its size).
  ///
  /// - Parameter path: that of the file. Its ending says what a file that is no text may be.
  static func check(
    _ content: TextPiece, path: String, mayBeBlank: Bool = false, _ cancellation: Cancellation = Cancellation()
  ) throws(ImportError) {
    if !mayBeBlank, content.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }) { throw .empty }
    if isUTF16(content) { throw .utf16 }
    if isBinary(content) {
      let isOfShapefile = [".dbf", ".shx", ".sbn", ".sbx"].contains { path.lowercased().hasSuffix($0) }
      if isOfShapefile { throw .partOfShapefile }
      let isSnapshot = Snapshot.recognises(UnsafeRawBufferPointer(content))
      let format = isSnapshot ? .snapshot : ImportFormat.ofBinary(content)
      throw format.map { .otherFormat($0) } ?? .notText
    }
    var start = 0
    while start < content.count {
      if cancellation.isCancelled { throw .cancelled }
      var end = min(start + piece, content.count)
      // Do not cut inside a character. A character has at most four bytes.
      for _ in 0..<3 where end < content.count && content[end] & 0xC0 == 0x80 { end -= 1 }
      if let offset = firstInvalidUTF8(TextPiece(rebasing: content[start..<end])) {
        throw .notUTF8(line: content[..<(start + offset)].count { $0 == 0x0A } + 1)
      }
      start = end
    }
  }

  /// Whether many of the first bytes are controls that texts do not have. Zeros alone are in damaged texts too, and 0x01
  /// alone separates the cells of tables.
  private static func isBinary(_ content: TextPiece) -> Bool {
    let start = content.prefix(4096)
    let controls = start.filter { $0 < 0x20 && ![0x09, 0x0A, 0x0D].contains($0) }
    let isOne = controls.allSatisfy { $0 == 0 } || controls.allSatisfy { $0 == 1 }
    return controls.count > 1 && !isOne && controls.count * 10 > start.count
  }

  /// Throws if it is in a format of other programs, if there is a byte order mark of UTF-32, or if three zeros are beside
  /// each of the first two letters.
  static func refuseForeign(_ content: TextPiece) throws(ImportError) {
    if let format = ForeignFormat(content) { throw .foreign(format) }
    let zeros = content.prefix(8).map { $0 == 0 }
    let ofLetters = [false, true, true, true, false, true, true, true]
    if content.starts(with: [0xFF, 0xFE, 0, 0]) || zeros == ofLetters { throw .utf32(isBigEndian: false) }
    if content.starts(with: [0, 0, 0xFE, 0xFF]) || zeros == ofLetters.reversed() { throw .utf32(isBigEndian: true) }
  }

  /// Whether there is a byte order mark, or every other one of the first bytes is zero.
  static func isUTF16(_ content: TextPiece) -> Bool {
    if content.starts(with: [0xFF, 0xFE]) || content.starts(with: [0xFE, 0xFF]) { return true }
    guard content.count >= 4 else { return false }
    let zeros = (0..<4).map { content[$0] == 0 }
    return zeros == [true, false, true, false] || zeros == [false, true, false, true]
  }
}
