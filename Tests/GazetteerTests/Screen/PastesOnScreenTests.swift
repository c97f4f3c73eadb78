import Foundation
import Testing

/// Pasted text only runs when Enter is pressed.
@Suite(.enabled(if: Display.isAvailable, Display.absent)) struct PastesOnScreenTests {
  private func history(of gaz: OnScreen) throws -> Int {
    try String(contentsOfFile: gaz.home.path + "/history", encoding: .utf8).split(separator: "\n").count - 1
  }

  @Test(arguments: OnScreen.sizes) func fourThousandCharactersInOneLine(columns: UInt16, rows: UInt16) throws {
    let gaz = try OnScreen(columns: columns, rows: rows)
    let text = String((0..<4000).map { Character(String($0 % 10)) })
    gaz.terminal.send(Keys.paste(text))
    let expected = gaz.laidOut(before: text)
    var picture = try gaz.terminal.awaits { $0.cursor[1] == expected.cursor[1] && $0.line == expected.rows.last }
    // If there are more rows than the screen has, those around the cursor are shown.
    let shown = picture.rows[...picture.cursor[0]]
    #expect(Array(expected.rows.suffix(shown.count)) == Array(shown))
    gaz.terminal.send(Keys.home)
    try gaz.terminal.awaits { $0.cursor == [0, 5] && $0.line == expected.rows[0] }
    #expect(try history(of: gaz) == 0)
    gaz.terminal.send(Keys.enter)
    picture = try gaz.terminal.awaits(withScrollback: true) { $0.line == "gaz>" }
    let all = picture.above + picture.rows
    let first = try #require(all.firstIndex(of: expected.rows[0]))
    #expect(Array(all[first..<first + expected.rows.count]) == expected.rows, "all of it can be read later")
    #expect(try history(of: gaz) == 1)
    gaz.end()
  }

  @Test(arguments: OnScreen.sizes) func fiftyLinesRunWhenEnterIsPressed(columns: UInt16, rows: UInt16) throws {
    for key in [Keys.control("c"), Keys.enter] {
      let gaz = try OnScreen(columns: columns, rows: rows)
      let text = (1...50).map { "search wrong\($0)\n" }.joined()
      gaz.terminal.send(Keys.paste(text))
      try gaz.terminal.awaits { $0.line == "   >" && $0.rows[$0.cursor[0] - 1] == "   > search wrong50" }
      #expect(try history(of: gaz) == 0)
      gaz.terminal.send(key)
      let picture = try gaz.terminal.awaits(withScrollback: true) { $0.line == "gaz>" }
      let all = picture.above + picture.rows
      let typed = ["gaz> search wrong1"] + (2...50).map { "   > search wrong\($0)" }
      #expect(typed.allSatisfy(all.contains))
      #expect(all.contains { $0.contains("\"wrong50\"") } == (key == Keys.enter))
      #expect(all.contains { $0.contains("\"wrong1\"") } == (key == Keys.enter))
      #expect(try history(of: gaz) == (key == Keys.enter ? 1 : 0))
      gaz.end()
    }
  }

  /// The control: the same lines typed run one by one.
  @Test func linesThatAreTypedRun() throws {
    let gaz = try OnScreen()
    gaz.terminal.send("wrong1\rwrong2\r")
    try gaz.terminal.awaits { $0.text.contains { $0.contains("\"wrong2\"") } }
    #expect(try history(of: gaz) == 2)
    gaz.end()
  }

  @Test func controlCharactersInAPasteAreNoKeys() throws {
    let gaz = try OnScreen(OnScreen.bare)
    gaz.terminal.send("abc" + Keys.paste("\u{1}x\u{3}y\u{4}z\u{1b}[Aw\nv\tu"))
    try gaz.terminal.awaits { $0.text == ["gaz> abcxyz[Aw", "   > v u"] && $0.cursor == [1, 8] }
    gaz.end()
  }
}
