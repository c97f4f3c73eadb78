import Foundation
import Testing

@testable import GazetteerShell

/// A script on a terminal shows what takes time.
struct WorkRowTests {
  @Test(arguments: [("xterm", true), ("dumb", false)])
  func aScriptOnATerminalShowsThatItWaits(kind: String, isShown: Bool) throws {
    let folder = try TemporaryFolder()
    let gate = DispatchSemaphore(value: 0)
    let server = try LoopbackServer { _, connection in
      gate.wait()
      connection.answer(200, [], "name,lat,lon\nA,1,2\n")
    }
    let terminal = try PseudoTerminal(columns: 80, rows: 24)
    try terminal.run(
      PseudoTerminal.gaz, ["--no-rc", "--allow=network", "-c", "open \(server.address)/slow.csv; echo done"],
      environment: ["HOME": folder.path, "LC_ALL": "C.UTF-8", "TERM": kind])
    if isShown { terminal.awaits("opening \(server.address)/slow.csv: 0 s; Ctrl-C cancels") }
    gate.signal()
    terminal.awaits("done")
    #expect(terminal.exitCode() == 0)
    #expect(String(decoding: terminal.drawn, as: UTF8.self).contains("Ctrl-C cancels") == isShown)
  }

  /// On a terminal where no row can move, there is a line every five seconds.
  @Test func aDumbTerminalGetsLines() throws {
    let folder = try TemporaryFolder()
    let gate = DispatchSemaphore(value: 0)
    let server = try LoopbackServer { _, connection in
      gate.wait()
      connection.answer(200, [], "name,lat,lon\nA,1,2\n")
    }
    let terminal = try PseudoTerminal(columns: 80, rows: 24)
    try terminal.run(
      PseudoTerminal.gaz, ["--no-rc", "--allow=network", "-c", "open \(server.address)/slow.csv; echo done"],
      environment: ["HOME": folder.path, "LC_ALL": "C.UTF-8", "TERM": "dumb"])
    terminal.awaits("opening \(server.address)/slow.csv: 5 s\r\n")
    gate.signal()
    terminal.awaits("done")
    #expect(terminal.exitCode() == 0)
    #expect(!terminal.drawn.contains(0x1B))
  }

  /// The row leaves room for the `^C` of the terminal, also in a narrow window. The control: it was there.
  @Test(.enabled(if: Display.isAvailable, Display.absent), arguments: OnScreen.sizes)
  func nothingOfTheRowIsLeftAfterCtrlC(columns: UInt16, rows: UInt16) throws {
    let folder = try TemporaryFolder()
    let server = try LoopbackServer { _, connection in connection.waitForClient() }
    let terminal = try PseudoTerminal(columns: columns, rows: rows)
    try terminal.run(
      PseudoTerminal.gaz, ["--no-rc", "-c", "echo before; open \(server.address)/far-away-and-slow.csv"],
      environment: ["HOME": folder.path, "LC_ALL": "C.UTF-8", "TERM": "xterm"])
    try terminal.awaits { $0.text.count == 2 && $0.line.contains("opening") }
    terminal.send("\u{3}")
    #expect(terminal.exitCode() == 130)
    let picture = try terminal.picture()
    #expect(picture.text == ["before"] && picture.cursor == [1, 0], "\(picture.text)")
  }
}
