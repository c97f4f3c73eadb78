import GazetteerIndex

/// A text in short lines of ASCII (RFC 2045, 6.7), for any server.
enum QuotedPrintable {
  private static let longest = 76

  /// - Parameter text: lines, each ended by a newline.
  /// - Returns: lines, each ended by CR and LF. None starts with a dot or with `From `, which some programs change.
  static func text(of text: String) -> String {
    var encoded: [UInt8] = []
    var lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    for line in lines { write(Array(line), to: &encoded) }
    return String(decoding: encoded, as: UTF8.self)
  }

  /// What `text(of:)` encoded. Lines end with LF.
  static func decoded(_ lines: some Sequence<some Collection<UInt8>>) -> [UInt8] {
    var text: [UInt8] = []
    for line in lines {
      var rest = line.filter { $0 != UInt8(ascii: "\r") }[...]
      var continues = false
      while let byte = rest.popFirst() {
        guard byte == UInt8(ascii: "=") else {
          text.append(byte)
          continue
        }
        continues = rest.isEmpty
        if let escaped = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) { text.append(escaped) }
        rest = rest.dropFirst(2)
      }
      if !continues { text.append(UInt8(ascii: "\n")) }
    }
    return text
  }

  private static func write(_ line: [UInt8], to encoded: inout [UInt8]) {
    var length = 0
    for index in line.indices {
      let isLast = index == line.count - 1
      var piece = piece(of: line[index...], isFirst: length == 0)
      // The last character of a line that continues is "=".
      if length + piece.count > (isLast ? longest : longest - 1) {
        encoded += "=\r\n".utf8
        length = 0
        piece = Self.piece(of: line[index...], isFirst: true)
      }
      encoded += piece
      length += piece.count
    }
    encoded += "\r\n".utf8
  }

  /// The first byte of the rest of a line, escaped where that is needed.
  private static func piece(of rest: ArraySlice<UInt8>, isFirst: Bool) -> [UInt8] {
    guard let byte = rest.first else { return [] }
    let isPlain =
      switch byte {
      case UInt8(ascii: "="): false
      case UInt8(ascii: "."): !isFirst
      case UInt8(ascii: "F"): !(isFirst && rest.starts(with: "From ".utf8))
      case UInt8(ascii: " "): rest.count > 1
      default: 0x21..<0x7F ~= byte
      }
    return isPlain ? [byte] : [UInt8(ascii: "=")] + Hexadecimal.digits(of: byte)
  }
}
