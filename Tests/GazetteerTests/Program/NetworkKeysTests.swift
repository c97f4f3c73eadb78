import Foundation
import Testing

@testable import GazetteerShell

/// The prompt while a server is silent: the user types on, and Ctrl-C on an empty line ends the wait.
@Suite(.serialized) struct NetworkKeysTests {
  struct Work: Sendable, CustomTestStringConvertible {
    /// `ADDRESS` stands for that of the server.
    let line: String
    let start: String
    let end: String

    var testDescription: String { line }

    static let all = [
      Work(
        line: "login campus --user ada", start: "logging in to campus as ada in the background",
        end: "stopped logging in to campus as ada"),
      Work(line: "open ADDRESS/far.csv", start: "far.csv in the background", end: "stopped opening far"),
      Work(line: "visit 1", start: "http://93.184.215.14", end: "stopped asking for"),
    ]
  }

  private let home: ScratchDirectory

  init() throws { home = try ScratchDirectory() }

  /// A prompt with a place that has a link. Every request that would leave this machine goes to the server, as a proxy.
  /// The link has an address instead of a name, so that no name is looked up.
  private func start(_ server: LoopbackServer, term: String, path: String = "/usr/bin:/bin") throws -> PseudoTerminal {
    let config = home.path + "/.config/gaz"
    try FileManager.default.createDirectory(atPath: config, withIntermediateDirectories: true)
    try Data("[campus]\ndialect = \"kinto\"\nurl = \"\(server.address)/v1\"\n".utf8)
      .write(to: URL(filePath: config + "/services.toml"))
    let table = home.file("places.csv", "id,name,lat,lon,url\n1,Here,48.1,11.5,http://93.184.215.14\n".utf8)
    let terminal = try PseudoTerminal()
    try terminal.run(
      PseudoTerminal.gaz, ["--no-rc"],
      environment: [
        "HOME": home.path, "LC_ALL": "C.UTF-8", "TERM": term, "PATH": path, "GAZ_TOKEN_CAMPUS": "open sesame",
        "all_proxy": server.address, "DISPLAY": ":0",
      ])
    terminal.awaits("gaz> ")
    terminal.send("open \(table)\r")
    terminal.awaits("opened 1 place")
    terminal.awaits("gaz> ")
    terminal.send("search here\r")
    terminal.awaits("1 place")
    terminal.awaits("gaz> ")
    return terminal
  }

  /// The control: until then the connection stays open, and Ctrl-C on a line with text only drops the text.
  @Test(arguments: Work.all, ["xterm", "dumb"]) func thePromptIsFreeAndCtrlCEndsTheJob(work: Work, term: String) throws
  {
    let (reached, left) = (Mailbox<Bool>(), Mailbox<Bool>())
    let server = try LoopbackServer { _, connection in
      reached.post(true)
      connection.waitForClient()
      left.post(true)
    }
    let terminal = try start(server, term: term)
    for ending in ["\u{3}", "cancel\r"] {
      terminal.send(work.line.replacing("ADDRESS", with: server.address) + "\r")
      #expect(reached.hasMail())
      _ = reached.drain()
      terminal.awaits(work.start)
      terminal.awaits("gaz> ")
      terminal.send("echo still here\r")
      terminal.awaits("\nstill here")
      terminal.awaits("gaz> ")
      terminal.send("dropped")
      terminal.awaits("dropped")
      terminal.send("\u{3}")
      terminal.awaits("gaz> ")
      #expect(left.drain().isEmpty)
      terminal.send(ending)
      terminal.awaits(work.end)
      #expect(left.hasMail())
      _ = left.drain()
      terminal.awaits("gaz> ")
      terminal.send("search here\r")
      terminal.awaits("1 place")
      terminal.awaits("gaz> ")
    }
    terminal.send("quit\r")
    #expect(terminal.exitCode() == 0)
  }

  /// The browser is started beside the prompt. If that fails, the link is printed.
  @Test(arguments: [0, 3]) func aVisitOpensTheBrowserOrPrintsTheLink(code: Int) throws {
    let server = try LoopbackServer.answering()
    try FileManager.default.createDirectory(atPath: home.path + "/bin", withIntermediateDirectories: true)
    let browser = home.file("bin/xdg-open", "#!/bin/sh\necho \"$1\" > \(home.path)/seen\nexit \(code)\n".utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: browser)
    let terminal = try start(server, term: "xterm", path: home.path + "/bin:/usr/bin:/bin")
    terminal.send("visit 1\r")
    terminal.awaits(code == 0 ? "opened \"http://93.184.215.14\"" : "\nhttp://93.184.215.14\r")
    terminal.awaits("gaz> ")
    #expect(try String(contentsOfFile: home.path + "/seen", encoding: .utf8) == "http://93.184.215.14\n")
    terminal.send("quit\r")
    #expect(terminal.exitCode() == 0)
  }
}
