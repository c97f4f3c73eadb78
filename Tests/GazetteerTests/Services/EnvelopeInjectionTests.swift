import CCurl
import GazetteerIndex
import Testing

@testable import GazetteerServices

/// No text becomes a command of the mail protocol (S8).
struct EnvelopeInjectionTests {
  /// What an attacker may try in an address, a name of a machine or a user.
  private static let attacks = [
    "\r\nRCPT TO:<evil@example.com>", "\nRCPT TO:<evil@example.com>", "\rRCPT TO:<evil@example.com>",
    ">\r\nRCPT TO:<evil@example.com", "> BODY=8BITMIME", "\r\nDATA\r\nSubject: evil\r\n.\r\n", "\u{0}", "\r\n", " x",
    "\tx", "<", ">", ",evil@example.com", "@evil@example.com", "\u{85}", "\u{2028}", "\r\nQUIT\r\n", "%0d%0aQUIT",
    "\"\r\nRSET\r\n\"", "\u{1B}",
  ]

  @Test func noAttackIsAnAddress() {
    for attack in Self.attacks {
      for text in ["anna@example.net" + attack, "anna" + attack + "@example.net", attack + "anna@example.net"] {
        let address = MailAddress(Untrusted(text))
        #expect(address == nil || address?.text.allSatisfy { $0.isASCII && !$0.isWhitespace } == true)
        #expect(address == nil || attack.hasPrefix("%"))
        #expect(DeliveryAddress("mail:" + text) == address.map { .mail($0) })
      }
    }
  }

  /// The configuration refuses what would become several lines, wherever it is.
  @Test func noAttackIsAConfiguration() {
    for attack in Self.attacks where attack.utf8.contains(where: { $0 < 0x20 }) {
      let written = attack.unicodeScalars.map { scalar in
        switch scalar {
        case "\r": "\\r"
        case "\n": "\\n"
        case "\t": "\\t"
        case "\"": "\\\""
        default: String(scalar)
        }
      }.joined()
      for (key, value) in [
        ("own-name", "laptop"), ("server", "smtp://127.0.0.1:25"), ("from", "Max <max@example.org>"), ("user", "max"),
      ] {
        var entries = ["server": "smtp://127.0.0.1:25", "from": "max@example.org"]
        entries[key] = key == "from" ? "Max\(written) <max@example.org>" : value + written
        let text = "[mail]\n" + entries.map { "\($0) = \"\($1)\"\n" }.joined()
        let read = ChannelFixture.configuration(text)
        #expect(read.mail == nil && read.problems.count >= 1, "\(key): \(attack.debugDescription)")
      }
    }
  }

  /// Whatever is in the texts of a mail, the server gets its four commands and one mail.
  @Test func noTextOfAMailIsACommand() throws {
    var count = 0
    for field in HeaderInjectionTests.Field.allCases {
      for attack in HeaderInjectionTests.attacks {
        // A text that would be several lines of the header is refused.
        guard let mail = try? HeaderInjectionTests.mail(attack, in: field) else { continue }
        let server = try LoopbackMailServer()
        let channels = ChannelFixture.channels(ChannelFixture.mailConfiguration(port: server.port))
        #expect(ChannelFixture.carry("mail:anna@example.net", mail, by: channels).outcome == .sent)
        let words = server.commands.filter { $0 != "QUIT" }.map { $0.prefix { $0 != " " } }
        #expect(words == ["EHLO", "MAIL", "RCPT", "DATA"] && server.mails.count == 1, "\(attack.debugDescription)")
        count += 1
      }
    }
    #expect(count >= 60)
  }

  /// The control: without the checks, the server gets commands that nobody wanted to send.
  @Test func theControlFindsMoreCommandsWithoutTheChecks() throws {
    var found = 0
    for attack in Self.attacks where attack.utf8.contains(0x0A) {
      let server = try LoopbackMailServer()
      guard let web = gaz_web_open() else { return }
      defer { gaz_web_close(web) }
      _ = MailChannelTests.sendDirectly(
        web, url: "smtp://127.0.0.1:\(server.port)/x", mustEncrypt: false, sender: "max@example.org",
        recipient: "anna@example.net" + attack)
      if server.lines.contains(where: { $0.contains("evil") || ["RSET\"", "QUIT", "RSET"].contains($0) }) {
        found += 1
      }
    }
    #expect(found >= 3)
  }
}
