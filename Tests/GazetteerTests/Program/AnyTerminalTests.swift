import Foundation
import Testing

@testable import GazetteerShell

/// The prompt in any locale, on any type of terminal, in a window of any size.
@Suite(.serialized) struct AnyTerminalTests {
  private static let sizes: [(UInt16, UInt16)] = [
    (1, 1), (2, 1), (5, 2), (40, 12), (80, 24), (200, 50), (500, 500),
  ]

  @Test(arguments: ["C", "POSIX", "C.UTF-8"], ["dumb", "no-such-terminal", "xterm"])
  func noLetterIsLost(locale: String, type: String) throws {
    for (columns, rows) in Self.sizes {
      let home = try ScratchDirectory()
      let terminal = try PseudoTerminal(columns: columns, rows: rows)
      let before = terminal.settings
      let environment = ["HOME": home.path, "LC_ALL": locale, "TERM": type]
      try terminal.run(PseudoTerminal.gaz, environment: environment)
      #expect(terminal.awaits { terminal.modes[2] & UInt32(ICANON | ECHO) == 0 })
      terminal.send("use zürixch東😀\u{1b}[D\u{1b}[D\u{1b}[D\u{1b}[D\u{7f}\rquit\r")
      #expect(terminal.exitCode() == 0, "\(columns)x\(rows)")
      // Without line ends, which separate the letters if a row has no room for two.
      let answer = String(decoding: terminal.drawn.filter { ![0x0D, 0x0A].contains($0) }, as: UTF8.self)
      #expect(answer.contains("\"zürich東😀\""), "\(columns)x\(rows)")
      #expect(terminal.settings == before)
      let history = try String(contentsOfFile: home.path + "/.local/state/gaz/history", encoding: .utf8)
      #expect(history.contains("\nuse\\040zürich東😀\n"))
    }
  }
}
