/// Text in a form that every file format can hold: `\\` means a backslash, `\3b` the byte 0x3B.
package enum EscapedText {
  /// Escapes backslashes, control characters except newline and tab, blanks at either end, invalid UTF-8, U+FFFE,
  /// U+FFFF, and each ASCII byte of `others`.
  package static func escaped(_ text: Untrusted, and others: Set<UInt8> = []) -> String {
    var bytes: [UInt8] = []
    var rest = text.bytes[...]
    // Many readers remove blanks at the ends.
    let ends = [text.bytes.startIndex, text.bytes.endIndex - 1]
    while let first = rest.first {
      let length = wellFormedLength(rest)
      let character = rest.prefix(max(1, length))
      rest = rest.dropFirst(character.count)
      switch first {
      case UInt8(ascii: "\\"): bytes += "\\\\".utf8
      case _ where [0x09, 0x0A, 0x20].contains(first) && ends.contains(rest.startIndex - 1): bytes += escape(of: first)
      case 0x09, 0x0A: bytes += others.contains(first) ? escape(of: first) : [first]
      case ..<0x20, 0x7F: bytes += escape(of: first)
      case _ where length == 0 || others.contains(first): bytes += escape(of: first)
      case _ where character.elementsEqual([0xEF, 0xBF, 0xBE]) || character.elementsEqual([0xEF, 0xBF, 0xBF]):
        bytes += character.flatMap { escape(of: $0) }
      default: bytes += character
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Also escapes newlines, tabs, and everything that could act on a terminal.
  package static func oneLine(_ text: Untrusted, and others: Set<UInt8> = []) -> String {
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

  /// The length of the first character in bytes; 0 if it is not UTF-8.
  private static func wellFormedLength(_ bytes: ArraySlice<UInt8>) -> Int {
    let length =
      switch bytes.first ?? 0 {
      case ..<0x80: 1
      case 0xC2..<0xE0: 2
      case 0xE0..<0xF0: 3
      case 0xF0..<0xF5: 4
      default: 0
      }
    return length <= bytes.count && String(validating: bytes.prefix(length), as: UTF8.self) != nil ? length : 0
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
