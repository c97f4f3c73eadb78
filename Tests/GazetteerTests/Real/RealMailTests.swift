import Foundation
import GazetteerIndex
import Testing

@testable import GazetteerServices
@testable import GazetteerSession

/// Mails through a real server, aiosmtpd: STARTTLS, SMTPS, logins, and what is known after each refusal.
@Suite(
  .serialized,
  .enabled(if: RealMailServer.isInstalled, "aiosmtpd is not installed: Scripts/test --services installs it"))
struct RealMailTests {
  private let server: RealMailServer

  init() throws { server = try RealMailServer() }

  private static func mail() throws -> [UInt8] {
    let place = TellingFixture.place("Café ♥", region: TellingFixture.bavaria)
    return try TellingFixture.mail(TellingFixture.telling([place], note: ".\n..\nFrom here"))
  }

  private func carry(
    _ scheme: String, _ name: String, to address: String = "anna@example.net", password: String? = "s3cret",
    trusts: Bool = true
  ) throws -> DeliveryOutcome {
    let port = try #require(server.ports[name])
    let login = password == nil ? "" : "user = \"max\"\n"
    let text = "[mail]\nserver = \"\(scheme)://localhost:\(port)\"\nfrom = \"max@example.org\"\n" + login
    let channels = ChannelFixture.channels(
      text, variables: password.map { ["GAZ_MAIL_PASSWORD": $0] } ?? [:],
      certificates: trusts ? server.certificates : nil)
    return ChannelFixture.carry("mail:" + address, try Self.mail(), by: channels).outcome
  }

  @Test func aMailArrivesAsItWasWritten() throws {
    #expect(try carry("smtp", "plain", password: nil) == .sent)
    let mail = try server.nextMail()
    #expect(mail.sender == "max@example.org" && mail.recipients == ["anna@example.net"])
    #expect(mail.name == "example.org" && !mail.isEncrypted)
    #expect(Array(mail.content.utf8) == (try Self.mail()))
    #expect(try ReadMail(Array(mail.content.utf8)).texts[0].hasPrefix(".\n..\nFrom here\n"))
  }

  @Test func smtpsIsEncryptedFromTheStart() throws {
    #expect(try carry("smtps", "smtps") == .sent)
    let mail = try server.nextMail()
    #expect(mail.isEncrypted && mail.user == "max")
    #expect(Array(mail.content.utf8) == (try Self.mail()))
  }

  @Test(arguments: ["wrong", "", "s3cret2"]) func aWrongPasswordIsRefused(password: String) throws {
    let outcome = try carry("smtps", "smtps", password: password.isEmpty ? " " : password)
    #expect(outcome.word == "failed" && outcome.reason.contains("refuses the login"), "\(outcome)")
  }

  @Test(arguments: ["smtps"]) func anUntrustedCertificateIsRefused(scheme: String) throws {
    let outcome = try carry(scheme, "smtps", trusts: false)
    #expect(outcome.word == "failed" && outcome.reason.contains("is not trusted"), "\(outcome)")
  }

  @Test func anUnknownRecipientIsRefused() throws {
    let outcome = try carry("smtps", "smtps", to: "nobody@example.net")
    #expect(outcome.word == "failed" && outcome.reason.contains("550 5.1.1 no such user"), "\(outcome)")
  }

  /// To this machine, encryption is not required. But a password is encrypted if the server offers that.
  @Test func aPasswordIsEncryptedOnThisMachineToo() throws {
    #expect(try carry("smtp", "starttls") == .sent)
    let mail = try server.nextMail()
    #expect(mail.isEncrypted && mail.user == "max")
    let untrusted = try carry("smtp", "starttls", trusts: false)
    #expect(untrusted.word == "failed" && untrusted.reason.contains("is not trusted"), "\(untrusted)")
    // The control: without a login nothing is encrypted, and this server refuses that.
    let plain = try carry("smtp", "starttls", password: nil)
    #expect(plain.word == "failed" && plain.reason.contains("STARTTLS"), "\(plain)")
  }

  /// To another machine, encryption is required. This server gets it only by STARTTLS.
  @Test func startTLSIsUsed() throws {
    let port = try #require(server.ports["starttls"])
    let configured = ChannelConfiguration.MailServer(
      host: "localhost", port: port, isSecure: false, ownName: "laptop", user: "max",
      password: .init(variable: "P", command: nil))
    var surroundings = ChannelSurroundings(variable: { _ in "s3cret" }, web: .offline)
    surroundings.certificates = server.certificates
    let delivery = try #require(ChannelFixture.delivery("mail:anna@example.net", try Self.mail()))
    var carrier = MailServerCarrier(server: configured, surroundings: surroundings)
    carrier.trustsThisMachine = false
    #expect(carrier.carry(delivery, mayHandOver: { true }, cancellation: Cancellation()) == .sent)
    let mail = try server.nextMail()
    #expect(mail.isEncrypted && mail.user == "max" && mail.name == "laptop")
    // A server without STARTTLS gets neither the login nor the mail.
    let plain = try #require(server.ports["plain"])
    carrier = MailServerCarrier(
      server: .init(
        host: "localhost", port: plain, isSecure: false, ownName: "laptop", user: nil,
        password: .init(variable: "P", command: nil)), surroundings: surroundings)
    carrier.trustsThisMachine = false
    let refused = carrier.carry(delivery, mayHandOver: { true }, cancellation: Cancellation())
    #expect(refused.word == "failed" && refused.reason.contains("no encrypted connection"), "\(refused)")
    // An untrusted certificate ends it too.
    surroundings.certificates = nil
    carrier = MailServerCarrier(server: configured, surroundings: surroundings)
    carrier.trustsThisMachine = false
    let untrusted = carrier.carry(delivery, mayHandOver: { true }, cancellation: Cancellation())
    #expect(untrusted.word == "failed" && untrusted.reason.contains("is not trusted"), "\(untrusted)")
  }
}
