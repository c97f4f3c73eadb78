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
  private func start(
    _ server: LoopbackServer, dialect: String = "kinto", term: String = "xterm", path: String = "/usr/bin:/bin"
  ) throws -> PseudoTerminal {
    let config = home.path + "/.config/gaz"
    try FileManager.default.createDirectory(atPath: config, withIntermediateDirectories: true)
    let keys = dialect == "parse" ? "application-id = \"app\"\nrest-key = \"key\"\n" : ""
    try Data("[campus]\ndialect = \"\(dialect)\"\nurl = \"\(server.address)\"\n\(keys)".utf8)
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

  /// Whoever ends the program before a service knows of the logout is told so.
  @Test(arguments: ["quit\r", "\u{4}"]) func theEndSaysThatALogoutIsNotOver(keys: String) throws {
    let (standIn, reached) = (ParseStandIn(), Mailbox<Bool>())
    let server = try LoopbackServer { request, connection in
      guard request.path.contains("/logout") else { return standIn.answer(request, connection) }
      reached.post(true)
      connection.waitForClient()
    }
    let terminal = try start(server, dialect: "parse")
    terminal.send("login campus --user ada --new\r")
    terminal.awaits("logged in to campus as")
    terminal.awaits("no locations yet")
    terminal.awaits("gaz> ")
    terminal.send("logout\r")
    #expect(reached.hasMail())
    terminal.awaits("in the background")
    terminal.awaits("gaz> ")
    terminal.send(keys)
    terminal.awaits("logged out here, but not at campus, because that was not over yet")
    #expect(terminal.exitCode() == 0)
  }

  /// What a restored session has from a server that is silent now comes from its copy. The control: without one, the
  /// place is gone.
  @Test(arguments: [true, false]) func whatIsRestoredComesFromItsCopyAfterCtrlC(hasCopy: Bool) throws {
    let reached = Mailbox<Bool>()
    let server = try LoopbackServer { request, connection in
      if request.number == 0 { return connection.answer(200, [], "id,name,lat,lon\n1,There,48.1,11.5\n") }
      reached.post(true)
      connection.waitForClient()
    }
    let first = try start(server)
    first.send("open \(server.address)/far.csv\r")
    first.awaits("opened 1 place")
    for line in ["use far; search there", "check 1", "quit"] {
      first.awaits("gaz> ")
      first.send(line + "\r")
    }
    #expect(first.exitCode() == 0)
    if !hasCopy { try FileManager.default.removeItem(atPath: home.path + "/.cache/gaz/copies") }
    let second = try PseudoTerminal(columns: 160)
    try second.run(
      PseudoTerminal.gaz, ["--no-rc"], environment: ["HOME": home.path, "LC_ALL": "C.UTF-8", "TERM": "xterm"])
    #expect(reached.hasMail())
    second.awaits("gaz> ")
    second.send("\u{3}")
    second.awaits("stopped asking for \(server.address)/far.csv")
    second.awaits(
      hasCopy ? "far: its server was not asked, so this is a copy" : "there is no copy of an earlier answer")
    second.awaits("gaz> ")
    // The check marks come back when all datasets are open. Until then, the answer says that some are not.
    var answer = ""
    repeat {
      let start = second.drawn.count
      second.send("checked\r")
      _ = second.awaits {
        answer = String(decoding: second.drawn[start...], as: UTF8.self)
        return answer.contains("There") || answer.contains("nothing is checked")
      }
      second.readsUntilQuiet()
      answer = String(decoding: second.drawn[start...], as: UTF8.self)
    } while answer.contains("is still being opened")
    #expect(answer.contains(hasCopy ? "There" : "nothing is checked"))
    second.send("quit\r")
    #expect(second.exitCode() == 0)
  }

  /// The browser is started beside the prompt. If that fails, the link is printed.
  @Test(arguments: [0, 3]) func aVisitOpensTheBrowserOrPrintsTheLink(code: Int) throws {
    let server = try LoopbackServer.answering()
    try FileManager.default.createDirectory(atPath: home.path + "/bin", withIntermediateDirectories: true)
    let browser = home.file("bin/xdg-open", "#!/bin/sh\necho \"$1\" > \(home.path)/seen\nexit \(code)\n".utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: browser)
    let terminal = try start(server, path: home.path + "/bin:/usr/bin:/bin")
    terminal.send("visit 1\r")
    terminal.awaits(code == 0 ? "opened \"http://93.184.215.14\"" : "\nhttp://93.184.215.14\r")
    terminal.awaits("gaz> ")
    #expect(try String(contentsOfFile: home.path + "/seen", encoding: .utf8) == "http://93.184.215.14\n")
    terminal.send("quit\r")
    #expect(terminal.exitCode() == 0)
  }
}
