import GazetteerIndex

/// Lines of the header of a mail (RFC 5322), with other letters than ASCII as encoded words (RFC 2047).
enum MailHeader {
  /// The most characters of a line, without its end.
  private static let longest = 76

  /// `Subject: …`.
  ///
  /// - Parameter name: in the program's own words.
  static func text(_ name: String, _ value: Untrusted) throws(MailFault) -> String {
    try requireOneLine(value, of: name)
    let text = value.neutralised
    let line = "\(name): \(text)"
    guard !isPlain(text) || line.utf8.count > longest else { return line }
    return fold(name + ":", encodedWords(of: text, after: name.utf8.count + 2))
  }

  /// `To: Anna <anna@example.org>`.
  static func mailbox(_ name: String, _ mailbox: NamedMailAddress) throws(MailFault) -> String {
    try requireOneLine(mailbox.name, of: name)
    let text = mailbox.name.neutralised
    let address = "<\(mailbox.address.text)>"
    guard !text.isEmpty else { return fold(name + ":", [mailbox.address.text]) }
    let quoted = "\"" + text.map { "\"\\".contains($0) ? "\\\($0)" : "\($0)" }.joined() + "\""
    guard !isPlain(text) || name.utf8.count + 2 + quoted.utf8.count > longest else {
      return fold(name + ":", [quoted, address])
    }
    return fold(name + ":", encodedWords(of: text, after: name.utf8.count + 2) + [address])
  }

  /// A value with the end of a line in it would be several lines: headers of its own, or the end of the header.
  private static func requireOneLine(_ value: Untrusted, of name: String) throws(MailFault) {
    if value.bytes.contains(where: { [0x0D, 0x0A, 0x00].contains($0) }) { throw .severalLines(name, value) }
  }

  /// Whether a text can be sent as it is: ASCII without a start of an encoded word.
  private static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { 0x20..<0x7F ~= $0 } && !text.contains("=?") && text.first != " " && text.last != " "
  }

  /// The text in words of at most 75 characters, each of whole characters.
  ///
  /// - Parameter used: how many characters the line has already.
  private static func encodedWords(of text: String, after used: Int) -> [String] {
    let (start, end) = ("=?UTF-8?B?", "?=")
    var words: [String] = []
    var bytes: [UInt8] = []
    var room = (longest - used - start.utf8.count - end.utf8.count) / 4 * 3
    for scalar in text.unicodeScalars {
      let letter = Array(String(scalar).utf8)
      if bytes.count + letter.count > room, !bytes.isEmpty {
        words.append(start + Base64.text(of: bytes) + end)
        bytes = []
        room = 45
      }
      bytes += letter
    }
    return words + [start + Base64.text(of: bytes) + end]
  }

  /// Parts with a blank between them, or a new line if there is no room.
  private static func fold(_ name: String, _ parts: [String]) -> String {
    var text = name
    var length = name.utf8.count
    for (index, part) in parts.enumerated() {
      let isNewLine = index > 0 && length + 1 + part.utf8.count > longest
      text += (isNewLine ? "\r\n " : " ") + part
      length = (isNewLine ? 1 : length + 1) + part.utf8.count
    }
    return text
  }
}

/// Why a mail cannot be made.
enum MailFault: Error, Equatable {
  /// A value of the header has the end of a line, or a NUL, in it.
  case severalLines(String, Untrusted)
}

extension Failure {
  init(_ fault: MailFault) {
    switch fault {
    case .severalLines(let name, let value):
      self.init(
        "the \(own: name.lowercased()) of the mail would have more than one line", why: "it is \(quoted: value)",
        try: "write it in one line", code: .usage)
    }
  }
}

/// Bytes as text (RFC 4648).
enum Base64 {
  private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  static func text(of bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.enumerated().reduce(UInt32(0)) { $0 | UInt32($1.element) << (16 - 8 * UInt32($1.offset)) }
      for digit in 0..<4 {
        text.append(digit <= group.count ? digits[Int(bits >> (18 - 6 * UInt32(digit)) & 63)] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
