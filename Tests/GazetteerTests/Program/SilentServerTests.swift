import Foundation
import Testing

@testable import GazetteerShell

/// The prompt while a server is silent.
struct SilentServerTests {
  let home: ScratchDirectory

  init() throws { home = try ScratchDirectory() }

  /// Ctrl-C ends the waiting for the server, and `close` the job. The control: until then the connection stays open.
  @Test func thePromptStaysUsableAndCloseEndsTheJob() throws {
    let (reached, left) = (Mailbox<Bool>(), Mailbox<Bool>())
    let server = try LoopbackServer { _, connection in
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nid,name")
      reached.post(true)
      connection.waitForClient()
      left.post(true)
    }
    let terminal = try PseudoTerminal()
    try terminal.run(
      PseudoTerminal.gaz, environment: ["HOME": home.path, "LC_ALL": "C.UTF-8", "TERM": "dumb"])
    terminal.awaits("gaz> ")
    terminal.send("open \(server.address)/far.csv\r")
    #expect(reached.hasMail())
    terminal.awaits("in the background")
    terminal.send("echo still here\r")
    terminal.awaits("\nstill here")
    terminal.send("wait\r")
    terminal.awaits("wait\r")
    terminal.send(PromptTests.interrupt)
    terminal.awaits("interrupted")
    #expect(left.drain().isEmpty)
    terminal.send("close far\r")
    #expect(left.hasMail())
    terminal.awaits("gaz> ")
    terminal.send("quit\r")
    #expect(terminal.exitCode() == 0)
  }

  @Test func ctrlCEndsACommandOfTheCommandLine() throws {
    let reached = Mailbox<Bool>()
    let server = try LoopbackServer { _, connection in
      reached.post(true)
      connection.waitForClient()
    }
    let terminal = try PseudoTerminal()
    try terminal.run(
      PseudoTerminal.gaz, ["-c", "open \(server.address)/far.csv"],
      environment: ["HOME": home.path, "LC_ALL": "C.UTF-8", "TERM": "dumb"])
    #expect(reached.hasMail())
    terminal.send(PromptTests.interrupt)
    #expect(terminal.exitCode() == 130)
  }
}
