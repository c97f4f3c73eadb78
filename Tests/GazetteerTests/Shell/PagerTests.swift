import Foundation
import Testing

@testable import GazetteerShell

/// Only text taller than the screen goes to the pager, and only at the prompt.
struct PagerTests {
  let home: ScratchDirectory

  init() throws { home = try ScratchDirectory() }

  @Test(arguments: [
    ("a\nb\n", 80, 3, false), ("a\nb\nc\n", 80, 3, true), ("a\n\n\n", 80, 3, true), ("", 1, 1, false),
    ("aaaa\nb\n", 2, 3, true), ("aaaa\nb\n", 4, 3, false), ("東東\nb\n", 2, 3, true), ("a\n", 80, 1, true),
    ("\u{1b}[1maaaa\u{1b}[0m\nb\n", 4, 3, false),
  ])
  func thePagerIsForWhatDoesNotFit(text: String, columns: Int, rows: Int, isWanted: Bool) {
    let pager = Pager(Environment(now: { 0 }, variable: { $0 == "PAGER" ? "more" : nil }))
    let size = ScreenSize(columns: columns, rows: rows)
    #expect(pager.isWanted(for: text, on: size) == isWanted)
    pager.isOn = false
    #expect(!pager.isWanted(for: text, on: size))
  }

  @Test(
    arguments: [
      (["GAZ_PAGER": "a", "PAGER": "b"], "a"), (["PAGER": "b"], "b"), (["GAZ_PAGER": "", "PAGER": "b"], nil),
      (["PAGER": " "], nil), ([:], nil), (["PATH": "/nowhere::/tmp"], nil), (["PATH": "/nowhere:HOME"], "less -FRX"),
    ] as [([String: String], String?)])
  func thePagerComesFromTheFirstVariableOrFromThePath(variables: [String: String], command: String?) {
    chmod(home.file("less", []), 0o700)
    let values = variables.mapValues { $0.replacingOccurrences(of: "HOME", with: home.path) }
    #expect(Pager(Environment(now: { 0 }, variable: { values[$0] })).command == command)
  }

  private func start(
    _ arguments: [String] = [], pager: String, terminal type: String = "xterm"
  ) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(rows: 12)
    let environment = [
      "HOME": home.path, "LC_ALL": "C.UTF-8", "TERM": type, "PATH": "/usr/bin:/bin", "GAZ_PAGER": pager,
    ]
    try terminal.run(PseudoTerminal.gaz, arguments, environment: environment)
    terminal.awaits("gaz> ")
    return terminal
  }

  private func end(_ terminal: PseudoTerminal) {
    terminal.awaits("gaz> ")
    terminal.send("quit\r")
    #expect(terminal.exitCode() == 0)
  }

  private var paged: String { (try? String(contentsOfFile: home.path + "/paged", encoding: .utf8)) ?? "" }

  @Test func tallHelpIsPagedAndShortHelpIsNot() throws {
    let terminal = try start(pager: "cat > \"$HOME/paged\"")
    terminal.send("help quit\r")
    terminal.awaits("quit")
    terminal.awaits("gaz> ")
    #expect(paged == "")
    terminal.send("help\r")
    end(terminal)
    #expect(paged.hasPrefix("gaz: a gazetteer in your shell\n"))
    #expect(!String(decoding: terminal.drawn, as: UTF8.self).contains("a gazetteer in your shell"))
  }

  /// What comes when a job has ended, nobody has asked for at that moment. The control: the same list, when it is asked for.
  @Test func theListAfterALoginIsNotPaged() throws {
    try ManyLocations.make(100, in: home.path)
    let terminal = try start(["--data", home.path], pager: "cat > \"$HOME/paged\"")
    terminal.send("login --user ada\r")
    terminal.awaits("password of ada at local: ")
    terminal.send("open sesame\r")
    terminal.awaits("logged in to local as Ada Lovelace (ada)")
    terminal.awaits("the rest: more")
    terminal.awaits("gaz> ")
    #expect(paged == "")
    terminal.send("locations\r")
    end(terminal)
    #expect(paged.contains("Person 99") && paged.contains("20 of at least 100 places"))
  }

  /// What is typed ahead is for the next prompt, and not for the pager. The control: without it, the pager is used.
  @Test(arguments: [true, false]) func keysThatWereTypedAheadStay(hasTypedAhead: Bool) throws {
    let terminal = try start(pager: "cat > \"$HOME/paged\"")
    terminal.send(hasTypedAhead ? "help\rhelp quit\r" : "help\r")
    if hasTypedAhead { terminal.awaits("End the session.") }
    end(terminal)
    #expect(paged.isEmpty == hasTypedAhead)
  }

  @Test(arguments: [["--no-pager"], ["-i", "-c", "help"]]) func nothingElseIsPaged(arguments: [String]) throws {
    let terminal = try start(arguments, pager: "cat > \"$HOME/paged\"")
    let script = home.file("script", "help\n".utf8)
    terminal.send(arguments == ["--no-pager"] ? "help\r" : "source \(script)\r")
    terminal.awaits("a gazetteer in your shell")
    end(terminal)
    #expect(paged == "")
  }

  @Test func nothingIsPagedWhereNoScreenCanBeDrawn() throws {
    let terminal = try start(pager: "cat > \"$HOME/paged\"", terminal: "dumb")
    terminal.send("help\r")
    terminal.awaits("a gazetteer in your shell")
    end(terminal)
    #expect(paged == "")
  }

  /// Far more than a pipe holds, of which one line is read.
  @Test(.enabled(if: TestMachine.hasWorld)) func aPagerThatEndsEarlyIsNoError() throws {
    let terminal = try start(pager: "head -n 1")
    terminal.send("search a --limit all\r")
    end(terminal)
    #expect(terminal.drawn.count < 10_000)
  }

  @Test func withoutItsPagerTheTextIsPrinted() throws {
    let terminal = try start(pager: "/no/such/pager")
    terminal.send("help\r")
    terminal.awaits("a gazetteer in your shell")
    end(terminal)
  }
}
