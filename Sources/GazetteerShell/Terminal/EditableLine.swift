/// Text from elsewhere, made fit for an edited line.
enum EditableLine {
  /// CR LF and CR become newlines, tabs become blanks, other control characters are removed.
  static func text(of bytes: some Collection<UInt8>) -> String {
    var text = String.UnicodeScalarView()
    var last: Unicode.Scalar?
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      switch scalar {
      case "\n" where last == "\r": break
      case "\r", "\n": text.append("\n")
      case "\t": text.append(" ")
      case _ where scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value): break
      default: text.append(scalar)
      }
      last = scalar
    }
    return String(text)
  }
}
