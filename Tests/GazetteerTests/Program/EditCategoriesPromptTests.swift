import Foundation
import GazetteerIndex
import GazetteerSession
import Testing

@testable import GazetteerShell

/// `edit-categories` as a user sees it: a picker if there is a screen, else a nested prompt.
@Suite(.serialized) struct EditCategoriesPromptTests {
  static let escape = "\u{1b}", interrupt = "\u{3}", down = "\u{1b}[B"
  let home: ScratchDirectory

  init() throws { home = try ScratchDirectory() }

  private func start(
    columns: UInt16 = 80, rows: UInt16 = 24, term: String = "xterm-256color", arguments: [String] = []
  ) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(columns: columns, rows: rows)
    let file = TestMachine.transcripts + "/data/hillside.json"
    try terminal.run(
      PseudoTerminal.gaz, ["-i", "-c", "open \(file); set layout portrait"] + arguments,
      environment: ["HOME": home.path, "TERM": term, "LC_ALL": "C.UTF-8"])
    terminal.awaits("gaz> ")
    return terminal
  }

  @Test(
    .enabled(if: Display.isAvailable, Display.absent),
    arguments: [(80, 24), (40, 12), (200, 50), (20, 5)] as [(UInt16, UInt16)])
  func aPickerSelectsAndLeavesTheScreenAsItWas(columns: UInt16, rows: UInt16) throws {
    let terminal = try start(columns: columns, rows: rows)
    terminal.send("datasets\r")
    terminal.awaits("gaz> ")
    let before = try terminal.awaits(withScrollback: true) { $0.line == "gaz>" }
    terminal.send("edit-categories\r")
    try terminal.awaits { $0.line.hasSuffix(">") && $0.below.contains { $0.hasPrefix("0 of 7") } }
    terminal.send("LIFE ")
    try terminal.awaits { $0.line.hasSuffix("> LIFE") && $0.below.last?.hasPrefix("> ✓ Student Life") == true }
    terminal.send("\r")
    let after = try terminal.awaits(withScrollback: true) { $0.line == "gaz>" && $0.above + $0.rows != before.rows }
    let all = after.above + after.text
    #expect(Array(all.prefix(before.above.count + before.text.count - 1)) == before.above + before.text.dropLast())
    let new = all.dropFirst(before.above.count + before.text.count - 1)
    #expect(new.first == "gaz> edit-categories" || columns < 30)
    #expect(new.contains("selected: Student Life") || columns < 30)
    #expect(!new.joined().contains("of 7 selected"), "the picker is off the screen")
    #expect(new.last == "gaz>")
  }

  @Test(
    .enabled(if: Display.isAvailable, Display.absent), arguments: [[escape], [interrupt], ["lib", escape, escape]])
  func aPickerIsCancelledAndOpensAgainWithTheEarlierSelection(keys: [String]) throws {
    let terminal = try start()
    terminal.send("sc library --limit 0\r")
    let before = try terminal.awaits { $0.line == "gaz>" && $0.text.contains("1 place") }
    terminal.send("edit-categories\r")
    try terminal.awaits { $0.below.first?.hasPrefix("1 of 7 selected") == true }
    terminal.send("\u{1}")
    try terminal.awaits { $0.below.first?.hasPrefix("7 of 7 selected") == true }
    // Escape becomes a key of its own only after a pause. So each key is sent after the effect of the one before it.
    for (key, filter) in zip(keys.dropLast(), ["lib", ""]) {
      terminal.send(key)
      try terminal.awaits { $0.line == "categories>" + (filter.isEmpty ? "" : " " + filter) }
    }
    terminal.send(keys.last ?? "")
    let after = try terminal.awaits { $0.line == "gaz>" }
    #expect(after.text == before.text.dropLast() + ["gaz> edit-categories", "gaz>"])
    terminal.send("edit-categories\r")
    try terminal.awaits {
      $0.below.first?.hasPrefix("1 of 7 selected") == true && $0.below.contains("  ✓ Library       1")
    }
  }

  @Test(.enabled(if: Display.isAvailable, Display.absent)) func aPickerFollowsTheWindow() throws {
    let terminal = try start()
    terminal.send("edit-categories\r")
    try terminal.awaits { $0.below.count == 8 }
    terminal.send(Self.down + Self.down + Self.down + Self.down + " ")
    try terminal.awaits { $0.below.contains("> ✓ Library       1") }
    terminal.resize(columns: 40, rows: 6)
    try terminal.awaits { $0.below.contains("> ✓ Library       1") && $0.rows.count == 6 && $0.below.count == 5 }
    terminal.resize(columns: 60, rows: 3)
    try terminal.awaits { $0.below.last == "> ✓ Library       1" && $0.below.count == 2 }
    terminal.resize(columns: 80, rows: 30)
    try terminal.awaits { $0.below.contains("> ✓ Library       1") && $0.below.count == 8 }
    terminal.send("\r")
    try terminal.awaits { $0.line == "gaz>" && $0.text.contains("selected: Library") }
  }

  @Test(.enabled(if: Display.isAvailable, Display.absent)) func marksAreASCIIWhereThatIsAskedFor() throws {
    let terminal = try start(arguments: ["--ascii"])
    terminal.send("edit-categories\r ")
    try terminal.awaits { $0.below.contains("> x ATM           8") }
  }

  @Test(arguments: [SIGTERM, SIGHUP]) func aSignalLeavesTheTerminalAsItWas(signal: Int32) throws {
    let terminal = try PseudoTerminal()
    let before = terminal.modes
    try terminal.run(
      PseudoTerminal.gaz, environment: ["HOME": home.path, "TERM": "xterm", "GAZ_HISTORY": ""])
    terminal.awaits("gaz> ")
    terminal.send("edit-categories\r")
    terminal.awaits("of 1 selected")
    #expect(terminal.modes != before, "picking changes the modes, or this proves nothing")
    terminal.signal(signal)
    #expect(terminal.exitCode() != nil)
    #expect(terminal.modes == before)
  }

  @Test func withoutAScreenThereIsANestedPrompt() throws {
    let terminal = try start(term: "dumb")
    terminal.send("edit-categories\r")
    terminal.awaits("0 of 7 selected; next: toggle C")
    terminal.awaits("categories> ")
    terminal.send("toggle library\r")
    terminal.awaits("added: Library; 1 of 7 selected")
    terminal.send("done\r")
    terminal.awaits("selected: Library")
    terminal.awaits("gaz> ")
    // Ctrl-D leaves the nested prompt first, then the program.
    terminal.send("edit-categories\r")
    terminal.awaits("categories> ")
    terminal.send("\u{4}")
    terminal.awaits("edit-categories ended without done: the selection is unchanged")
    terminal.awaits("gaz> ")
    terminal.send("\u{4}")
    #expect(terminal.exitCode() == 0)
  }

  @Test func aScriptThatIsSourcedGetsThePromptNotThePicker() throws {
    let terminal = try start()
    let script = home.file("pick.gaz", Array("edit-categories\ntoggle library\ndone --limit 0\n".utf8))
    terminal.send("source \(script)\r")
    terminal.awaits("added: Library; 1 of 7 selected")
    terminal.awaits("1 place")
    terminal.awaits("gaz> ")
  }

  @Test(
    arguments: [
      (["edit-categories", "toggle city"], "ended without done; ", .failed),
      (["edit-categories"], "ended without done: ", .success),
      (["edit-categories; toggle city; done --limit 0"], nil, .success),
      (["edit-categories", "cancel"], nil, .success),
    ] as [([String], String?, ExitCode)])
  func commandsThatEndInTheNestedPromptSaySo(commands: [String], words: String?, code: ExitCode) throws {
    let run = try ProgramRun(commands.flatMap { ["-c", $0] })
    #expect(run.code == code.rawValue, "\(run)")
    #expect(words.map(run.complaint.contains) ?? !run.complaint.contains("without done"), "\(run)")
    let piped = try ProgramRun([], input: Array(commands.joined(separator: "\n").utf8))
    #expect(piped.code == (code == .success ? code : .scriptStopped).rawValue, "\(piped)")
    #expect(words.map(piped.complaint.contains) ?? !piped.complaint.contains("without done"), "\(piped)")
  }
}

/// The picker of an editor on a thread of its own, with notices that arrive while it is open.
@Suite(.enabled(if: Display.isAvailable, Display.absent)) struct PickingTests {
  @Test func noticesAreShownAboveThePicker() throws {
    let terminal = try PseudoTerminal(columns: 60, rows: 10)
    let (notices, results) = (Mailbox<Message>(), Mailbox<[String]>())
    terminal.run { screen in
      guard let terminal = Terminal(input: screen, output: screen, type: nil), let signals = Signals(),
        let history = History(path: nil),
        let editor = LineEditor(
          on: terminal, type: "xterm", history: history, signals: signals, mail: Mail(notices) { $0 })
      else { return }
      let items = ["one", "two"].map { Picker.Item(Untrusted($0), detail: "1", isTicked: false) }
      let picked = editor.pick(Picker(items, title: "things"), isASCII: false)
      results.post(picked.map { $0.items.filter(\.isTicked).map(\.name.text) } ?? ["cancelled"])
    }
    try terminal.awaits { $0.below.first?.hasPrefix("0 of 2 selected") == true }
    terminal.send(" ")
    notices.post("opened 3 places")
    try terminal.awaits {
      $0.text.first == "opened 3 places" && $0.line == "things>" && $0.below.dropFirst().first == "> ✓ one  1"
    }
    terminal.send("\r")
    try terminal.awaits { $0.text == ["opened 3 places"] }
    try #require(results.hasMail())
    #expect(results.drain() == [["one"]])
  }
}
