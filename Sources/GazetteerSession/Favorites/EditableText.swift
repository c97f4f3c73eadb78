import GazetteerIndex

/// Text that every editor leaves unchanged: only visible characters, and everything else as an escape.
enum EditableText {
  /// - Parameter isLine: whether the text is one line, so that newlines, and spaces at its ends, are escaped too.
  static func escaped(_ text: Untrusted, isLine: Bool) -> String {
    var escaped = ""
    var rest = text.bytes[...]
    while let first = rest.first {
      let isEnd = isLine && first == 0x20 && (rest.count == 1 || rest.count == text.bytes.count)
      if first == 0x0A, !isLine {
        escaped += "\n"
        rest = rest.dropFirst()
      } else if first == UInt8(ascii: "\\") {
        escaped += "\\\\"
        rest = rest.dropFirst()
      } else if !isEnd, let character = visibleCharacter(in: rest) {
        escaped.unicodeScalars.append(character)
        rest = rest.dropFirst(UTF8.width(character))
      } else {
        escaped += "\\x" + String(decoding: Hexadecimal.digits(of: first), as: UTF8.self)
        rest = rest.dropFirst()
      }
    }
    return escaped
  }

  /// The first character of the bytes; nil if it is not visible.
  private static func visibleCharacter(in bytes: ArraySlice<UInt8>) -> Unicode.Scalar? {
    var decoder = UTF8()
    var iterator = bytes.prefix(4).makeIterator()
    guard case .scalarValue(let scalar) = decoder.decode(&iterator), !Neutraliser.isHostile(scalar) else { return nil }
    return scalar
  }

  /// The text without escapes; nil if one of them is malformed.
  static func unescaped(_ text: some Sequence<UInt8>) -> Untrusted? {
    var bytes: [UInt8] = []
    var iterator = text.makeIterator()
    while let byte = iterator.next() {
      guard byte == UInt8(ascii: "\\") else {
        bytes.append(byte)
        continue
      }
      switch iterator.next() {
      case UInt8(ascii: "\\"): bytes.append(byte)
      case UInt8(ascii: "x"):
        guard let value = Hexadecimal.byte([iterator.next(), iterator.next()].compactMap(\.self)) else { return nil }
        bytes.append(value)
      default: return nil
      }
    }
    return Untrusted(bytes: bytes)
  }
}
