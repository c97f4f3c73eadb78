/// Text in a form that every file format can hold: `\\` means a backslash, `\3b` the byte 0x3B.
package enum EscapedText {
  /// Escapes backslashes, control characters except newline and tab, blanks at either end, invalid UTF-8, U+FFFE,
  /// U+FFFF, and each ASCII byte of `others`.
  package static func escaped(_ text: Untrusted, and others: Set<UInt8> = []) -> String {
    if needsNoEscapes(text, and: others) { return text.text }
    let bytes = text.bytes.withUnsafeBufferPointer { escaped($0, and: others) }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func escaped(_ text: UnsafeBufferPointer<UInt8>, and others: Set<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count + 8)
    var index = 0
    while index < text.count {
      let first = text[index]
      let scalar = text.strictScalar(at: index)
      let character = UnsafeBufferPointer(rebasing: text[index..<index + (scalar?.length ?? 1)])
      // Many readers remove blanks at the ends.
      let isAtEnd = index == 0 || index == text.count - 1
      index += character.count
      switch scalar?.value {
      case 0x5C: bytes += "\\\\".utf8
      case 0x09, 0x0A, 0x20:
        if isAtEnd || others.contains(first) { bytes += escape(of: first) } else { bytes.append(first) }
      case (0..<0x20)?, 0x7F, nil: bytes += escape(of: first)
      case 0xFFFE, 0xFFFF: bytes += character.flatMap { escape(of: $0) }
      case (0..<0x80)? where others.contains(first): bytes += escape(of: first)
      default: bytes += character
      }
    }
    return bytes
  }

  /// Whether a text is the same when it is escaped, also in one line. Most texts are: printable ASCII.
  private static func needsNoEscapes(_ text: Untrusted, and others: Set<UInt8>) -> Bool {
    let bytes = text.bytes
    let blank = UInt8(ascii: " ")
    return text.isPrintableASCII && bytes.first != blank && bytes.last != blank
      && !bytes.contains(UInt8(ascii: "\\")) && !others.contains { bytes.contains($0) }
  }

  /// Also escapes newlines, tabs, and everything that could act on a terminal.
  package static func oneLine(_ text: Untrusted, and others: Set<UInt8> = []) -> String {
    if needsNoEscapes(text, and: others) { return text.text }
    var bytes = Array(escaped(text, and: others.union([0x09, 0x0A])).utf8)
    let shown = Untrusted(bytes: bytes).neutralised
    if !shown.utf8.elementsEqual(bytes) { bytes = bytes.flatMap { $0 < 0x80 ? [$0] : escape(of: $0) } }
    if bytes.last == UInt8(ascii: " ") { bytes = bytes.dropLast() + escape(of: UInt8(ascii: " ")) }
    if bytes.first == UInt8(ascii: " ") { bytes = escape(of: UInt8(ascii: " ")) + bytes.dropFirst() }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// `\3b`.
  package static func escape(of byte: UInt8) -> [UInt8] {
    [UInt8(ascii: "\\")] + Hexadecimal.digits(of: byte, uppercase: false)
  }

  /// The text before it was escaped. A backslash that does not begin an escape stays as it is.
  package static func unescaped(_ text: some Collection<UInt8>) -> Untrusted {
    var bytes: [UInt8] = []
    var rest = Array(text)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\\"), rest.first == byte {
        rest.removeFirst()
        bytes.append(byte)
      } else if byte == UInt8(ascii: "\\"), let value = Hexadecimal.byte(rest.prefix(2)) {
        rest.removeFirst(2)
        bytes.append(value)
      } else {
        bytes.append(byte)
      }
    }
    return Untrusted(bytes: bytes)
  }
}

/// A byte as two hexadecimal digits.
package enum Hexadecimal {
  /// `3B`, or `3b`.
  package static func digits(of byte: UInt8, uppercase: Bool = true) -> [UInt8] {
    [byte >> 4, byte & 15].map { digit in
      digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: uppercase ? "A" : "a") - 10)
    }
  }

  /// The byte of exactly two digits, in either case; nil for anything else.
  package static func byte(_ digits: some Collection<UInt8>) -> UInt8? {
    guard digits.count == 2 else { return nil }
    return digits.reduce(UInt8?.some(0)) { byte, digit in
      guard let byte, let value = value(digit) else { return nil }
      return byte << 4 | value
    }
  }

  /// The value of one digit.
  package static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
