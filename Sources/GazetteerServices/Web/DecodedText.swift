import GazetteerIndex

extension [UInt8] {
  /// Replaces the codes of characters in addresses, mails, JSON and HTML by the characters. Other bytes stay. O(length).
  ///
  /// | from | for example |
  /// |---|---|
  /// | percent-encoding, quoted-printable, xtext | `%2F`, `=2F`, `+2F` |
  /// | JSON, and languages like it | `\u0026`, `\x26`, `\/`, `\"` |
  /// | HTML | `&amp;`, `&#38;`, `&#x26;` |
  var decoded: [UInt8] {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(count)
    var rest = self[...]
    while let byte = rest.first {
      let found: (text: [UInt8], length: Int)? =
        switch byte {
        case UInt8(ascii: "%"), UInt8(ascii: "="), UInt8(ascii: "+"): rest.hexadecimal(after: 1)
        case UInt8(ascii: "\\"): rest.escape
        case UInt8(ascii: "&"): rest.entity
        default: nil
        }
      decoded += found?.text ?? [byte]
      rest = rest.dropFirst(found?.length ?? 1)
    }
    return decoded
  }
}

/// What a text begins with: the bytes that are meant, and how many stand for them.
extension ArraySlice<UInt8> {
  /// Two digits.
  fileprivate func hexadecimal(after start: Int) -> (text: [UInt8], length: Int)? {
    Hexadecimal.byte(dropFirst(start).prefix(2)).map { ([$0], start + 2) }
  }

  /// Of a character beyond 16 bits, JSON has two halves.
  fileprivate var escape: (text: [UInt8], length: Int)? {
    switch dropFirst().first {
    case UInt8(ascii: "x"): return hexadecimal(after: 2)
    case UInt8(ascii: "u"):
      guard let unit = unit(at: 2) else { return nil }
      if unit & 0xFC00 == 0xD800, dropFirst(6).starts(with: Array("\\u".utf8)), let next = self.unit(at: 8),
        next & 0xFC00 == 0xDC00
      {
        return Self.character(0x10000 + (unit & 0x3FF) << 10 + next & 0x3FF).map { ($0, 12) }
      }
      return Self.character(unit).map { ($0, 6) }
    case let byte?: return ([byte], 2)
    case nil: return nil
    }
  }

  /// Four digits.
  private func unit(at start: Int) -> UInt32? {
    let digits = dropFirst(start).prefix(4)
    guard let high = Hexadecimal.byte(digits.prefix(2)), let low = Hexadecimal.byte(digits.dropFirst(2)) else {
      return nil
    }
    return UInt32(high) << 8 | UInt32(low)
  }

  fileprivate var entity: (text: [UInt8], length: Int)? {
    guard let end = prefix(Self.longestEntity).firstIndex(of: UInt8(ascii: ";")) else { return nil }
    let name = String(decoding: self[(startIndex + 1)..<end], as: UTF8.self)
    let number =
      name.hasPrefix("#x") || name.hasPrefix("#X")
      ? UInt32(name.dropFirst(2), radix: 16) : name.hasPrefix("#") ? UInt32(name.dropFirst()) : nil
    return (Self.entities[name].map { [$0] } ?? number.flatMap(Self.character)).map { ($0, end - startIndex + 1) }
  }

  private static let longestEntity = 12
  private static let entities: [String: UInt8] = [
    "amp": UInt8(ascii: "&"), "lt": UInt8(ascii: "<"), "gt": UInt8(ascii: ">"), "quot": UInt8(ascii: "\""),
    "apos": UInt8(ascii: "'"),
  ]

  private static func character(_ number: UInt32) -> [UInt8]? { Unicode.Scalar(number).map { Array(String($0).utf8) } }
}
