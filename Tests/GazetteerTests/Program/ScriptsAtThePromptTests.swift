import Foundation
import Testing

/// Scripts that never end, or run too many others, at the prompt.
@Suite(.serialized) struct ScriptsAtThePromptTests {
  let home: ScratchDirectory
  private var pipe: String { home.path + "/pipe" }

  init() throws {
    home = try ScratchDirectory()
    mkfifo(pipe, 0o600)
  }

  private func start(_ arguments: [String] = [], _ variables: [String: String] = [:]) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal()
    let usual = ["HOME": home.path, "LC_ALL": "C.UTF-8", "TERM": "xterm"]
    try terminal.run(PseudoTerminal.gaz, arguments, environment: usual.merging(variables) { $1 })
    return terminal
  }

  @Test func ctrlCEndsTheWaitForAPipe() throws {
    let terminal = try start()
    terminal.awaits("gaz> ")
    terminal.send("source \"\(pipe)\"\r\u{3}")
    terminal.awaits("interrupted")
    terminal.awaits("gaz> ")
    // The control: the next one is read as soon as somebody writes it.
    terminal.send("source \"\(pipe)\"\r")
    let writer = open(pipe, O_WRONLY)
    write(writer, "echo from the pipe\n", 19)
    terminal.awaits("\nfrom the pipe")
    close(writer)
    terminal.awaits("gaz> ")
    terminal.send("\u{4}")
    #expect(terminal.exitCode() == 0)
  }

  @Test(arguments: [SIGTERM, SIGHUP]) func aSignalEndsTheProgramThatWaitsForAPipe(signal: Int32) throws {
    let terminal = try start()
    terminal.awaits("gaz> ")
    terminal.send("echo before; source \"\(pipe)\"\r")
    terminal.awaits("\nbefore")
    terminal.signal(signal)
    #expect(terminal.exitCode() == 128 + signal)
  }

  @Test(arguments: ["/dev/zero", "/dev/tty"]) func aDeviceIsNotRun(path: String) throws {
    let terminal = try start()
    terminal.awaits("gaz> ")
    terminal.send("source \(path)\r")
    terminal.awaits("\"\(path)\" is not a file or a pipe; try: a file of commands")
    terminal.awaits("gaz> ")
    terminal.send("\u{4}")
    #expect(terminal.exitCode() == 0)
  }

  @Test func ctrlCEndsTheWaitForAStartupScript() throws {
    let terminal = try start(["--config", pipe])
    terminal.awaits("; try: ")
    terminal.send("\u{3}")
    terminal.awaits("interrupted")
    terminal.awaits("gaz> ")
    terminal.send("\u{4}")
    #expect(terminal.exitCode() == 0)
  }

  @Test func aStartupFileOfTheEditorThatIsAPipeIsNotWaitedFor() throws {
    let terminal = try start([], ["EDITRC": pipe])
    terminal.awaits("gaz> ")
    terminal.send("\u{4}")
    #expect(terminal.exitCode() == 0)
  }

  @Test func scriptsThatRunOneAnotherAreStoppedAtALimit() throws {
    for number in 1...600 { _ = home.file("s\(number).gaz", "source s\(number + 1).gaz\n".utf8) }
    let run = try ProgramRun(["-f", "s1.gaz"], in: home.path)
    #expect(run.code == 3)
    let chain = (1...32).map { "s\($0).gaz" }.joined(separator: " > ")
    #expect(
      run.complaint
        == "s32.gaz:1: \"s33.gaz\" was not run; scripts can be nested at most 32 deep; these are running: \(chain); try: nest fewer scripts\n"
    )
    // The control: as many as are allowed.
    _ = home.file("s32.gaz", "echo deep enough\n".utf8)
    let other = try ProgramRun(["-f", "s1.gaz"], in: home.path)
    #expect(other.code == 0 && other.text == "deep enough\n")
  }

  @Test func aScriptThatEndsInsideANestedPromptExitsWithAnError() throws {
    let script = home.file("left.gaz", "open cities.json\nedit-categories\ntoggle Default\n".utf8)
    _ = home.file("cities.json", #"[{"name": "Suva", "lat": -18, "lon": 178}]"#.utf8)
    let message = "edit-categories ended without done; the selection is unchanged; try: end with done or cancel\n"
    let run = try ProgramRun(["-f", script], in: home.path)
    #expect(run.code == 3 && run.complaint.hasSuffix("\(script):3: " + message))
    let commands = ["open cities.json", "edit-categories", "toggle Default"].flatMap { ["-c", $0] }
    let other = try ProgramRun(commands, in: home.path)
    #expect(other.code == 1 && other.complaint.hasSuffix("gaz: " + message))
  }
}
