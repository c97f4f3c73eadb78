import GazetteerIndex

extension Untrusted {
  /// The word as it is typed in a command: in quotes if it has blanks or signs that would mean something else.
  package var asTyped: Message {
    let special = " \t;\"'#\\".utf8
    let needsQuotes =
      isEmpty || bytes.first == UInt8(ascii: "-") && bytes.count > 1 || bytes.contains(where: special.contains)
    guard needsQuotes else { return "\(self)" }
    let escaped = bytes.flatMap {
      [UInt8(ascii: "\""), UInt8(ascii: "\\")].contains($0) ? [UInt8(ascii: "\\"), $0] : [$0]
    }
    return "\"\(Untrusted(bytes: escaped))\""
  }
}
