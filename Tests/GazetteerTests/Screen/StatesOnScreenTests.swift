import Foundation
import Testing

/// Ctrl-C, Ctrl-Z and Ctrl-D in every state of the prompt.
@Suite(.enabled(if: Display.isAvailable, Display.absent)) struct StatesOnScreenTests {
  enum State: String, CaseIterable {
    case emptyLine, midLine, candidates, preview, historySearch, picker, openQuote
  }

  /// Goes there from an empty prompt in the first row.
  private func bring(_ gaz: OnScreen, to state: State) throws {
    switch state {
    case .emptyLine: break
    case .midLine:
      gaz.terminal.send("echo abcd" + Keys.left)
      try gaz.shows(["gaz> echo abcd"], cursor: [0, 13])
    case .candidates:
      gaz.terminal.send("se" + Keys.tab)
      try gaz.terminal.awaits { $0.below.contains { $0.contains("select") } }
    case .preview:
      gaz.terminal.send("search al")
      try gaz.terminal.awaits { $0.below.count == 3 }
    case .historySearch:
      gaz.terminal.send(Keys.control("r") + "new")
      try gaz.terminal.awaits { $0.line.hasSuffix("newer line") }
    case .picker:
      gaz.terminal.send("edit-categories" + Keys.enter)
      try gaz.terminal.awaits { $0.line == "categories>" && $0.below.contains { $0.contains("Default") } }
    case .openQuote:
      gaz.terminal.send("search \"new" + Keys.enter)
      try gaz.terminal.awaits { $0.line.hasPrefix("   > the quotes are open") && !$0.below.isEmpty }
    }
  }

  private func start() throws -> OnScreen {
    let gaz = try OnScreen(history: ["newer line"])
    try gaz.shows(["gaz>"])
    return gaz
  }

  @Test(arguments: State.allCases) func ctrlCGoesBackToAnEmptyPrompt(state: State) throws {
    let gaz = try start()
    try bring(gaz, to: state)
    gaz.terminal.send(Keys.control("c"))
    // The interrupted line stays with a mark. The rows under it are removed.
    let row = state == .openQuote ? 2 : 1
    let picture = try gaz.terminal.awaits { $0.line == "gaz>" && $0.cursor == [row, 5] && $0.below.isEmpty }
    #expect(picture.text.contains { $0.hasSuffix("^C") } == (state != .picker))
    gaz.end()
  }

  /// No shell could continue the program, since it is alone on its terminal. So Ctrl-Z changes nothing.
  @Test(arguments: State.allCases) func ctrlZKeepsTheScreen(state: State) throws {
    let gaz = try start()
    try bring(gaz, to: state)
    let before = try gaz.terminal.picture()
    gaz.terminal.send(Keys.control("z"))
    gaz.terminal.send("\u{1b}[15~")
    let after = try gaz.terminal.awaits { picture in
      switch state {
      // An unknown key ends these two.
      case .candidates: picture.line.hasPrefix("gaz> se") && !picture.below.contains { $0.contains("select ") }
      case .historySearch: picture.line == "gaz> newer line"
      default: picture.text == before.text && picture.cursor == before.cursor
      }
    }
    #expect(after.cursor[0] == before.cursor[0])
    gaz.terminal.send(Keys.control("c"))
    // Waits until the line is edited again. Before that, the terminal itself handles control keys.
    #expect(gaz.terminal.awaits { gaz.terminal.modes[2] & UInt32(ISIG) == 0 })
    gaz.terminal.send(Keys.control("c") + "k")
    try gaz.showsLine("gaz> k")
    gaz.end()
  }

  @Test func ctrlDEndsOnlyAnEmptyLine() throws {
    let gaz = try start()
    gaz.terminal.send("echo abcd" + Keys.left + Keys.control("d"))
    try gaz.shows(["gaz> echo abc"], cursor: [0, 13])
    gaz.terminal.send(Keys.control("d"))
    gaz.terminal.send(Keys.control("u"))
    try gaz.shows(["gaz>"])
    gaz.terminal.send(Keys.control("d"))
    #expect(gaz.terminal.exitCode() == 0)
    #expect(try gaz.terminal.picture().text == ["gaz>"])
  }

  @Test func ctrlCEndsARunningCommand() throws {
    let gaz = try start()
    let pipe = gaz.home.path + "/never.json"
    try #require(mkfifo(pipe, 0o600) == 0)
    try gaz.enter("open \"\(pipe)\" --background")
    gaz.terminal.send("wait" + Keys.enter)
    #expect(gaz.terminal.awaits { gaz.terminal.modes[2] & UInt32(ISIG) != 0 })
    gaz.terminal.send(Keys.control("c"))
    try gaz.terminal.awaits { $0.line == "gaz>" && $0.text.contains("interrupted") }
    gaz.end()
  }

  @Test(arguments: OnScreen.sizes) func thePickerLeavesWhatWasThere(columns: UInt16, rows: UInt16) throws {
    let several = TestMachine.transcripts + "/data/several.json"
    let arguments = ["-q", "-i", "-c", "open \"\(several)\""]
    let gaz = try OnScreen(arguments, columns: columns, rows: rows)
    let lines = (0..<Int(rows)).map { "x\($0)" }
    for line in lines { try gaz.enter(line) }
    for (keys, selected) in [(Keys.escape, "0 of 4"), ("mark" + " " + Keys.enter, "1 of 4"), (Keys.escape, "1 of 4")] {
      gaz.terminal.send("edit-categories" + Keys.enter)
      try gaz.terminal.awaits { picture in
        picture.line.hasSuffix(">") && !picture.line.hasPrefix("gaz") && picture.below.contains { $0.contains("Food") }
      }
      gaz.terminal.send(keys)
      try gaz.showsLine("gaz>")
      let picture = try gaz.enter("categories")
      #expect(picture.text.contains { $0.contains(selected) })
    }
    let picture = try gaz.terminal.picture(withScrollback: true)
    let all = picture.above + picture.rows
    #expect(all.filter { $0.hasPrefix("gaz> x") } == lines.map { "gaz> " + $0 })
    #expect(!all.contains { $0.contains("space") }, "nothing of the picker stays")
    gaz.end()
  }
}
