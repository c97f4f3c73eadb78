import Foundation
import Testing

@testable import GazetteerShell

/// The prompt with its session, on a terminal.
@Suite(.enabled(if: TestMachine.hasWorld, "the program was built without the world: Scripts/setup makes it"))
struct ShellTests {
  let home: ScratchDirectory

  init() throws { home = try ScratchDirectory() }

  private func start(_ arguments: [String] = []) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal()
    let environment = ["HOME": home.path, "LC_ALL": "C.UTF-8", "TERM": "xterm"]
    try terminal.run(PseudoTerminal.gaz, arguments, environment: environment)
    return terminal
  }

  @Test func oneLineGreetsAndErrorsDoNotEnd() throws {
    let terminal = try start()
    terminal.awaits("gaz \(Environment.version): 34,006 places")
    terminal.awaits("gaz> ")
    terminal.send("serch\rsearch tokio --limit 0\r")
    terminal.awaits("no command is called \"serch\"; did you mean \"search\"?")
    terminal.awaits("\n1 place")
    terminal.awaits("gaz> ")
    terminal.send("quit\r")
    #expect(terminal.exitCode() == 0)
  }

  @Test func filesAreOpenedBehindThePrompt() throws {
    let terminal = try start([TestMachine.transcripts + "/data/five.json", home.path + "/missing.json"])
    terminal.awaits("places could not be retrieved from")
    terminal.awaits("gaz> ")
    terminal.send("wait; search --limit 0\r")
    terminal.awaits("\n5 places")
  }

  @Test func thePromptFollowsTheCommandsOnRequest() throws {
    let terminal = try start(["-i", "-q", "-c", "search tokio --limit 0"])
    terminal.awaits("1 place")
    terminal.awaits("gaz> ")
    terminal.send("\u{4}")
    #expect(terminal.exitCode() == 0)
  }

  @Test func ctrlCEndsTheCommandAndWhatWasTypedAheadButNotTheShell() throws {
    let pipe = home.path + "/pipe.json"
    try #require(mkfifo(pipe, 0o600) == 0)
    let terminal = try start()
    terminal.awaits("gaz> ")
    // Nobody writes into the pipe: the opening never ends.
    terminal.send("open \(pipe) --background\r")
    terminal.awaits("gaz> ")
    terminal.send("wait\r")
    terminal.awaits("Ctrl-C cancels")
    // The keys are signals again as soon as the command runs.
    #expect(terminal.awaits { terminal.modes[2] & UInt32(ISIG) != 0 })
    terminal.send("\u{3}")
    terminal.awaits("interrupted")
    terminal.awaits("gaz> ")
    terminal.send("datasets\r")
    terminal.awaits("pipe     opening")
    terminal.send("close pipe; datasets\r")
    terminal.awaits("world    in use")
    terminal.awaits("gaz> ")
    terminal.send("\u{4}")
    #expect(terminal.exitCode() == 0)
    #expect(!terminal.recent.contains("opening"))
  }

  @Test(arguments: [SIGTERM, SIGHUP]) func aSignalThatEndsTheShellIsItsExitCode(signal: Int32) throws {
    let terminal = try start()
    terminal.awaits("gaz> ")
    terminal.signal(signal)
    #expect(terminal.exitCode() == 128 + signal)
  }
}
