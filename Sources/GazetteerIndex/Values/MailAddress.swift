/// The address of a mailbox, `anna@example.org`. It can only be made from text that is safe in every line of a mail and
/// of its protocol: ASCII, no blanks, no control characters, no brackets.
package struct MailAddress: Hashable, Sendable {
  package let text: String

  /// The longest address that servers accept (RFC 5321, 4.5.3.1).
  private static let longest = (local: 64, domain: 255)

  /// nil if the text is not an address of the usual form: words with dots, `@`, and the name of a machine.
  package init?(_ text: Untrusted) {
    let parts = text.bytes.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].count <= Self.longest.local, parts[1].count <= Self.longest.domain,
      Self.areWords(parts[0], of: Self.isLocal), MailAddress.isHost(parts[1]),
      // The start of an encoded word (RFC 2047), which mail programs would decode.
      !text.text.contains("=?")
    else { return nil }
    self.text = text.text
  }

  /// The part after the `@`.
  package var domain: String { text.split(separator: "@").last.map(String.init) ?? "" }

  /// Whether it is the name of a machine: words of letters, digits and hyphens, with dots between them.
  package static func isHost(_ name: some BidirectionalCollection<UInt8>) -> Bool {
    (1...longest.domain).contains(name.count) && areWords(name) { isLetterOrDigit($0) || $0 == UInt8(ascii: "-") }
      && name.split(separator: UInt8(ascii: ".")).allSatisfy {
        $0.first != UInt8(ascii: "-") && $0.last != UInt8(ascii: "-")
      }
  }

  private static func areWords(_ text: some Collection<UInt8>, of isPart: (UInt8) -> Bool) -> Bool {
    text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy {
      !$0.isEmpty && $0.allSatisfy(isPart)
    }
  }

  private static func isLocal(_ byte: UInt8) -> Bool {
    isLetterOrDigit(byte) || "!#$%&'*+-/=?^_`{|}~".utf8.contains(byte)
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }
}

/// An address and the name of its owner, who may have none.
package struct NamedMailAddress: Hashable, Sendable {
  package let name: Untrusted
  package let address: MailAddress

  package init(name: Untrusted, address: MailAddress) {
    self.name = name
    self.address = address
  }

  /// Reads `anna@example.org` or `Anna <anna@example.org>`; nil for anything else.
  package init?(written text: Untrusted) {
    let text = text.trimmed
    guard text.bytes.last == UInt8(ascii: ">"), let start = text.bytes.lastIndex(of: UInt8(ascii: "<")) else {
      guard let address = MailAddress(text) else { return nil }
      self.init(name: Untrusted(""), address: address)
      return
    }
    var name = Untrusted(bytes: text.bytes[..<start]).trimmed.bytes
    if name.count >= 2, name.first == UInt8(ascii: "\""), name.last == UInt8(ascii: "\"") {
      name = Array(name.dropFirst().dropLast())
    }
    guard let address = MailAddress(Untrusted(bytes: text.bytes[(start + 1)...].dropLast())) else { return nil }
    self.init(name: Untrusted(bytes: name), address: address)
  }
}
