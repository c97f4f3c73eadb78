import Foundation
import Testing

@testable import GazetteerSession
@testable import GazetteerShell

/// The scripts that complete gaz in other shells, tried in these shells.
@Suite(.enabled(if: Display.isAvailable, Display.absent)) struct CompletionScriptsTests {
  /// What is typed before Tab, and the line after it.
  static let lines: [(typed: String, completed: String)] = [
    ("gaz sear", "gaz search"), ("gaz --off", "gaz --offline"), ("gaz --offline datas", "gaz --offline datasets"),
    ("gaz -q sear", "gaz -q search"), ("gaz --format geo", "gaz --format geojson"),
    ("gaz --format=geo", "gaz --format=geojson"), ("gaz --limit 3 --off", "gaz --limit 3 --offline"),
    ("gaz --allow favorites,net", "gaz --allow favorites,network"), ("gaz --completions fi", "gaz --completions fish"),
    ("gaz -c sear", "gaz -c search"), ("gaz -f tour", "gaz -f tour.gaz"), ("gaz -o caf", "gaz -o cafes.csv"),
    ("gaz caf", "gaz cafes.csv"), ("gaz --data Fold", "gaz --data Folder/"),
    ("gaz search --pref", "gaz search --prefix"), ("gaz search munich --pref", "gaz search munich --prefix"),
    ("gaz search --sort dist", "gaz search --sort distance"), ("gaz search --sort=dist", "gaz search --sort=distance"),
    ("gaz s --pref", "gaz s --prefix"), ("gaz search --json=alter", "gaz search --json=alternates"),
    ("gaz search munich --off", "gaz search munich --offline"), ("gaz search --from wor", "gaz search --from world"),
    ("gaz set lay", "gaz set layout"), ("gaz set layout lan", "gaz set layout landscape"),
    ("gaz set keys v", "gaz set keys vi"), ("gaz layout lan", "gaz layout landscape"),
    ("gaz open caf", "gaz open cafes.csv"), ("gaz open wor", "gaz open world"),
    ("gaz open cafes.csv --format geoj", "gaz open cafes.csv --format geojson"),
    ("gaz open my", #"gaz open my\ file.csv"#), ("gaz use world al", "gaz use world all"),
    ("gaz help chan", "gaz help channels"), ("gaz help sear", "gaz help search"),
    ("gaz login lo", "gaz login local"), ("gaz replay --upd", "gaz replay --update"),
    ("gaz replay tour", "gaz replay tour.gaz"), ("gaz export --over", "gaz export --overwrite"),
  ]

  @Test(.enabled(if: InstalledPrograms.has("bash"), "bash is not installed: apt-get install bash"))
  func bashCompletes() throws {
    let shell = try OtherShell(.bash)
    for (typed, completed) in Self.lines { try shell.completes(typed, to: completed) }
    try shell.lists("gaz search --in Z", ["ZA", "ZM", "ZW"])
    try shell.lists("gaz set layout ", ["auto", "landscape", "portrait"])
    try shell.completes("gaz search --nosuch", to: "gaz search --nosuch")
  }

  @Test(.enabled(if: InstalledPrograms.has("zsh"), "zsh is not installed: apt-get install zsh"))
  func zshCompletes() throws {
    let shell = try OtherShell(.zsh)
    for (typed, completed) in Self.lines { try shell.completes(typed, to: completed) }
    try shell.lists("gaz search --in Z", ["ZA", "Zambia", "ZW"])
    try shell.lists("gaz set layout ", ["auto", "landscape", "portrait"])
  }

  @Test(.enabled(if: InstalledPrograms.has("fish"), "fish is not installed: apt-get install fish"))
  func fishCompletes() throws {
    let shell = try OtherShell(.fish)
    for (typed, completed) in Self.lines { try shell.completes(typed, to: completed) }
    try shell.lists("gaz search --in Z", ["ZA", "Zambia", "ZW"])
    try shell.lists("gaz set layout ", ["auto", "landscape", "portrait"])
  }

  @Test(arguments: CompletionShell.allCases) func everyCommandAndOptionIsThere(shell: CompletionShell) {
    let script = shell.script(for: CompletedCommandLine())
    let words = Set(script.components(separatedBy: CharacterSet(charactersIn: " '\"():[]=|{}+*\n\t")))
    for command in CommandTable.standard.commands {
      #expect(words.isSuperset(of: [command.name] + command.aliases))
      for option in command.inputs where !option.isParameter {
        let isThere =
          shell == .fish ? script.contains(" -l \(option.name) ") : words.contains("--\(option.name)")
        #expect(isThere, "\(command.name) --\(option.name)")
      }
    }
    for flag in FlagDescription.all {
      let name = flag.name.map { shell == .fish ? " -l \($0) " : "--\($0)" }
      if let name { #expect(script.contains(name)) }
      if let short = flag.short { #expect(script.contains(shell == .fish ? " -s \(short) " : "-\(short)")) }
    }
  }

  /// The scripts look at one list of the options with values, whatever the command is.
  @Test func anOptionTakesAValueEverywhereOrNowhere() {
    let line = CompletedCommandLine()
    let options = line.flags + line.commands.flatMap(\.options)
    let with = Set(options.filter(\.takesNextWord).flatMap(\.names))
    let without = Set(options.filter { !$0.takesNextWord }.flatMap(\.names))
    #expect(with.isDisjoint(with: without), "\(with.intersection(without))")
  }

  /// They are written into the scripts without quotes.
  @Test func allWordsArePlain() {
    func words(_ value: CompletedValue) -> [String] {
      switch value {
      case .words(let choices), .list(let choices), .files(let choices), .commands(let choices): choices.map(\.word)
      case .wordsAfter(let choices): choices.flatMap { [$0.word] + $0.choices.map(\.word) }
      case .nothing, .folders, .countries: []
      }
    }
    let line = CompletedCommandLine()
    let values =
      (line.flags + line.commands.flatMap(\.options)).map(\.value) + line.commands.flatMap(\.parameters).map(\.value)
    let plain = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-_.:"))
    for word in values.flatMap(words) { #expect(!word.isEmpty && word.unicodeScalars.allSatisfy(plain.contains)) }
  }

  @Test(arguments: CompletionShell.allCases) func theProgramPrintsTheScript(shell: CompletionShell) throws {
    let run = try ProgramRun(["--completions", shell.rawValue])
    #expect(run.code == 0 && run.text == shell.script(for: CompletedCommandLine()))
    let wrong = try ProgramRun(["--completions", "\(shell)x"])
    #expect(wrong.code == 2 && wrong.complaint.contains("did you mean \"\(shell)\"?"), "\(wrong)")
  }
}

/// Another shell on a terminal, with the script that completes gaz, in a folder with some files.
private struct OtherShell {
  private let terminal: PseudoTerminal
  private let folder: TemporaryFolder

  init(_ shell: CompletionShell) throws {
    folder = try TemporaryFolder()
    for name in ["cafes.csv", "tour.gaz", "my file.csv"] { _ = try folder.file(name, "") }
    try FileManager.default.createDirectory(atPath: folder.path + "/Folder", withIntermediateDirectories: true)
    let hidden = folder.path + "/.scripts"
    try FileManager.default.createDirectory(atPath: hidden, withIntermediateDirectories: true)
    let script = shell.script(for: CompletedCommandLine())
    _ = try folder.file(".scripts/_gaz", script)
    terminal = try PseudoTerminal(columns: 80, rows: 24)
    let arguments =
      switch shell {
      case .bash: ["--norc", "--noprofile", "-i"]
      case .zsh: ["-f", "-i"]
      case .fish: ["--no-config", "-i"]
      }
    let start =
      switch shell {
      case .bash: "source .scripts/_gaz"
      case .zsh: "fpath=($PWD/.scripts $fpath); autoload -Uz compinit; compinit -u -d .scripts/dump"
      case .fish: "set fish_autosuggestion_enabled 0; function fish_prompt; echo '$ '; end; source .scripts/_gaz"
      }
    try terminal.run(
      "/usr/bin/\(shell)", arguments,
      environment: [
        "HOME": hidden, "TERM": "xterm", "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin", "PS1": "$ ",
        "INPUTRC": "/dev/null",
      ])
    terminal.send("cd \(folder.path) && \(start) && clear\r")
    try terminal.awaits { $0.text == ["$"] }
  }

  /// Types a line and Tab, expects another line, and drops it.
  func completes(_ typed: String, to line: String) throws {
    terminal.send(typed + Keys.tab)
    try terminal.awaits { $0.line == "$ " + line }
    try startOver()
  }

  /// Types a line and Tab twice, and expects words on the screen.
  func lists(_ typed: String, _ words: [String]) throws {
    terminal.send(typed + Keys.tab + Keys.tab)
    try terminal.awaits { picture in
      let shown = picture.text.joined(separator: " ").components(separatedBy: CharacterSet(charactersIn: " ()"))
      return words.allSatisfy(shown.contains)
    }
    try startOver()
  }

  private func startOver() throws {
    // Ctrl-C might meet the work of Tab.
    terminal.send(Keys.control("u"))
    try terminal.awaits { $0.line == "$" }
    terminal.send(Keys.control("l"))
    try terminal.awaits { $0.text == ["$"] }
  }
}
