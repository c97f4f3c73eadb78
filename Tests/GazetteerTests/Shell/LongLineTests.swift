import Testing

@testable import GazetteerShell

/// Lines longer than the screen whose size libedit was given.
extension LineEditorTests {
  /// libedit handles the letters, the program all other keys. Neither may write outside the rows of the line.
  @Test func lettersAndKeysTakeTurnsInALongLine() throws {
    let editing = try Editing()
    let pasted = String(repeating: "p", count: 1700)
    let typed = String(repeating: "t", count: 800)
    editing.terminal.send(Keys.paste(pasted) + Keys.home + "x" + Keys.end + typed + Keys.enter)
    #expect(editing.result() == .line("x" + pasted + typed))
    editing.end()
  }
}
