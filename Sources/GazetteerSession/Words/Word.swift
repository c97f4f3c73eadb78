import GazetteerIndex

/// One word of a line.
package struct Word: Hashable, Sendable {
  package let text: Untrusted
  /// Whether any part of it was quoted. Such a word is never an option.
  package let isQuoted: Bool

  package init(_ text: Untrusted, isQuoted: Bool = false) {
    self.text = text
    self.isQuoted = isQuoted
  }
}

extension [Word] {
  /// The words with blanks between them.
  var text: Untrusted {
    var bytes: [UInt8] = []
    for (index, word) in enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: " ")) }
      bytes += word.text.bytes
    }
    return Untrusted(bytes: bytes)
  }
}
