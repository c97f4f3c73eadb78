import CCurl
import Foundation
import GazetteerIndex
import Testing

@testable import GazetteerServices

/// Mails through a server: what it gets, and what is known after each fault.
struct MailChannelTests {
  private static let mail = Array("Subject: x\r\n\r\nHello\r\n.\r\n..\r\n.x\r\nend\r\n".utf8)

  private func carry(
    _ server: LoopbackMailServer, _ more: String = "", _ variables: [String: String] = [:], mayHandOver: Bool = true,
    cancellation: Cancellation = Cancellation()
  ) -> (outcome: DeliveryOutcome, handedOver: Int) {
    let channels = ChannelFixture.channels(
      ChannelFixture.mailConfiguration(port: server.port, more), variables: variables)
    return ChannelFixture.carry(
      "mail:anna@example.net", Self.mail, by: channels, mayHandOver: mayHandOver, cancellation: cancellation)
  }

  @Test func theServerGetsTheMailAndNothingElse() throws {
    let server = try LoopbackMailServer()
    let (outcome, handedOver) = carry(server, "own-name = \"laptop.example.org\"")
    #expect(outcome == .sent && handedOver == 1)
    let expected = ["EHLO laptop.example.org", "MAIL FROM:<max@example.org>", "RCPT TO:<anna@example.net>", "DATA"]
    #expect(server.commands.filter { $0 != "QUIT" } == expected)
    // Lines that begin with a dot get a second one on the way.
    #expect(server.mails == [["Subject: x", "", "Hello", "..", "...", "..x", "end"]])
  }

  @Test func theLoginIsSentWhenThereIsAUser() throws {
    let server = try LoopbackMailServer()
    let (outcome, _) = carry(server, "user = \"max\"", ["GAZ_MAIL_PASSWORD": "s3cret"])
    #expect(outcome == .sent)
    let plain = Data("\0max\0s3cret".utf8).base64EncodedString()
    #expect(server.commands.contains("AUTH PLAIN \(plain)") || server.commands.contains(plain))
  }

  @Test func aCommandPrintsThePassword() throws {
    let server = try LoopbackMailServer()
    let (outcome, _) = carry(server, "user = \"max\"\npassword-command = \"printf 's3cret\\\\nother line'\"")
    #expect(outcome == .sent)
    let plain = Data("\0max\0s3cret".utf8).base64EncodedString()
    #expect(server.lines.contains { $0.hasSuffix(plain) })
  }

  @Test(
    arguments: [
      ("user = \"max\"", "there is no password; set GAZ_MAIL_PASSWORD, or password-command"),
      ("user = \"max\"\npassword-command = \"exit 3\"", "the command for the secret failed: it ended with 3"),
      ("user = \"max\"\npassword-command = \"true\"", "the command for the secret failed: it printed nothing"),
    ]) func withoutAPasswordNothingIsSent(more: String, reason: String) throws
  {
    let server = try LoopbackMailServer()
    let (outcome, handedOver) = carry(server, more)
    #expect(outcome.word == "failed" && outcome.reason == reason && handedOver == 0)
    #expect(server.lines == [])
  }

  /// What the user is told after each fault. Only after the end of the mail nobody knows whether it was sent.
  @Test(
    arguments: [
      (.answer("535 go away", to: "AUTH"), "failed", "refuses the login: 535 go away"),
      (.answer("550 no such sender", to: "MAIL"), "failed", "refused it: 550 no such sender"),
      (.answer("550 5.1.1 no such user", to: "RCPT"), "failed", "refused it: 550 5.1.1 no such user"),
      (.answer("451 try later", to: "RCPT"), "failed", "refused it: 451 try later"),
      (.answer("554 no mail here", to: "DATA"), "failed", "refused it: 554 no mail here"),
      (.answer("552 too large", to: "."), "failed", "refused it: 552 too large"),
      (.answer("452 disk full", to: "."), "failed", "refused it: 452 disk full"),
      (.hangUp(at: "EHLO"), "failed", ""), (.hangUp(at: "MAIL"), "failed", ""), (.hangUp(at: "RCPT"), "failed", ""),
      (.hangUp(at: "DATA"), "failed", ""), (.hangUp(at: "."), "unknown", "did not confirm it"),
    ] as [(LoopbackMailServer.Fault, String, String)])
  func everyFaultHasItsVerdict(fault: LoopbackMailServer.Fault, word: String, reason: String) throws {
    let server = try LoopbackMailServer(fault)
    let (outcome, handedOver) = carry(server, "user = \"max\"", ["GAZ_MAIL_PASSWORD": "p"])
    #expect(outcome.word == word, "\(outcome)")
    #expect(reason.isEmpty || outcome.reason.contains(reason), "\(outcome.reason)")
    #expect(!outcome.reason.isEmpty)
    let reachesEnd =
      fault == .hangUp(at: ".") || outcome.reason.contains("too large") || outcome.reason.contains("full")
    #expect(handedOver == (reachesEnd ? 1 : 0))
  }

  /// The reason is shown, and saved in the outbox. The control: what repeats nothing is in the table above.
  @Test(arguments: ["Zq7secretPW", "pass with \"signs\" % ü"]) func aRefusalDoesNotRepeatTheLogin(password: String)
    throws
  {
    let server = try LoopbackMailServer(.repeatLogin)
    let (outcome, _) = carry(server, "user = \"max\"", ["GAZ_MAIL_PASSWORD": password])
    let sent = Data("\0max\0\(password)".utf8).base64EncodedString()
    #expect(server.lines.contains { $0.hasSuffix(sent) }, "or this proves nothing")
    let reason = "127.0.0.1 refuses the login: the reason is not shown, because it repeats a secret"
    #expect(outcome.word == "failed" && outcome.reason == reason)
  }

  /// What is neither yes nor no has no words.
  @Test func aRefusalWithoutWordsHasNoColon() throws {
    let server = try LoopbackMailServer(.answer("250 hm", to: "AUTH"))
    let (outcome, _) = carry(server, "user = \"max\"", ["GAZ_MAIL_PASSWORD": "s3cret"])
    #expect(outcome.word == "failed" && outcome.reason == "127.0.0.1 refuses the login")
  }

  @Test func nobodyListens() throws {
    let channels = ChannelFixture.channels(ChannelFixture.mailConfiguration(port: try LoopbackServer.closedPort()))
    let (outcome, handedOver) = ChannelFixture.carry("mail:anna@example.net", Self.mail, by: channels)
    #expect(outcome.reason == "127.0.0.1 does not accept connections" && handedOver == 0)
  }

  @Test func offlineNothingIsSent() throws {
    let server = try LoopbackMailServer()
    let channels = ChannelFixture.channels(ChannelFixture.mailConfiguration(port: server.port), isOffline: true)
    let (outcome, _) = ChannelFixture.carry("mail:anna@example.net", Self.mail, by: channels)
    #expect(outcome.reason == "gaz is offline" && server.lines == [])
  }

  /// A program would use the network. The control: without the flag it is run.
  @Test(arguments: [true, false]) func offlineNoProgramIsRun(isOffline: Bool) throws {
    let folder = try TemporaryFolder()
    let mark = folder.path + "/ran"
    let program = try folder.file("mailer", "#!/bin/sh\ncat > '\(mark)'\n")
    chmod(program, 0o700)
    let channels = ChannelFixture.channels(
      "[mail]\nprogram = \"\(program)\"\nfrom = \"max@example.org\"", isOffline: isOffline)
    let (outcome, handedOver) = ChannelFixture.carry("mail:anna@example.net", Self.mail, by: channels)
    #expect(FileManager.default.fileExists(atPath: mark) != isOffline)
    #expect((outcome.reason == "gaz is offline") == isOffline && handedOver == (isOffline ? 0 : 1))
  }

  /// The end of the mail is not sent if it may not be handed over, and then the server must forget the mail.
  @Test func withoutPermissionTheEndIsNotSent() throws {
    let server = try LoopbackMailServer()
    let (outcome, handedOver) = carry(server, mayHandOver: false)
    #expect(outcome.word == "failed" && handedOver == 1)
    #expect(server.mails == [])
  }

  /// Cancelling ends every wait: the servers never answer, and the patience is of days.
  @Test(
    .mustEnd,
    arguments: [.silent, .mute(at: "EHLO"), .mute(at: "RCPT"), .mute(at: ".")] as [LoopbackMailServer.Fault])
  func aCancellationEndsEveryWait(fault: LoopbackMailServer.Fault) throws {
    let server = try LoopbackMailServer(fault)
    let last = if case .mute(let start) = fault { start } else { "" }
    let outcome = carryUntilCancelled(server, Self.mail) {
      last.isEmpty || server.lines.contains { $0.hasPrefix(last) }
    }
    #expect(outcome == (last == "." ? .unknown("it was cancelled") : .failed("it was cancelled")))
  }

  /// A server must not take the part of a mail that it has for all of it.
  @Test(.mustEnd) func aCancelledMailHasNoEnd() throws {
    let server = try LoopbackMailServer(.slow)
    // More than the buffers of the connection hold.
    let mail = Array(("Subject: x\r\n\r\n" + String(repeating: "a line of the mail\r\n", count: 500_000)).utf8)
    let outcome = carryUntilCancelled(server, mail) { server.lines.contains("Subject: x") }
    #expect(outcome == .failed("it was cancelled"))
    server.read()
    #expect(SafetyLimit.wait { server.connectionsEnded == 1 })
    #expect(server.mails == [] && server.lines.contains("a line of the mail"))
  }

  /// Hands a mail over with a patience of days, and cancels that as soon as something holds.
  private func carryUntilCancelled(
    _ server: LoopbackMailServer, _ mail: [UInt8], when isTime: @escaping @Sendable () -> Bool
  ) -> DeliveryOutcome {
    let cancellation = Cancellation()
    Thread.detachNewThread {
      _ = SafetyLimit.wait(until: isTime)
      cancellation.cancel()
    }
    let channels = ChannelFixture.channels(ChannelFixture.mailConfiguration(port: server.port), patience: .days)
    return ChannelFixture.carry("mail:anna@example.net", mail, by: channels, cancellation: cancellation).outcome
  }

  /// To another machine, the connection must be encrypted. This server does not offer it.
  @Test func aServerWithoutEncryptionGetsNothing() throws {
    let server = try LoopbackMailServer()
    let web = try #require(gaz_web_open())
    defer { gaz_web_close(web) }
    let outcome = Self.sendDirectly(
      web, url: "smtp://127.0.0.1:\(server.port)/x", mustEncrypt: true, sender: "a@b", recipient: "c@d")
    #expect(outcome == GAZ_WEB_TLS_FAILED)
    #expect(server.commands.allSatisfy { !$0.hasPrefix("MAIL") && !$0.hasPrefix("AUTH") })
  }

  @Test(
    arguments: [
      ("127.0.0.1", true), ("127.1.2.3", true), ("localhost", true), ("127.0.0.1.example.org", false),
      ("mail.example.org", false), ("localhost.example.org", false), ("10.0.0.1", false),
    ]) func onlyThisMachineNeedsNoEncryption(host: String, isLoopback: Bool)
  {
    #expect(MailServerCarrier.isLoopback(host) == isLoopback)
  }

  /// Sends a mail without any check of its envelope.
  static func sendDirectly(
    _ web: OpaquePointer, url: String, mustEncrypt: Bool, sender: String, recipient: String
  ) -> gaz_web_result {
    let strings = CStrings([url, sender, recipient].map { Array($0.utf8) })
    var mail = gaz_mail()
    (mail.url, mail.sender, mail.recipient) = (strings[0], strings[1], strings[2])
    mail.encryption = mustEncrypt ? GAZ_MAIL_ENCRYPTED : GAZ_MAIL_PLAIN
    (mail.connect_milliseconds, mail.idle_seconds, mail.total_milliseconds) = (5000, 15, 60_000)
    mail.may_end = { _ in true }
    let content = Array("Subject: x\r\n\r\nHello\r\n".utf8)
    return content.withUnsafeBufferPointer { bytes in
      (mail.content, mail.size) = (bytes.baseAddress, bytes.count)
      defer { withExtendedLifetime(strings) {} }
      return gaz_mail_send(web, &mail)
    }
  }
}
