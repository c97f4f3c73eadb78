import GazetteerIndex

/// A line of a saved session: words like those of a command, but inside quotes `\n` and `\x1B` are escapes too, so
/// that a word can have any bytes and stay on one line.
enum FactLine {
  static func text(_ words: [Word]) -> [UInt8] {
    var line: [UInt8] = []
    for (index, word) in words.enumerated() {
      if index > 0 { line.append(UInt8(ascii: " ")) }
      write(word, to: &line)
    }
    return line
  }

  private static func write(_ word: Word, to line: inout [UInt8]) {
    let bytes = word.text.bytes
    if !word.isQuoted, !bytes.isEmpty, bytes.allSatisfy(isPlain) {
      line += bytes
      return
    }
    line.append(UInt8(ascii: "\""))
    if String(validating: bytes, as: UTF8.self) != nil {
      for byte in bytes { write(byte, to: &line) }
    } else {
      for byte in bytes { if byte < 0x80 { write(byte, to: &line) } else { escape(byte, to: &line) } }
    }
    line.append(UInt8(ascii: "\""))
  }

  private static func write(_ byte: UInt8, to line: inout [UInt8]) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): line += [UInt8(ascii: "\\"), byte]
    case UInt8(ascii: "\n"): line += Array("\\n".utf8)
    case 0..<0x20, 0x7F: escape(byte, to: &line)
    default: line.append(byte)
    }
  }

  private static func escape(_ byte: UInt8, to line: inout [UInt8]) {
    let digits = Array("0123456789ABCDEF".utf8)
    line += [UInt8(ascii: "\\"), UInt8(ascii: "x"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
  }

  /// Letters, digits and other characters that need no quotes.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    // The digits, and the signs next to them in ASCII.
    case UInt8(ascii: "+")...UInt8(ascii: ":"), UInt8(ascii: "@"): true
    case UInt8(ascii: "_"), UInt8(ascii: "="), UInt8(ascii: "%"): true
    default: false
    }
  }

  /// The words of a line; nil if it is malformed.
  static func words(_ line: ArraySlice<UInt8>) -> [Word]? {
    var words: [Word] = []
    var rest = line
    while let first = rest.first {
      if first == UInt8(ascii: " ") {
        rest.removeFirst()
      } else if first == UInt8(ascii: "\"") {
        rest.removeFirst()
        guard let text = quotation(&rest), [nil, UInt8(ascii: " ")].contains(rest.first) else { return nil }
        words.append(Word(Untrusted(bytes: text), isQuoted: true))
      } else {
        let word = rest.prefix { $0 != UInt8(ascii: " ") }
        guard !word.contains(UInt8(ascii: "\"")) else { return nil }
        words.append(Word(Untrusted(bytes: word)))
        rest = rest[word.endIndex...]
      }
    }
    return words
  }

  /// Reads up to the closing quote; nil if there is none.
  private static func quotation(_ rest: inout ArraySlice<UInt8>) -> [UInt8]? {
    var text: [UInt8] = []
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\""): return text
      case UInt8(ascii: "\\"):
        guard let escaped = escaped(&rest) else { return nil }
        text.append(escaped)
      default: text.append(byte)
      }
    }
    return nil
  }

  /// Reads what follows a backslash.
  private static func escaped(_ rest: inout ArraySlice<UInt8>) -> UInt8? {
    switch rest.popFirst() {
    case UInt8(ascii: "n"): return UInt8(ascii: "\n")
    case UInt8(ascii: "x"):
      let digits = rest.prefix(2)
      rest = rest[digits.endIndex...]
      guard digits.count == 2, digits.allSatisfy({ UnicodeScalar($0).properties.isASCIIHexDigit }) else { return nil }
      return UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
    case let byte?: return byte
    case nil: return nil
    }
  }
}
