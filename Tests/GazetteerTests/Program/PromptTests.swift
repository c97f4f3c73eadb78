import Foundation
import Testing

/// The program on a terminal: the keys of a user, and what is drawn.
@Suite(.serialized) struct PromptTests {
  static let left = "\u{1b}[D", up = "\u{1b}[A", interrupt = "\u{3}", end = "\u{4}", search = "\u{12}"
  let home: ScratchDirectory

  init() throws { home = try ScratchDirectory() }

  private func start(
    columns: UInt16 = 80, rows: UInt16 = 24, term: String? = "xterm", locale: String = "C.UTF-8"
  ) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(columns: columns, rows: rows)
    var environment = ["HOME": home.path, "LC_ALL": locale]
    environment["TERM"] = term
    try terminal.run(PseudoTerminal.gaz, environment: environment)
    terminal.awaits("gaz> ")
    return terminal
  }

  @Test(arguments: ["xterm", "dumb", nil, "no-such-terminal"], ["C", "C.UTF-8"])
  func aLineIsTypedAndEditedOnAnyTerminal(term: String?, locale: String) throws {
    for (columns, rows) in [(80, 24), (40, 12)] as [(UInt16, UInt16)] {
      let terminal = try start(columns: columns, rows: rows, term: term, locale: locale)
      terminal.send("use zürixch東" + Self.left + Self.left + Self.left + "\u{7f}\r")
      terminal.awaits("\"zürich東\"")
    }
  }

  /// Without the limits on its size, the program would need 22 GB.
  @Test func aTerminalThatClaimsToBeHugeIsNoProblem() throws {
    let terminal = try PseudoTerminal(columns: 65_535, rows: 65_535)
    try terminal.run(
      "/bin/sh", ["-c", "ulimit -v 4000000; exec \"$0\"", PseudoTerminal.gaz],
      environment: ["HOME": home.path, "LC_ALL": "C.UTF-8", "TERM": "xterm"])
    terminal.awaits("gaz> ")
    terminal.send("use kept\r")
    terminal.awaits("\"kept\"")
  }

  @Test func ctrlCDropsTheLineAndTheShellLives() throws {
    let terminal = try start()
    terminal.send("use dropped")
    terminal.awaits("dropped")
    terminal.send(Self.interrupt)
    terminal.awaits("^C")
    terminal.awaits("gaz> ")
    terminal.send("use kept\r")
    terminal.awaits("\"kept\"")
    #expect(!String(decoding: terminal.drawn, as: UTF8.self).contains("\"dropped\""))
  }

  @Test func pastedLinesRunTogetherAndOnlyOnEnter() throws {
    let terminal = try start()
    terminal.send("\u{1b}[200~use one such\ruse other such\n\u{1b}[201~use bang")
    terminal.awaits("bang")
    #expect(!String(decoding: terminal.drawn, as: UTF8.self).contains("\"one\""))
    terminal.send("\r")
    terminal.awaits("\"one\"")
    terminal.awaits("\"other\"")
    terminal.awaits("\"bang\"")
  }

  @Test func ctrlDOnAnEmptyLineEndsTheShell() throws {
    let terminal = try start()
    terminal.send(Self.end)
    #expect(terminal.exitCode() == 0)
  }

  @Test func theNextRunRecallsALine() throws {
    for keys in ["use zürich\r", Self.up + "\r", Self.search + "ürI\r"] {
      let terminal = try start()
      terminal.send(keys)
      terminal.awaits("\"zürich\"")
      terminal.awaits("gaz> ")
      terminal.send(Self.end)
      #expect(terminal.exitCode() == 0)
    }
  }

  @Test(arguments: [SIGTERM, SIGHUP]) func aSignalLeavesTheTerminalAsItWas(signal: Int32) throws {
    let terminal = try PseudoTerminal()
    let before = terminal.modes
    try terminal.run(PseudoTerminal.gaz, environment: ["HOME": home.path, "TERM": "xterm"])
    terminal.awaits("gaz> ")
    terminal.send("abc")
    terminal.awaits("abc")
    #expect(terminal.modes != before, "editing changes the modes, or this proves nothing")
    terminal.signal(signal)
    #expect(terminal.exitCode() != nil)
    #expect(terminal.modes == before)
  }

  @Test func aResizeDrawsTheLineAgain() throws {
    let terminal = try start()
    terminal.send("use abc")
    terminal.awaits("use abc")
    terminal.resize(columns: 40, rows: 12)
    terminal.awaits("gaz> use abc")
    terminal.send("d\r")
    terminal.awaits("\"abcd\"")
  }

  @Test func randomKeysAndResizesAreSurvived() throws {
    let terminal = try start()
    var generator = SplitMix(state: 11)
    // Not those that end the program or drop what was typed: interrupt, end, quit. And not Ctrl-S: between two lines it
    // stops the drawing until Ctrl-Q, which the terminal does not see while its queue of keys is full.
    let special: Set = [3, 4, 19, 28]
    let keys =
      [
        "x", "y", "ü", "東", "e\u{301}", "\u{1b}", "\u{1b}[", "\u{1b}[3~", "\u{1b}[1;5D", "\u{1b}OH", Self.left, Self.up,
        "\r",
      ]
      + (1...31).compactMap { special.contains($0) ? nil : Unicode.Scalar($0).map { String($0) } }
    for _ in 0..<200 {
      terminal.send((0..<50).map { _ in keys.randomElement(using: &generator) ?? "" }.joined())
      terminal.resize(columns: .random(in: 1...120, using: &generator), rows: .random(in: 1...50, using: &generator))
    }
    terminal.resize(columns: 80, rows: 24)
    // An interrupt between two lines can come before earlier keys, which are then in the next line. So it is repeated,
    // but only when nothing is drawn any more: an interrupt reaches the program before the keys that still wait.
    let isAlive = terminal.awaits {
      terminal.send("\u{7}" + Self.interrupt + "use alive\r")
      terminal.readsUntilQuiet()
      return terminal.recent.contains(#"\"alive\""#)
    }
    #expect(isAlive)
  }
}
