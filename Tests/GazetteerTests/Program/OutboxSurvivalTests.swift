import Foundation
import Testing

/// The program is killed at every stage of sending a mail. Afterwards nothing is lost and nothing is sent twice.
struct OutboxSurvivalTests {
  private let home: ScratchDirectory

  init() throws { home = try ScratchDirectory() }

  private func configure(_ server: LoopbackMailServer, _ more: String = "") throws {
    let folder = home.path + "/.config/gaz"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let text = ChannelFixture.mailConfiguration(port: server.port, more)
    try text.write(toFile: folder + "/channels.toml", atomically: true, encoding: .utf8)
  }

  private func run(_ commands: String...) throws -> ProgramRun {
    let arguments = ["--allow=send", "--no-input"] + commands.flatMap { ["-c", $0] }
    return try ProgramRun(arguments, environment: ["HOME": home.path])
  }

  private func state() throws -> String {
    let text = try run("outbox --json=state").text
    let states = ["waiting", "sending", "sent", "failed", "unknown", "cancelled"]
    return states.first { text.contains("\"\($0)\"") } ?? text
  }

  @Test(
    arguments: [
      ("EHLO", "waiting"), ("MAIL", "waiting"), ("RCPT", "waiting"), ("DATA", "waiting"), (".", "unknown"),
    ]) func aKillLosesNothingAndSendsNothingTwice(stage: String, after: String) throws
  {
    let stuck = try LoopbackMailServer(.mute(at: stage))
    try configure(stuck)
    let prepared = try run("add-contact Anna --mail anna@example.net")
    #expect(prepared.code == 0, "\(prepared)")
    let process = Process()
    process.executableURL = URL(filePath: PseudoTerminal.gaz)
    process.arguments = [
      "--allow=send", "--no-input", "-c", "open \"\(OnScreen.five)\"", "-c", "search alabama --limit 1; check 1", "-c",
      "notify Anna --by mail",
    ]
    process.environment = ["HOME": home.path, "PATH": "/usr/bin:/bin"]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    #expect(SafetyLimit.wait { stuck.lines.contains { $0.hasPrefix(stage) } })
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    #expect(try state() == after)

    let working = try LoopbackMailServer()
    try configure(working)
    let retried = try run("outbox retry")
    if after == "waiting" {
      #expect(retried.code == 0 && retried.complaint.contains("sent to Anna"), "\(retried)")
      #expect(working.mails.count == 1)
      #expect(try state() == "sent")
      #expect(try run("outbox retry").text == "nothing waits in the outbox\n")
      #expect(working.mails.count == 1)
    } else {
      // The first server may have the mail.
      #expect(stuck.mails.count == 1 && working.mails.isEmpty)
      let question = "who may have it already; try: outbox retry 1 --again"
      #expect(retried.code != 0 && retried.complaint.contains(question), "\(retried)")
      #expect(try run("outbox retry --again").code == 0)
      #expect(working.mails.count == 1 && stuck.mails == working.mails, "the same mail, with the same Message-ID")
    }
  }

  @Test func withoutConsentNothingLeavesTheProgram() throws {
    let server = try LoopbackMailServer()
    try configure(server)
    _ = try run("add-contact Anna --mail anna@example.net")
    let commands = ["open \"\(OnScreen.five)\"", "search alabama --limit 1; check 1", "notify Anna --by mail"]
    let run = try ProgramRun(
      ["--no-input"] + commands.flatMap { ["-c", $0] }, environment: ["HOME": home.path])
    #expect(run.code == 1 && run.complaint.contains("nobody can be asked whether to send this mail to Anna"), "\(run)")
    #expect(run.text.contains("1) Alabama"), "the message is shown")
    #expect(server.lines == [])
    #expect(try self.run("outbox").text == "the outbox is empty\n")
  }

  /// The password reaches the server, and no file (S4).
  @Test func thePasswordIsInNoFile() throws {
    let server = try LoopbackMailServer()
    try configure(server, "user = \"max\"")
    let commands = [
      "add-contact Anna --mail anna@example.net", "open \"\(OnScreen.five)\"", "search alabama --limit 1; check 1",
      "notify Anna --by mail", "outbox show 1",
    ]
    let run = try ProgramRun(
      ["--allow=send", "--no-input"] + commands.flatMap { ["-c", $0] },
      environment: ["HOME": home.path, "GAZ_MAIL_PASSWORD": "planted-token"])
    #expect(run.code == 0 && run.complaint.contains("sent to Anna"), "\(run)")
    let login = Data("\0max\0planted-token".utf8).base64EncodedString()
    #expect(server.lines.contains { $0.hasSuffix(login) }, "or this proves nothing")
    #expect(!run.description.contains("planted") && !run.description.contains(login))
    var files = 0
    for name in try FileManager.default.subpathsOfDirectory(atPath: home.path) {
      guard let content = FileManager.default.contents(atPath: home.path + "/" + name) else { continue }
      files += 1
      #expect(content.range(of: Data("planted".utf8)) == nil && content.range(of: Data(login.utf8)) == nil, "\(name)")
    }
    #expect(files >= 3)
  }

  @Test func aFailureHasItsExitCode() throws {
    let server = try LoopbackMailServer(.answer("550 no such user", to: "RCPT"))
    try configure(server)
    let run = try run(
      "add-contact Anna --mail anna@example.net", "open \"\(OnScreen.five)\"", "search alabama --limit 1; check 1",
      "notify Anna --by mail")
    #expect(run.code == 5, "\(run)")
    #expect(
      run.complaint.contains(
        "nothing was sent to \"Anna\"; 127.0.0.1 refused it: 550 no such user; try: outbox retry 1"))
  }
}
