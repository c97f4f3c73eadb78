import Foundation
import Testing

@testable import GazetteerShell

/// The state of the terminal after the program, however it ends and whatever it did.
@Suite(.serialized) struct TerminalTests {
  let home: ScratchDirectory
  /// Nobody writes into it, so a command that opens it waits.
  let pipe: String

  init() throws {
    home = try ScratchDirectory()
    pipe = home.path + "/pipe.json"
    try #require(mkfifo(pipe, 0o600) == 0)
  }

  /// What the program does when a signal comes.
  enum State: String, CaseIterable {
    case emptyLine, line, candidates, historySearch, picker, map, command, pager, editor
  }

  private var variables: [String: String] {
    [
      "HOME": home.path, "LC_ALL": "C.UTF-8", "TERM": "xterm", "PATH": "/usr/bin:/bin", "GAZ_PAGER": "less -X",
      "GAZ_EDITOR": "less -X",
    ]
  }

  private func bring(_ terminal: PseudoTerminal, to state: State) {
    terminal.awaits("gaz> ")
    switch state {
    case .emptyLine: break
    case .line:
      terminal.send("use münchen")
      terminal.awaits("use münchen")
    case .candidates:
      terminal.send("se\t\t")
      terminal.awaits("select-all")
    case .historySearch:
      terminal.send("\u{12}x")
      terminal.awaits("x")
    case .picker:
      terminal.send("edit-categories\r")
      terminal.awaits("enter done")
    case .map:
      terminal.send("map -i\r")
      terminal.awaits("q leave")
    case .command:
      terminal.send("open \(pipe) --background; wait\r")
      terminal.awaits("Ctrl-C cancels")
    case .pager:
      terminal.send("help keys\r")
      terminal.awaits(":\u{1b}[K")
    case .editor:
      terminal.send("abc\u{18}\u{5}")
      terminal.awaits("(END)")
    }
  }

  /// Whether the terminal reads keys, shows the cursor, wraps rows and handles pastes as before.
  private func isSane(_ terminal: PseudoTerminal, as before: termios) -> Bool {
    let text = String(decoding: terminal.drawn, as: UTF8.self)
    func isLast(_ sequence: String, not other: String) -> Bool {
      guard let undone = text.range(of: other, options: .backwards) else { return true }
      return text.range(of: sequence, options: .backwards).map { $0.lowerBound > undone.lowerBound } ?? false
    }
    return terminal.settings == TerminalSettings(before) && isLast("\u{1b}[?2004l", not: "\u{1b}[?2004h")
      && isLast("\u{1b}[?25h", not: "\u{1b}[?25l") && isLast("\u{1b}[?7h", not: "\u{1b}[?7l")
      && isLast("\u{1b}[?2026l", not: "\u{1b}[?2026h") && isLast("\u{1b}[23;2t", not: "\u{1b}[22;2t")
      && isLast("\u{1b}[?1049l", not: "\u{1b}[?1049h")
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGQUIT, SIGSEGV, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE], State.allCases)
  func aSignalThatEndsTheProgramLeavesTheTerminalAsItWas(signal: Int32, state: State) throws {
    let terminal = try PseudoTerminal()
    let before = terminal.allModes
    try terminal.run(PseudoTerminal.gaz, environment: variables)
    bring(terminal, to: state)
    #expect(!isSane(terminal, as: before), "the program changes the terminal, or this proves nothing")
    terminal.signal(signal)
    if signal == SIGQUIT, [.pager, .editor].contains(state) {
      // The signal is for the other program, which ignores it.
      terminal.send("q")
      terminal.awaits("gaz> ")
      terminal.send(state == .editor ? "\u{15}quit\r" : "quit\r")
      #expect(terminal.exitCode() == 0)
    } else {
      let ends = [SIGTERM, SIGHUP, SIGQUIT].contains(signal)
      #expect(terminal.exitCode() == (ends ? 128 + signal : -signal))
    }
    #expect(isSane(terminal, as: before))
  }

  /// The control: a signal that no handler can catch does not restore the terminal.
  @Test(arguments: [State.line, .map, .command]) func aKilledProgramLeavesItsModes(state: State) throws {
    let terminal = try PseudoTerminal()
    let before = terminal.allModes
    try terminal.run(PseudoTerminal.gaz, environment: variables)
    bring(terminal, to: state)
    terminal.signal(SIGKILL)
    #expect(terminal.exitCode() == -SIGKILL)
    #expect(!isSane(terminal, as: before))
  }

  @Test(arguments: State.allCases) func anInterruptEndsNeitherTheProgramNorSpoilsTheTerminal(state: State) throws {
    let terminal = try PseudoTerminal()
    let before = terminal.allModes
    try terminal.run(PseudoTerminal.gaz, environment: variables)
    bring(terminal, to: state)
    terminal.signal(SIGINT)
    if [.pager, .editor].contains(state) { terminal.send("q") }
    terminal.awaits("gaz> ")
    terminal.send(state == .editor ? "\u{15}quit\r" : "quit\r")
    #expect(terminal.exitCode() == 0)
    #expect(isSane(terminal, as: before))
  }

  /// Waits until `less` reads keys, if it runs: only then does it react to Ctrl-Z.
  private func settle(_ state: State, on terminal: PseudoTerminal) {
    guard [.pager, .editor].contains(state) else { return }
    #expect(terminal.awaits { terminal.isAsleep("less") })
  }

  /// A shell with jobs starts the program, Ctrl-Z stops it, `fg` brings it back to what it was doing.
  @Test(arguments: State.allCases) func ctrlZStopsAndTheProgramGoesOn(state: State) throws {
    let terminal = try PseudoTerminal()
    let before = terminal.allModes
    try terminal.run("/bin/dash", ["-i"], environment: variables.merging(["PS1": "shell: "]) { $1 })
    terminal.awaits("shell: ")
    terminal.send(PseudoTerminal.gaz + "\r")
    bring(terminal, to: state)
    settle(state, on: terminal)
    for _ in 0..<2 {
      #expect(!isSane(terminal, as: before))
      terminal.send("\u{1a}")
      terminal.awaits("Stopped")
      terminal.awaits("shell: ")
      #expect(isSane(terminal, as: before))
      terminal.send("fg\r")
      if state == .editor { terminal.awaits("(END)") }
      if state == .pager { terminal.awaits(":\u{1b}[K") }
      settle(state, on: terminal)
      #expect(terminal.awaits { !isSane(terminal, as: before) })
    }
    switch state {
    case .emptyLine, .line:
      terminal.awaits(state == .line ? "münchen" : "gaz> ")
      terminal.send(state == .line ? "x\r" : "use x\r")
      terminal.awaits(state == .line ? "\"münchenx\"" : "\"x\"")
    case .historySearch, .candidates: terminal.send("\u{3}")
    case .picker, .map: terminal.send("\u{1b}")
    case .command:
      terminal.send("\u{3}")
      terminal.awaits("interrupted")
    case .pager, .editor: terminal.send("q")
    }
    terminal.awaits("gaz> ")
    terminal.send(state == .editor ? "\u{15}quit\r" : "quit\r")
    terminal.awaits("shell: ")
    #expect(isSane(terminal, as: before))
  }

  /// SIGSTOP cannot be ignored. Afterwards the program finds the terminal as the shell left it, and sets it up again.
  @Test(arguments: [State.line, .command]) func aProgramStoppedByAnotherContinues(state: State) throws {
    let terminal = try PseudoTerminal()
    let before = terminal.allModes
    try terminal.run("/bin/dash", ["-i"], environment: variables.merging(["PS1": "shell: "]) { $1 })
    terminal.awaits("shell: ")
    terminal.send("sh -c 'echo $$ > $HOME/number; exec \(PseudoTerminal.gaz)'\r")
    bring(terminal, to: state)
    let number = try String(contentsOfFile: home.path + "/number", encoding: .utf8).dropLast()
    kill(try #require(pid_t(number)), SIGSTOP)
    terminal.awaits("Stopped")
    terminal.awaits("shell: ")
    var cooked = before
    tcsetattr(terminal.screen, TCSANOW, &cooked)
    terminal.send("fg\r")
    #expect(terminal.awaits { !isSane(terminal, as: before) && terminal.settings != TerminalSettings(before) })
    terminal.send(state == .line ? "x\r" : "\u{3}")
    terminal.awaits(state == .line ? "\"münchenx\"" : "interrupted")
    terminal.awaits("gaz> ")
    terminal.send("quit\r")
    terminal.awaits("shell: ")
    #expect(isSane(terminal, as: before))
  }
}

/// The modes of a terminal, to be compared.
struct TerminalSettings: Equatable {
  private let flags: [tcflag_t]
  private let keys: [UInt8]

  init(_ modes: termios) {
    flags = [modes.c_iflag, modes.c_oflag, modes.c_cflag, modes.c_lflag]
    keys = withUnsafeBytes(of: modes.c_cc) { Array($0) }
  }
}

extension PseudoTerminal {
  var allModes: termios {
    var modes = termios()
    tcgetattr(screen, &modes)
    return modes
  }

  var settings: TerminalSettings { TerminalSettings(allModes) }
}

extension PseudoTerminal {
  /// Whether a program of this name runs on the terminal and sleeps, as it does while it waits for a key.
  fileprivate func isAsleep(_ name: String) -> Bool {
    let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return processes.contains { process in
      // PID (NAME) STATE PARENT GROUP SESSION TERMINAL …; the terminals of this kind have numbers from 136 << 8 on.
      guard Int(process) != nil, let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
        let end = text.lastIndex(of: ")"), text[..<end].hasSuffix("(" + name)
      else { return false }
      let fields = text[end...].split(separator: " ")
      return fields[1] == "S" && Int(fields[5]).map { "/dev/pts/\($0 & 0xFF | $0 >> 12 & 0xFFF00)" } == path
    }
  }
}
