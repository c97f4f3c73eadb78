import GazetteerIndex
import Testing

@testable import GazetteerSession

/// Whatever is in the texts of a mail, it has only the lines of header that gaz writes (S8).
struct HeaderInjectionTests {
  private typealias Fixture = TellingFixture

  /// What an attacker may try.
  static let attacks = [
    "x\r\nBcc: evil@example.com", "x\nBcc: evil@example.com", "x\rBcc: evil@example.com", "x\r\n\r\nbody", "x\n\nbody",
    "x\r\n.\r\nMAIL FROM:<evil@example.com>", "x\u{0}y", "\r\nBcc: evil@example.com", "x\r\n Bcc: evil@example.com",
    "x\r\n\tBcc: evil@example.com", "x\u{2028}Bcc: evil@example.com", "x\u{2029}Bcc: evil@example.com",
    "x\u{85}Bcc: evil@example.com", "x\u{B}Bcc: evil@example.com", "x\u{C}Bcc: evil@example.com",
    "=?utf-8?B?DQpCY2M6IGV2aWxAZXhhbXBsZS5jb20=?=", "x%0d%0aBcc: evil@example.com", "x\r\n\r\n--=_gaz-0198-key--",
    "\" <evil@example.com>, \"", "x>\r\nRCPT TO:<evil@example.com",
  ]

  private static let names = ["From", "To", "Subject", "Date", "Message-ID", "MIME-Version", "Content-Type"]

  /// Where the text of an attack is put.
  enum Field: CaseIterable { case subject, recipient, sender, note, place }

  static func mail(_ attack: String, in field: Field) throws -> [UInt8] {
    let place = Fixture.place(field == .place ? attack : "Munich")
    let telling = Fixture.telling(
      [place], note: field == .note ? attack : "", subject: field == .subject ? attack : nil)
    let named = { (who: NamedMailAddress, isAttacked: Bool) in
      isAttacked ? NamedMailAddress(name: Untrusted(attack), address: who.address) : who
    }
    return try Fixture.mail(
      telling, from: named(Fixture.sender, field == .sender), to: named(Fixture.anna, field == .recipient))
  }

  @Test(arguments: Field.allCases) func aMailHasNoOtherLines(field: Field) throws {
    for attack in Self.attacks {
      let hasLineEnd = attack.utf8.contains { [0x0D, 0x0A, 0x00].contains($0) }
      let isInHeader = [.subject, .recipient, .sender].contains(field)
      do {
        let mail = try ReadMail(Self.mail(attack, in: field))
        #expect(!(hasLineEnd && isInHeader), "\(attack.debugDescription) is refused")
        #expect(mail.names == Self.names, "\(attack.debugDescription)")
        #expect(mail.bareEnds == 0 && mail.isASCII && mail.defects == [])
        #expect(mail.to.map(\.last) == ["anna@example.net"] && mail.from.map(\.last) == ["max@example.org"])
        #expect(mail.types == ["text/plain", "text/html"])
      } catch is MailFault {
        #expect(hasLineEnd && isInHeader, "\(attack.debugDescription) is harmless")
      }
    }
  }

  /// The control: a header that is written without the check has what the attacks add.
  @Test func theControlFindsLinesInAHeaderWithoutTheCheck() throws {
    let found = try Self.attacks.filter { attack in
      let header = "From: max@example.org\r\nTo: anna@example.net\r\nSubject: \(attack)\r\n"
      let mail = try ReadMail(Array((header + "MIME-Version: 1.0\r\n\r\ntext\r\n").utf8))
      return mail.names != ["From", "To", "Subject", "MIME-Version"] || mail.bareEnds > 0 || !mail.isASCII
    }
    #expect(found.count >= 12)
  }

  @Test func noAttackIsAnAddress() {
    for attack in Self.attacks {
      for text in [attack, "anna@example.net" + attack, attack + "@example.net", "anna@" + attack] {
        #expect(MailAddress(Untrusted(text)) == nil)
        if attack.contains("\r") || attack.contains("\n") || attack.contains("\u{0}") {
          #expect(!MailAddress.isHost(text.utf8))
        }
      }
    }
  }

  @Test func aRefusedValueIsNamed() {
    let fault = MailFault.severalLines("Subject", Untrusted("a\r\nb"))
    #expect(
      Failure(fault).message.neutralised
        == "the subject of the mail would have more than one line; it is \"a^M^Jb\"; try: write it in one line")
  }
}
