import GazetteerIndex

/// Percent signs in links, as RFC 3986 defines them.
enum PercentEncoding {
  /// The text as one part of a link: only letters, digits and `-._~` stay as they are.
  static func encode(_ text: String) -> String {
    text.utf8.reduce(into: "") { encoded, byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        encoded.unicodeScalars.append(UnicodeScalar(byte))
      default: encoded += "%" + digits(byte)
      }
    }
  }

  /// The reverse. A percent sign without two digits stays. In queries, a plus is a blank.
  static func decode(_ text: some StringProtocol, plusIsBlank: Bool = false) -> String {
    var decoded: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let high = value(rest.first), let low = value(rest.dropFirst().first) {
        decoded.append(high << 4 | low)
        rest = rest.dropFirst(2)
      } else {
        decoded.append(plusIsBlank && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
      }
    }
    return String(decoding: decoded, as: UTF8.self)
  }

  /// Two hexadecimal digits.
  private static func digits(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
  }

  /// The value of a hexadecimal digit.
  private static func value(_ byte: UInt8?) -> UInt8? {
    guard let byte, byte < 0x80 else { return nil }
    return Character(UnicodeScalar(byte)).hexDigitValue.map { UInt8($0) }
  }
}
