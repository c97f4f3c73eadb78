import GazetteerIndex

/// A piece of a text in memory. It does not own the memory.
typealias TextPiece = UnsafeBufferPointer<UInt8>

extension TextPiece {
  /// Whether it has only blanks and control characters.
  var isBlank: Bool {
    guard let first else { return true }
    return first <= UInt8(ascii: " ") && allSatisfy { $0 <= UInt8(ascii: " ") }
  }

  /// Without the blanks at both ends.
  var trimmed: TextPiece {
    var range = indices
    while let first = range.first, self[first] <= UInt8(ascii: " ") { range.removeFirst() }
    while let last = range.last, self[last] <= UInt8(ascii: " ") { range.removeLast() }
    return TextPiece(rebasing: self[range])
  }

  /// Whether it is one of the words that tables have in place of a missing value.
  var isMissing: Bool { CellType.isMissing(trimmed) }

  /// Whether it starts as a gzip file does.
  var isGzip: Bool { starts(with: [0x1F, 0x8B]) }
}

extension ByteBuffer {
  /// All bytes, followed by the zeros that the readers expect.
  var terminated: TextPiece {
    let length = count
    for _ in 0..<64 { append(0) }
    return TextPiece(rebasing: slice[..<length])
  }
}

extension Untrusted {
  /// Whether it has only blanks and control characters.
  var isBlank: Bool { bytes.withUnsafeBufferPointer(\.isBlank) }

  /// The first line that is not blank, shortened to the length of a name.
  var firstLine: Untrusted? {
    for line in bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      let text = line.withUnsafeBufferPointer { Untrusted(bytes: $0.trimmed) }
      if !text.isEmpty { return text.beginning }
    }
    return nil
  }
}
