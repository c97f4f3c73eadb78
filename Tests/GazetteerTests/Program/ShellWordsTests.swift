import Foundation
import Testing

@testable import GazetteerShell

/// The words of the shell at a prompt: settings, the startup script, history, output.
@Suite(.enabled(if: TestMachine.hasWorld, "the program was built without the world: Scripts/setup makes it"))
struct ShellWordsTests {
  let home: ScratchDirectory

  init() throws { home = try ScratchDirectory() }

  private func start(_ arguments: [String] = [], term: String = "xterm") throws -> PseudoTerminal {
    let terminal = try PseudoTerminal()
    let environment = ["HOME": home.path, "LC_ALL": "C.UTF-8", "TERM": term]
    try terminal.run(PseudoTerminal.gaz, arguments, environment: environment)
    return terminal
  }

  private func write(_ name: String, _ text: String) throws {
    let path = home.path + "/.config/gaz"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    _ = home.file(".config/gaz/" + name, Array(text.utf8))
  }

  private func contents(_ name: String) -> String? {
    try? String(contentsOfFile: home.path + "/" + name, encoding: .utf8)
  }

  @Test func settingsAreSavedForTheNextSession() throws {
    for (line, answer) in [("set limit 2", "gaz> "), ("search springfield", "2 of 12 places")] {
      let terminal = try start()
      terminal.awaits("gaz> ")
      terminal.send(line + "\r")
      terminal.awaits(answer)
      terminal.send("quit\r")
      #expect(terminal.exitCode() == 0)
    }
    #expect(contents(".config/gaz/settings") == "limit 2\n")
  }

  @Test func theStartupScriptRunsAndItsErrorsDoNotEndIt() throws {
    try write("rc", "set limit 2\nserch\necho hello from rc\nset quiet on\n")
    let terminal = try start()
    terminal.awaits("34,006 places")
    terminal.awaits("\(home.path)/.config/gaz/rc:2: \"serch\" is")
    terminal.awaits("hello from rc")
    terminal.awaits("gaz> ")
    terminal.send("history\r")
    terminal.awaits("  1  history")
    terminal.send("search springfield\r")
    terminal.awaits("2 of 12 places")
    terminal.awaits("gaz> ")
    terminal.send("\u{4}")
    #expect(terminal.exitCode() == 0)
    #expect(contents(".config/gaz/settings") == nil, "a script sets for its session")
  }

  @Test func flagsOverrideTheStartupScriptOrChooseAnother() throws {
    try write("rc", "set limit 2\nset format csv\necho of the user\n")
    let other = home.file("other.gaz", Array("echo another one\n".utf8))
    for (arguments, hello, answer) in [
      (["--format", "jsonl"], "of the user", "{\"n\":1,"), (["--config", other], "another one", "12 places"),
      (["--no-rc"], "34,006 places", "12 places"), ([], "of the user", "n,id,"),
    ] {
      let terminal = try start(arguments)
      terminal.awaits(hello)
      terminal.awaits("gaz> ")
      terminal.send("search springfield\r")
      terminal.awaits(answer)
      #expect(arguments.first != "--no-rc" || !String(decoding: terminal.drawn, as: UTF8.self).contains("of the user"))
    }
    for arguments in [["--config", home.path + "/none"], ["--config", home.path + "/none", "-c", "wait"]] {
      let run = try ProgramRun(arguments)
      #expect(run.code == 1)
      #expect(run.complaint.contains("none\" cannot be opened; No such file or directory; try: --config"))
    }
  }

  /// No script runs outside the prompt, or from the current folder.
  @Test func noOtherScriptRunsAutomatically() throws {
    try write("rc", "echo never\n")
    for name in ["rc", ".gazrc", "gazrc", ".gaz/rc"] { _ = home.file(name, Array("echo never\n".utf8)) }
    for arguments in [["-c", "echo once"], ["-f", home.file("x.gaz", Array("echo once\n".utf8))]] {
      let run = try ProgramRun(arguments, in: home.path, environment: ["HOME": home.path])
      #expect(run.text == "once\n")
    }
    let elsewhere = try ScratchDirectory()
    let run = try ProgramRun([], input: Array("echo once".utf8), in: home.path, environment: ["HOME": elsewhere.path])
    #expect(run.text == "once\n")
  }

  @Test func aLineOfTheHistoryRunsAgain() throws {
    let terminal = try start()
    terminal.awaits("gaz> ")
    terminal.send("echo one\r")
    terminal.awaits("\none")
    terminal.send("history --run 1\r")
    terminal.awaits("\r\necho one\r\none\r\n")
    terminal.send("!! two\r")
    terminal.awaits("\r\necho one two\r\none two\r\n")
    terminal.send("!99\r")
    terminal.awaits("there is no line 99; the history has lines 1 to 4")
    // The line that ran again is the newest one. A line that runs another cannot run itself.
    terminal.send("history\r")
    terminal.awaits("4  echo one two\r\n")
    terminal.send("history --run 2\r")
    terminal.awaits("it runs a line of the history itself")
  }

  @Test func resultsGoToTheFileAndNoticesToTheTerminal() throws {
    let terminal = try start()
    terminal.awaits("gaz> ")
    terminal.send("output\r")
    terminal.awaits("the results are not written to a file; try: output FILE")
    terminal.send("output ~/none/x\r")
    terminal.awaits("\"~/none/x\" cannot be written; No such file or directory")
    terminal.send("output ~/\r")
    terminal.awaits("\"~/\" cannot be written; Is a directory")
    terminal.send("output ~/found\r")
    terminal.awaits("results are now written to \"~/found\"")
    terminal.send("search --in fr --limit 100; select 9999\r")
    terminal.awaits("there is no place 9999")
    #expect(contents("found") == nil, "it changes as a whole")
    terminal.send("output\r")
    terminal.awaits("wrote 102 lines to \"~/found\"")
    let text = try #require(contents("found"))
    #expect(text.contains("100 of ") && !text.contains("…"), "a file has no width")
    terminal.send("output ~/more; echo to the file\r")
    terminal.awaits("results are now written to")
    terminal.awaits("gaz> ")
    terminal.send("\u{4}")
    #expect(terminal.exitCode() == 0)
    #expect(contents("more") == "to the file\n", "the end of the program ends it")
    #expect(try FileManager.default.contentsOfDirectory(atPath: home.path).filter { $0.contains("gaz-") } == [])
  }

  @Test func outputInAScript() throws {
    let file = home.path + "/x"
    let run = try ProgramRun(["-q", "-c", "output \(file); echo a; output; echo b; output \(file)2; echo c; select 9"])
    #expect(run.text == "b\n")
    #expect(contents("x") == "a\n")
    #expect(run.complaint.hasSuffix("gaz: nothing was written to \"\(file)2\"\n"))
    #expect(run.code == 1 && contents("x2") == nil)
    let outermost = home.path + "/all"
    let both = try ProgramRun(["-q", "-o", outermost, "-c", "echo a; output \(file); echo b; output; echo c"])
    #expect(both.code == 0 && contents("all") == "a\nc\n" && contents("x") == "b\n")
    let script = home.file("s.gaz", Array("output \(file); echo d\n".utf8))
    #expect(
      try ProgramRun(["-f", script]).complaint.contains("output is not allowed here; it needs the power write-file"))
    #expect(try ProgramRun(["--allow=write-file", "-f", script]).code == 0)
    #expect(contents("x") == "d\n")
  }

  @Test func ctrlCEndsASleep() throws {
    let terminal = try start()
    terminal.awaits("gaz> ")
    terminal.send("sleep 1h; echo never\r")
    #expect(terminal.awaits { terminal.modes[2] & UInt32(ISIG) != 0 })
    terminal.send("\u{3}")
    terminal.awaits("interrupted")
    terminal.awaits("gaz> ")
    terminal.send("quit\r")
    #expect(terminal.exitCode() == 0)
    #expect(!terminal.recent.contains("never\r\n"))
  }

  @Test(arguments: [("xterm", true), ("dumb", false)]) func clearClearsWhereItCan(term: String, clears: Bool) throws {
    let terminal = try start(["-c", "clear; echo done"], term: term)
    terminal.awaits("done")
    #expect(String(decoding: terminal.drawn, as: UTF8.self).contains("\u{1b}[H\u{1b}[J") == clears)
  }

  @Test(.enabled(if: Display.isAvailable, Display.absent)) func keysAndHintsAreSetAtOnce() throws {
    let terminal = try start()
    terminal.awaits("gaz> ")
    terminal.send("echo abc\r")
    terminal.awaits("\nabc")
    terminal.awaits("gaz> ")
    terminal.send("ec")
    terminal.awaits("ho abc")  // the hint
    terminal.send("\u{3}")
    terminal.awaits("gaz> ")
    terminal.send("set hints off; set keys vi\r")
    terminal.awaits("gaz> ")
    let seen = terminal.drawn.count
    // In vi's keys, Escape steps back and begins commands, 0 goes to the start of the line, and i inserts.
    terminal.send("cho xyz")
    try terminal.awaits { $0.line.hasSuffix("cho xyz") && $0.cursor[1] == 12 }
    terminal.send("\u{1b}")
    try terminal.awaits { $0.cursor[1] == 11 }
    terminal.send("0ie\r")
    terminal.awaits("\nxyz")
    #expect(!String(decoding: terminal.drawn[seen...], as: UTF8.self).contains("abc"), "no hint any more")
    terminal.awaits("gaz> ")
    terminal.send("set keys default\r")
    terminal.awaits("gaz> ")
    terminal.send("cho uvw\u{1}e\r")
    terminal.awaits("\nuvw")
  }

  @Test func previewTitleAndPagerAreSetAtOnce() throws {
    for (isOn, value) in [(true, "on"), (false, "off")] {
      let terminal = try PseudoTerminal(columns: 80, rows: 24)
      let environment = ["HOME": home.path, "LC_ALL": "C.UTF-8", "TERM": "xterm", "GAZ_PAGER": "sed s/^/paged:/"]
      try terminal.run(PseudoTerminal.gaz, environment: environment)
      terminal.awaits("gaz> ")
      terminal.send("set preview \(value); set title \(value); set pager \(value)\r")
      terminal.awaits("gaz> ")
      let seen = terminal.drawn.count
      terminal.send("search tokio")
      terminal.awaits("tokio")
      #expect(isOn ? terminal.awaits("1 place") : true)
      terminal.send("\r")
      terminal.awaits("1 place")
      terminal.awaits("gaz> ")
      terminal.send("use all; set; help keys\r")
      terminal.awaits("Done or cancel.")
      terminal.awaits("gaz> ")
      let text = String(decoding: terminal.drawn[seen...], as: UTF8.self)
      #expect(text.contains("paged:moving") == isOn)
      #expect(text.components(separatedBy: "1 place").count - 1 == (isOn ? 2 : 1))
      // When it is off, the earlier title is restored.
      let before = String(decoding: terminal.drawn[..<seen], as: UTF8.self)
      #expect(before.contains("\u{1b}[23;2t") == !isOn)
      terminal.send("\u{4}")
      #expect(terminal.exitCode() == 0)
    }
  }
}
