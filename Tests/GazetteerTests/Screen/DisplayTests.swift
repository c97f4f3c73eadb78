import Testing

/// The emulator that the other tests trust, on bytes whose meaning is known.
@Suite(.enabled(if: Display.isAvailable, Display.absent)) struct DisplayTests {
  @Test func bytesBecomeRowsAndACursor() throws {
    let picture = try Display(columns: 10, rows: 4).picture(after: "gaz> zürich\u{1b}[?2004h\u{1b}]2;title\u{7}".utf8)
    #expect(picture.rows == ["gaz> züric", "h", "", ""])
    #expect(picture.text == ["gaz> züric", "h"])
    #expect(picture.cursor == [1, 1])
    #expect(picture.line == "h")
    #expect(picture.modes.contains(2004))
    #expect(picture.title == "title")
    #expect(!picture.hidden)
  }

  @Test func aWideCharacterThatDoesNotFitGoesToTheNextRow() throws {
    let picture = try Display(columns: 4, rows: 2).picture(after: "abc東".utf8)
    #expect(picture.rows == ["abc", "東"])
    #expect(picture.cursor == [1, 2])
  }

  @Test func rowsThatScrollOffAreKept() throws {
    let display = try Display(columns: 10, rows: 3)
    let picture = try display.picture(after: (1...5).map { "row \($0)\r\n" }.joined().utf8, withScrollback: true)
    #expect(picture.above == ["row 1", "row 2", "row 3"])
    #expect(picture.rows == ["row 4", "row 5", ""])
    #expect(picture.scrolled == 3)
  }

  @Test func aWindowThatShrinksKeepsTheRowOfTheCursor() throws {
    let display = try Display(columns: 10, rows: 5)
    _ = try display.picture(after: "one\r\ntwo\r\nthree\r\n\r\n> four\u{1b}[2D".utf8)
    var picture = try display.resize(columns: 5, rows: 3)
    #expect(picture.rows == ["three", "", "> fou"])
    #expect(picture.cursor == [2, 4])
    picture = try display.resize(columns: 12, rows: 4)
    #expect(picture.rows == ["three", "", "> fou", ""])
    #expect(picture.scrolled == 2)
    // Empty rows under the cursor are removed first.
    picture = try display.resize(columns: 12, rows: 3)
    #expect(picture.rows == ["three", "", "> fou"])
  }

  @Test func theOtherScreenLeavesTheFirstAsItWas() throws {
    let display = try Display(columns: 10, rows: 3)
    _ = try display.picture(after: "1\r\n2\r\n3\r\n> four".utf8)
    var picture = try display.picture(after: "\u{1b}[?1049h\u{1b}[Hmap\r\nof\r\na\r\ntown".utf8, withScrollback: true)
    #expect(picture.rows == ["of", "a", "town"])
    #expect(picture.above == ["1"])
    #expect(picture.modes.contains(1049))
    try display.resize(columns: 8, rows: 2)
    picture = try display.picture(after: "\u{1b}[?1049l!".utf8, withScrollback: true)
    #expect(picture.above + picture.rows == ["1", "2", "3", "> four!"])
    #expect(picture.cursor == [1, 7])
    #expect(!picture.modes.contains(1049))
  }

  @Test(arguments: [(80, 24), (40, 12), (200, 50)] as [(UInt16, UInt16)])
  func thePromptStandsUnderTheGreeting(columns: UInt16, rows: UInt16) throws {
    let home = try ScratchDirectory()
    let terminal = try PseudoTerminal(columns: columns, rows: rows)
    try terminal.run(
      PseudoTerminal.gaz, environment: ["HOME": home.path, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"])
    let start = try terminal.awaits { $0.line == "gaz>" && $0.modes.contains(2004) }
    #expect(start.text.first?.hasPrefix("gaz ") == true)
    #expect(start.cursor[1] == 5)
    terminal.send("zürich 東京\u{1b}[D")
    try terminal.awaits { $0.line == "gaz> zürich 東京" && $0.cursor[1] == 14 }
    terminal.send("\u{3}")
    let end = try terminal.awaits { $0.line == "gaz>" }
    #expect(end.cursor[0] == start.cursor[0] + 1)
    terminal.send("\u{4}")
    #expect(terminal.exitCode() == 0)
    // The marking of pastes is off again.
    #expect(try !terminal.picture().modes.contains(2004))
  }
}
