import Foundation
import Testing

/// Questions are asked on the terminal, never answered by a script, and not asked without a terminal.
@Suite(.serialized) struct ConsentTests {
  static let question = "remove Alabama from the favorites? [y/N] "
  static let keep = "open \"\(OnScreen.five)\"; search alabama --limit 1; favorite 1"
  let home: ScratchDirectory

  init() throws { home = try ScratchDirectory() }

  private func start(_ program: String = PseudoTerminal.gaz, _ arguments: [String]) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal()
    try terminal.run(
      program, arguments,
      environment: ["HOME": home.path, "LC_ALL": "C.UTF-8", "TERM": "xterm", "PATH": "/usr/bin:/bin"])
    return terminal
  }

  @Test(
    arguments: [("y\r", true, 0), ("n\r", false, 0), ("\r", false, 0), ("\u{4}", false, 0)]
      as [(String, Bool, Int32)])
  func aCommandOfTheCommandLineAsksOnTheTerminal(keys: String, isRemoved: Bool, code: Int32) throws {
    for power in [[], ["--allow=favorites"]] {
      let terminal = try start(arguments: power + ["-c", Self.keep + "; unfavorite 1; favorites --limit 0"])
      terminal.awaits(Self.question)
      terminal.send(keys)
      terminal.awaits(isRemoved ? "removed Alabama" : "nothing was removed")
      terminal.awaits(isRemoved ? "there are no favorites yet" : "1 place")
      #expect(terminal.exitCode() == code)
    }
  }

  @Test func ctrlCAtTheQuestionEndsTheRunAndRemovesNothing() throws {
    let terminal = try start(arguments: ["-c", Self.keep + "; unfavorite 1", "-c", "favorites --limit 0"])
    terminal.awaits(Self.question)
    terminal.send("\u{3}")
    #expect(terminal.exitCode() == 130)
    #expect(!String(decoding: terminal.drawn, as: UTF8.self).contains("removed"))
  }

  @Test func theAnswerToAQuestionIsNotReadFromTheScript() throws {
    let lines = [Self.keep, "unfavorite 1", "y", "favorites --limit 0"].joined(separator: "\n")
    let script = home.file("script.gaz", lines.utf8)
    let ways = [
      "'\(PseudoTerminal.gaz)' --allow=favorites --on-error continue - <'\(script)'",
      "'\(PseudoTerminal.gaz)' --allow=favorites --on-error continue -f '\(script)' </dev/null | cat",
      "'\(PseudoTerminal.gaz)' --allow=favorites --on-error continue -c 'source \"\(script)\"'",
    ]
    for way in ways {
      let terminal = try start("/bin/sh", ["-c", way])
      terminal.awaits(Self.question)
      terminal.send("n\r")
      terminal.awaits("nothing was removed")
      terminal.awaits("\"y\" is not a command")
      _ = terminal.exitCode()
    }
  }

  @Test func withoutATerminalTheCommandLineConsents() throws {
    let commands = ["-c", Self.keep, "-c", "unfavorite 1", "-c", "favorites --limit 0"]
    let refused = try ProgramRun.detached(commands, input: "y\ny\n")
    #expect(refused.code == 1)
    #expect(
      refused.complaint.hasSuffix(
        "gaz: nobody can be asked whether to remove Alabama from the favorites; try: gaz --allow=favorites\n"))
    let allowed = try ProgramRun.detached(["--allow=favorites"] + commands)
    #expect(allowed.code == 0 && allowed.complaint.contains("removed Alabama"))
  }

  @Test func noInputMeansNoQuestionEvenOnATerminal() throws {
    for (power, said) in [([], "nobody can be asked"), (["--allow=favorites"], "removed Alabama")] {
      let terminal = try start(arguments: ["--no-input"] + power + ["-c", Self.keep + "; unfavorite 1"])
      terminal.awaits(said)
      #expect(terminal.exitCode() == (power.isEmpty ? 1 : 0))
      #expect(!String(decoding: terminal.drawn, as: UTF8.self).contains("[y/N]"))
    }
  }

  @Test func theStartupScriptAsksAtThePrompt() throws {
    let script = home.file("rc", (Self.keep + "\nunfavorite 1\nfavorites --limit 0\n").utf8)
    let terminal = try start(arguments: ["--config", script])
    // Typed before the question is asked.
    terminal.send("y\r")
    terminal.awaits(Self.question)
    terminal.send("\r")
    terminal.awaits("nothing was removed")
    terminal.awaits("1 place")
    terminal.awaits("gaz> ")
    terminal.send("\u{4}")
    #expect(terminal.exitCode() == 0)
  }

  @Test(arguments: ["xterm", "dumb"], [(80, 24), (40, 12)] as [(UInt16, UInt16)])
  func thePromptAsksAndWhatFollowsOnTheLineWaits(term: String, size: (UInt16, UInt16)) throws {
    let terminal = try PseudoTerminal(columns: size.0, rows: size.1)
    try terminal.run(PseudoTerminal.gaz, environment: ["HOME": home.path, "LC_ALL": "C.UTF-8", "TERM": term])
    terminal.awaits("gaz> ")
    terminal.send(Self.keep + "\r")
    terminal.awaits("saved Alabama")
    terminal.awaits("gaz> ")
    // A command, an answer and another command, all in one write.
    terminal.send("unfavorite 1; favorites --limit 0\ry\rquit\r")
    terminal.awaits("[y/N] ")
    terminal.send("\r")
    terminal.awaits("nothing was removed")
    terminal.awaits("1 place")
    terminal.awaits("gaz> ")
    terminal.send("unfavorite 1; favorites --limit 0\r")
    terminal.awaits("[y/N] ")
    terminal.send("y\r")
    terminal.awaits("removed Alabama")
    terminal.awaits("there are no favorites yet")
    terminal.awaits("gaz> ")
    terminal.send("\u{4}")
    #expect(terminal.exitCode() == 0)
  }
}

extension ConsentTests {
  private func start(arguments: [String]) throws -> PseudoTerminal { try start(PseudoTerminal.gaz, arguments) }
}

extension ProgramRun {
  /// Runs it in a session of its own without a terminal, even if the tests have one.
  fileprivate static func detached(_ arguments: [String], input: String = "") throws -> ProgramRun {
    try ProgramRun(["--wait", PseudoTerminal.gaz] + arguments, of: "/usr/bin/setsid", input: Array(input.utf8))
  }
}
