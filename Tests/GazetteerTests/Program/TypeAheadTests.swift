import Foundation
import Testing

@testable import GazetteerShell

/// Keys typed while a command runs.
@Suite(.serialized, .enabled(if: TestMachine.hasWorld)) struct TypeAheadTests {
  let home: ScratchDirectory
  /// Opening it waits until the test writes.
  let pipe: String

  init() throws {
    home = try ScratchDirectory()
    pipe = home.path + "/pipe.json"
    try #require(mkfifo(pipe, 0o600) == 0)
  }

  private func start() throws -> PseudoTerminal {
    let terminal = try PseudoTerminal()
    let environment = ["HOME": home.path, "LC_ALL": "C.UTF-8", "TERM": "xterm"]
    try terminal.run(PseudoTerminal.gaz, environment: environment)
    terminal.awaits("gaz> ")
    terminal.send("open \(pipe) --background\r")
    terminal.awaits("gaz> ")
    return terminal
  }

  /// Lets the command that waits for the pipe come to its end.
  private func release() throws {
    let end = try FileHandle(forWritingTo: URL(filePath: pipe))
    try end.write(contentsOf: Data(#"[{"id": 1, "name": "Here", "lat": 1, "lon": 2}]"#.utf8))
    try end.close()
  }

  /// Some of these keys are handled by most terminals themselves: end, literal next, start, discard, erase. Ctrl-Z stops
  /// the program, but drops nothing.
  @Test func keysTypedDuringACommandWaitForTheNextLine() throws {
    let terminal = try start()
    terminal.send("wait\r")
    terminal.awaits("Ctrl-C cancels")
    terminal.send("x\u{4}\u{16}\u{11}\u{f}\u{15}sea\u{1a}rchh\u{7f} here --limit 0\r")
    try release()
    terminal.awaits("opened 1 place")
    terminal.awaits("\n1 place")
    let drawn = String(decoding: terminal.drawn, as: UTF8.self)
    #expect(drawn.components(separatedBy: "opened 1 place").first?.contains("her") == false)
  }

  @Test func ctrlCInTheInstantAfterEnterIsNotLost() throws {
    let terminal = try start()
    terminal.send("wait\r\u{3}")
    terminal.awaits("interrupted")
    terminal.awaits("gaz> ")
    terminal.send("use alive\r")
    terminal.awaits("\"alive\"")
  }

  /// A prompt takes Ctrl-C also if its parent process made it ignore that. The control: a script still ignores it.
  @Test func ctrlCWorksAtAPromptWhoseParentIgnoresIt() throws {
    let ignoring = "trap '' INT QUIT TSTP HUP; exec \"$0\" \"$@\""
    let environment = ["HOME": home.path, "LC_ALL": "C.UTF-8", "TERM": "xterm"]
    let terminal = try PseudoTerminal()
    try terminal.run("/bin/sh", ["-c", ignoring, PseudoTerminal.gaz], environment: environment)
    terminal.awaits("gaz> ")
    terminal.send("open \(pipe) --background\r")
    terminal.awaits("gaz> ")
    terminal.send("wait\r")
    terminal.awaits("Ctrl-C cancels")
    terminal.send("\u{3}")
    terminal.awaits("interrupted")
    terminal.awaits("gaz> ")
    terminal.send("quit\r")
    #expect(terminal.exitCode() == 0)
    let script = try PseudoTerminal()
    try script.run("/bin/sh", ["-c", ignoring, PseudoTerminal.gaz, "-"], environment: environment)
    script.send("search tokio --limit 0\n")
    script.awaits("1 place")
    script.send("\u{3}")
    script.send("search berlin --limit 0\n")
    script.awaits("place")
    script.send("\u{4}")
    #expect(script.exitCode() == 0)
  }

  /// The tests may run where Ctrl-C and Ctrl-Z are ignored; programs on their terminals do not inherit that.
  @Test func programsOnATerminalBeginWithTheUsualSignals() throws {
    let before = signal(SIGTSTP, SIG_IGN)
    defer { signal(SIGTSTP, before) }
    func ignoresStops(_ status: String) throws -> Bool {
      let line = try #require(status.split(whereSeparator: \.isNewline).first { $0.hasPrefix("SigIgn:") })
      let set = try #require(line.split(whereSeparator: \.isWhitespace).last.flatMap { UInt64($0, radix: 16) })
      return set & (1 << UInt64(SIGTSTP - 1)) != 0
    }
    let terminal = try PseudoTerminal()
    try terminal.run("/bin/grep", ["SigIgn", "/proc/self/status"], environment: [:])
    #expect(terminal.exitCode() == 0)
    #expect(try !ignoresStops(String(decoding: terminal.drawn, as: UTF8.self)))
    #expect(try ignoresStops(String(contentsOfFile: "/proc/self/status", encoding: .utf8)), "or this proves nothing")
  }

  @Test(arguments: ["quit\r", "\u{4}"]) func keysTypedAfterTheEndAreForTheShell(end: String) throws {
    let terminal = try PseudoTerminal()
    let environment = ["HOME": home.path, "LC_ALL": "C.UTF-8", "TERM": "xterm"]
    let script = "\"$0\" -q; read -r line; echo \"the shell got $line\""
    try terminal.run("/bin/sh", ["-c", script, PseudoTerminal.gaz], environment: environment)
    terminal.awaits("gaz> ")
    terminal.send(end + "the rest\n")
    terminal.awaits("the shell got the rest\r\n")
  }

  @Test func keysTypedAfterTheKeyThatStartsAnEditorAreForTheEditor() throws {
    let terminal = try PseudoTerminal()
    let editor = home.file("editor", "read -r line; echo \"echo $line\" >\"$1\"\n".utf8)
    let environment = ["HOME": home.path, "LC_ALL": "C.UTF-8", "TERM": "xterm", "EDITOR": "sh \(editor)"]
    try terminal.run(PseudoTerminal.gaz, ["-q"], environment: environment)
    terminal.awaits("gaz> ")
    terminal.send("old\u{18}\u{5}new\n")
    terminal.awaits("echo new")
  }

  /// The end of the paste and the end of the program come in one piece with what is for the shell.
  @Test func keysTypedAfterAPasteAreForTheShell() throws {
    let terminal = try PseudoTerminal()
    let environment = ["HOME": home.path, "LC_ALL": "C.UTF-8", "TERM": "xterm"]
    let script = "\"$0\" -q; read -r line; echo \"the shell got $line\""
    try terminal.run("/bin/sh", ["-c", script, PseudoTerminal.gaz], environment: environment)
    terminal.awaits("gaz> ")
    terminal.send(Keys.paste("quit") + "\rthe rest\n")
    terminal.awaits("the shell got the rest\r\n")
  }

  @Test func ctrlCDropsWhatWasTypedAhead() throws {
    let terminal = try start()
    terminal.send("wait\r")
    terminal.awaits("Ctrl-C cancels")
    terminal.send("use dropped\ruse drop")
    terminal.send("\u{3}")
    terminal.awaits("interrupted")
    terminal.awaits("gaz> ")
    terminal.send("use kept\r")
    terminal.awaits("\"kept\"")
    #expect(!String(decoding: terminal.drawn, as: UTF8.self).contains("drop"))
  }
}
