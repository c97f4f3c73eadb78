import Foundation
import GazetteerIndex
import Testing

@testable import GazetteerServices

/// Mails and messages through other programs.
struct ProgramChannelTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A program that does what a shell script says.
  private func program(_ name: String, _ script: String) throws -> String {
    let path = try folder.file(name, "#!/bin/sh\n" + script + "\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    return path
  }

  private func carryMail(_ script: String, cancellation: Cancellation = Cancellation()) throws -> (
    outcome: DeliveryOutcome, handedOver: Int
  ) {
    let path = try program("sendmail", script)
    let channels = ChannelFixture.channels("[mail]\nfrom = \"max@example.org\"\nprogram = \"\(path) -v\"")
    let mail = Array(("Subject: x\r\n\r\n" + String(repeating: "Hello\r\n", count: 20_000)).utf8)
    return ChannelFixture.carry("mail:-anna@example.net", mail, by: channels, cancellation: cancellation)
  }

  @Test func theProgramGetsTheMailAndTheAddresses() throws {
    let (outcome, handedOver) = try carryMail("echo \"$@\" >\"$0.words\"; cat >\"$0.mail\"")
    #expect(outcome == .sent && handedOver == 1)
    let words = try String(contentsOfFile: folder.path + "/sendmail.words", encoding: .utf8)
    #expect(words == "-v -i -f max@example.org -- -anna@example.net\n")
    #expect(
      try Data(contentsOf: URL(filePath: folder.path + "/sendmail.mail")).count == 12 + 120_000, "lines end as in files"
    )
  }

  @Test(
    arguments: [
      ("exit 1", "unknown", "ended with 1"), ("exit 77", "failed", "ended with 77"),
      ("echo no >&2; exit 69", "failed", "ended with 69: no"),
      ("echo later >&2; exit 75", "unknown", "ended with 75: later"),
      ("kill -9 $$", "unknown", "was killed"), ("exec </dev/null; exit 0", "sent", ""),
    ]) func everyEndHasItsVerdict(script: String, word: String, reason: String) throws
  {
    let (outcome, _) = try carryMail(script)
    #expect(outcome.word == word && (reason.isEmpty || outcome.reason.contains(reason)), "\(outcome)")
  }

  @Test func aMissingProgramIsNamed() throws {
    let channels = ChannelFixture.channels("[mail]\nfrom = \"max@example.org\"\nprogram = \"/nonexistent/x\"")
    let (outcome, _) = ChannelFixture.carry("mail:anna@example.net", [], by: channels)
    #expect(outcome.reason == "the program \"/nonexistent/x\" is not installed")
  }

  /// Cancelling ends the program and its children.
  @Test func aCancellationKillsTheProgram() throws {
    let cancellation = Cancellation()
    let started = folder.path + "/sendmail.started"
    Thread.detachNewThread {
      _ = SafetyLimit.wait { FileManager.default.fileExists(atPath: started) }
      cancellation.cancel()
    }
    let (outcome, _) = try carryMail(
      "sleep 1000 & echo $! >\"$0.new\"; mv \"$0.new\" \"$0.started\"; wait", cancellation: cancellation)
    #expect(outcome == .unknown("it was cancelled"))
    let text = try String(contentsOfFile: started, encoding: .utf8)
    let child = try #require(Int32(text.trimmingCharacters(in: .whitespacesAndNewlines)))
    #expect(SafetyLimit.wait { kill(child, 0) != 0 || Self.isZombie(child) })
  }

  /// A program may leave others behind that go on with its outputs.
  @Test func itsChildrenAreNotWaitedFor() throws {
    let (outcome, _) = try carryMail("sleep 1000 & echo $! >\"$0.child\"; exit 0")
    let text = try String(contentsOfFile: folder.path + "/sendmail.child", encoding: .utf8)
    let child = try #require(Int32(text.trimmingCharacters(in: .whitespacesAndNewlines)))
    #expect(kill(child, SIGKILL) == 0, "or this proves nothing")
    #expect(outcome == .sent)
  }

  /// It is ended, though it is never silent.
  @Test func aProgramThatNeverStopsTalkingIsKilled() throws {
    #expect(try carryMail("yes").outcome.word == "unknown")
  }

  private static func isZombie(_ process: pid_t) -> Bool {
    (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8))?.contains(") Z ") == true
  }

  @Test func apprisesAddressIsInNoArgumentAndNoMessage() throws {
    // `apprise` is looked up in PATH, so this runs it by its path.
    let path = try program("apprise", "echo \"$@\" >\"$0.words\"; cat >\"$0.text\"; echo \"$APPRISE_URLS\" >&2; exit 1")
    let end = HelperProgram([path, "--title=t"], variables: [("APPRISE_URLS", Array("json://planted".utf8))])
      .run(input: Array("text".utf8), cancellation: Cancellation())
    #expect(end == .exited(1, output: [], errors: Untrusted("json://planted\n")), "or this proves nothing")
    #expect(try String(contentsOfFile: folder.path + "/apprise.words", encoding: .utf8) == "--title=t\n")
    let secrets = SecretForms([Secret("json://planted".utf8)])
    #expect(end.outcome(of: "apprise", hiding: secrets).reason == "apprise ended with 1")
    #expect(end.outcome(of: "apprise").reason == "apprise ended with 1: json://planted")
  }

  /// A part of the address is a secret too.
  @Test(
    arguments: [
      ("bad token: tOkEn1", "ended with 1"), ("no user pass1", "ended with 1"),
      ("no such way: json", "with 1: no such way: json"),
    ]) func appriseDoesNotRepeatAPartOfItsAddress(words: String, end: String) throws
  {
    let path = try program("apprise", "echo '\(words)' >&2; exit 1")
    let channels = ChannelFixture.channels(
      "[apprise.team]\nprogram = \"\(path)\"",
      variables: ["GAZ_APPRISE_TEAM_URL": "json://user:pass1@example.org/token1"])
    let content = Array(#"{"title":"t","text":"x","places":[]}"#.utf8)
    let (outcome, _) = ChannelFixture.carry("apprise:team", content, by: channels)
    #expect(outcome.reason.hasSuffix(end), "\(outcome)")
  }

  /// The program has its own password, which is unknown here. But it may repeat what the mail server says.
  @Test(
    arguments: [
      ("server message: 535 bad AUTH PLAIN AG1heABacTdzZWNyZXRQVw==", "ended with 77"),
      ("535 bad auth login TWF4", "ended with 77"), ("password Zq7secretPW is wrong", "ended with 77"),
      ("the server has no AUTH", "ended with 77: the server has no AUTH"),
    ]) func aMailProgramDoesNotRepeatALogin(words: String, end: String) throws
  {
    let path = try program("sendmail", "echo '\(words)' >&2; exit 77")
    let channels = ChannelFixture.channels(
      "[mail]\nfrom = \"max@example.org\"\nprogram = \"\(path)\"", variables: ["GAZ_MAIL_PASSWORD": "Zq7secretPW"])
    let (outcome, _) = ChannelFixture.carry("mail:anna@example.net", [], by: channels)
    #expect(outcome.reason.hasSuffix(end), "\(outcome)")
  }

  @Test func aSecretIsNotTakenWithControlCharacters() throws {
    let source = ChannelConfiguration.SecretSource(variable: "X", command: "printf 'a\\tb'")
    let surroundings = ChannelSurroundings(variable: { _ in nil }, web: .offline)
    #expect(throws: ChannelFault.self) { try source.secret(surroundings, cancellation: Cancellation()) }
  }
}
