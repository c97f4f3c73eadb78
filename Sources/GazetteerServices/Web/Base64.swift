extension [UInt8] {
  /// In base64 (RFC 4648).
  var base64: [UInt8] {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var text: [UInt8] = []
    for start in stride(from: 0, to: count, by: 3) {
      let piece = self[start..<Swift.min(start + 3, count)]
      let bits = piece.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - piece.count))
      for index in 0..<4 {
        text.append(index <= piece.count ? alphabet[bits >> (18 - 6 * index) & 63] : UInt8(ascii: "="))
      }
    }
    return text
  }

  /// The bytes of a text of RFC 4648; nil if it is not one.
  init?(base64 text: some Collection<UInt8>) {
    let text = Array(text)
    guard text.count.isMultiple(of: 4) else { return nil }
    let padding = text.reversed().prefix { $0 == UInt8(ascii: "=") }.count
    guard padding < 3 else { return nil }
    self = []
    var bits = 0
    for (index, letter) in text.enumerated() {
      let digit: Int
      switch letter {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): digit = Int(letter - UInt8(ascii: "A"))
      case UInt8(ascii: "a")...UInt8(ascii: "z"): digit = Int(letter - UInt8(ascii: "a")) + 26
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = Int(letter - UInt8(ascii: "0")) + 52
      case UInt8(ascii: "+"): digit = 62
      case UInt8(ascii: "/"): digit = 63
      case UInt8(ascii: "=") where index >= text.count - padding: digit = 0
      default: return nil
      }
      bits = bits << 6 | digit
      guard index % 4 == 3 else { continue }
      self += [UInt8(bits >> 16 & 255), UInt8(bits >> 8 & 255), UInt8(bits & 255)]
      bits = 0
    }
    removeLast(padding)
  }
}
