import Testing

/// The effect of each key on the line, as the screen shows it.
@Suite(.enabled(if: Display.isAvailable, Display.absent)) struct KeysOnScreenTests {
  /// Keys, and the text before and after the cursor when they have been pressed. `~` means the text typed before the
  /// keys.
  private static let table: [(keys: String, before: String, after: String)] = [
    ("alpha", "~alpha", ""),
    ("alpha" + Keys.left + Keys.left, "~alp", "ha"),
    ("alpha" + Keys.control("b") + "x", "~alphx", "a"),
    ("alpha" + Keys.left + Keys.left + Keys.right, "~alph", "a"),
    ("alpha" + Keys.left + Keys.left + Keys.control("f"), "~alph", "a"),
    ("alpha" + Keys.home, "", "~alpha"),
    ("alpha" + Keys.control("a"), "", "~alpha"),
    ("alpha" + Keys.home + Keys.end + "!", "~alpha!", ""),
    ("alpha" + Keys.home + Keys.control("e") + "!", "~alpha!", ""),
    ("one two" + Keys.meta("b"), "~one ", "two"),
    ("one two\u{1b}[1;5D", "~one ", "two"),
    ("one two" + Keys.meta("b") + Keys.meta("b") + Keys.meta("f"), "~one", " two"),
    ("one two" + Keys.meta("b") + Keys.meta("b") + "\u{1b}[1;5C", "~one", " two"),
    ("alpha" + Keys.backspace + Keys.control("h"), "~alp", ""),
    ("alpha" + Keys.left + Keys.left + Keys.delete, "~alp", "a"),
    ("alpha" + Keys.left + Keys.left + Keys.control("d"), "~alp", "a"),
    ("alpha" + Keys.left + Keys.left + Keys.control("k"), "~alp", ""),
    ("alpha" + Keys.left + Keys.left + Keys.control("u"), "", "ha"),
    ("one two" + Keys.control("w"), "~one ", ""),
    ("one --two=x" + Keys.meta(Keys.backspace), "~one --two=", ""),
    ("one two" + Keys.meta("b") + Keys.meta("d"), "~one ", ""),
    ("one two" + Keys.control("w") + Keys.control("y") + Keys.control("y"), "~one twotwo", ""),
    ("a b" + Keys.control("w") + Keys.control("a") + Keys.control("y"), "b", "~a "),
    ("ab" + Keys.control("t"), "~ba", ""),
    ("one two" + Keys.control("w") + Keys.control("_"), "~one two", ""),
    ("alpha" + Keys.control("g") + Keys.control("o") + "\u{1b}[15~", "~alpha", ""),
    (Keys.up, "newer line", ""),
    (Keys.control("p") + Keys.control("p"), "older line", ""),
    (Keys.up + Keys.up + Keys.control("n"), "newer line", ""),
    (Keys.up + Keys.down, "~", ""),
    (Keys.control("r") + "old" + Keys.end, "older line", ""),
    ("mine" + Keys.control("r") + "old" + Keys.control("g"), "~mine", ""),
  ]

  @Test(arguments: OnScreen.sizes) func eachKey(columns: UInt16, rows: UInt16) throws {
    let gaz = try OnScreen(OnScreen.bare, columns: columns, rows: rows, history: ["older line", "newer line"])
    // With these lengths, the keys change the line at its start, at the end of a row, and where it fills its rows
    // exactly.
    for length in [0, Int(columns) - 8, Int(columns) - 10, 2 * Int(columns) - 11] {
      // A word after the first command is no search, so there is no hint behind it.
      let typed = "list;" + String(repeating: "0123456789", count: length / 10 + 1).prefix(max(0, length - 5))
      for (keys, before, after) in Self.table {
        try gaz.startOver()
        gaz.terminal.send(typed + keys)
        let expected = gaz.laidOut(
          before: before.replacing("~", with: typed), after: after.replacing("~", with: typed))
        try gaz.shows(expected.rows, cursor: expected.cursor)
      }
    }
    gaz.end()
  }

  @Test(arguments: [
    ("東京都" + Keys.left, ["gaz> 東京都"], [0, 9]),
    ("東京都" + Keys.left + Keys.backspace, ["gaz> 東都"], [0, 7]),
    ("e\u{301}ab" + Keys.left + Keys.left, ["gaz> éab"], [0, 6]),
    ("ab" + Keys.meta("\r") + "cd", ["gaz> ab", "   > cd"], [1, 7]),
    ("ab" + Keys.meta("\r") + "cd" + Keys.up + "x", ["gaz> abx", "   > cd"], [0, 8]),
    ("search \"new" + Keys.enter + "york", ["gaz> search \"new", "   > york"], [1, 9]),
  ])
  func wideComposedAndSeveralRows(keys: String, rows: [String], cursor: [Int]) throws {
    let gaz = try OnScreen(["-q"])
    gaz.terminal.send(keys)
    // There may be a preview below the line.
    try gaz.terminal.awaits { Array($0.rows.prefix(rows.count)) == rows && $0.cursor == cursor }
    gaz.end()
  }

  @Test func theHintIsGreyBehindTheLineAndRightTakesIt() throws {
    let gaz = try OnScreen(history: ["distance 1 2"])
    gaz.terminal.send("dist")
    try gaz.shows(["gaz> distance 1 2"], cursor: [0, 9])
    gaz.terminal.send(Keys.meta("f"))
    try gaz.shows(["gaz> distance 1 2"], cursor: [0, 13])
    gaz.terminal.send(Keys.right)
    try gaz.shows(["gaz> distance 1 2"], cursor: [0, 17])
    gaz.end()
  }

  @Test func clearingTheScreenKeepsTheLine() throws {
    let gaz = try OnScreen(OnScreen.bare)
    try gaz.enter("serch")
    gaz.terminal.send("abc" + Keys.left + Keys.control("l"))
    try gaz.shows(["gaz> abc"], cursor: [0, 7])
    gaz.end()
  }
}
