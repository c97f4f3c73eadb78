import Foundation
import Testing

/// Events while a line is edited, as the screen shows them.
@Suite(.enabled(if: Display.isAvailable, Display.absent)) struct SituationsOnScreenTests {
  /// Runs lines that fill the screen, so that the prompt is in its last row.
  private func fill(_ gaz: OnScreen, rows: UInt16) throws -> [String] {
    let lines = (0..<Int(rows)).map { "echo x\($0)" }
    for line in lines { try gaz.enter(line) }
    return lines
  }

  @Test(arguments: OnScreen.sizes) func aNoticeArrivesWhileTypingInTheLastRow(columns: UInt16, rows: UInt16) throws {
    let gaz = try OnScreen([], columns: columns, rows: rows)
    let pipe = gaz.home.path + "/late.json"
    try #require(mkfifo(pipe, 0o600) == 0)
    let lines = try fill(gaz, rows: rows)
    try gaz.enter("open \"\(pipe)\" --background")
    gaz.terminal.send("echo abcd" + Keys.left)
    try gaz.terminal.awaits { $0.line == "gaz> echo abcd" && $0.cursor[1] == 13 }
    let data = try Data(contentsOf: URL(filePath: OnScreen.five))
    Thread.detachNewThread { try? data.write(to: URL(filePath: pipe)) }
    let picture = try gaz.terminal.awaits(withScrollback: true) { picture in
      picture.rows.contains { $0.contains("opened 5 places") } && picture.line == "gaz> echo abcd"
        && picture.below.isEmpty
    }
    #expect(picture.cursor[1] == 13)
    #expect((picture.above + picture.rows).filter { $0.hasPrefix("gaz> echo x") } == lines.map { "gaz> " + $0 })
    gaz.terminal.send("!")
    try gaz.showsLine("gaz> echo abc!d")
    gaz.end()
  }

  @Test func theWindowChangesWhileALineIsWrappedInItsLastRows() throws {
    let gaz = try OnScreen()
    _ = try fill(gaz, rows: 24)
    let typed = "echo " + String(repeating: "zz0123456789", count: 9)
    gaz.terminal.send(typed + Keys.left + Keys.left)
    let text = Array("gaz> " + typed)
    /// Waits until the screen of so many columns shows the whole line, with the cursor so many characters before its
    /// end.
    func showsLine(columns: UInt16, cursor distance: Int) throws -> (picture: Display.Picture, rows: [String]) {
      let columns = Int(columns)
      let rows = stride(from: 0, to: text.count, by: columns).map {
        String(text[$0..<min($0 + columns, text.count)])
      }
      let cursor = text.count - distance
      let picture = try gaz.terminal.awaits { picture in
        let first = picture.cursor[0] - cursor / columns
        return first >= 0 && Array(picture.rows[first...].prefix(rows.count)) == rows
          && picture.cursor[1] == cursor % columns
      }
      return (picture, rows)
    }
    _ = try showsLine(columns: 80, cursor: 2)
    let sizes: [(UInt16, UInt16)] = [
      (40, 12), (200, 50), (80, 24), (30, 24), (80, 10), (79, 24), (20, 4), (1, 1), (80, 24), (40, 12),
    ]
    for (columns, rows) in sizes {
      gaz.terminal.resize(columns: columns, rows: rows)
      guard columns > 20 else { continue }
      _ = try showsLine(columns: columns, cursor: 2)
      // Signals come before keys. So after a key the program draws nothing more for this size, which could arrive when
      // the window already has the next one.
      gaz.terminal.send(Keys.left)
      _ = try showsLine(columns: columns, cursor: 3)
      gaz.terminal.send(Keys.right)
      let shown = try showsLine(columns: columns, cursor: 2)
      #expect(
        shown.picture.rows.filter { $0.contains("zz") } == shown.rows.filter { $0.contains("zz") }, "\(columns)x\(rows)"
      )
    }
    gaz.terminal.send("!")
    try gaz.terminal.awaits { $0.rows.joined().contains("01234567!89") }
    gaz.end()
  }

  @Test func theUsersEditorGetsTheLine() throws {
    let gaz = try OnScreen(environment: ["EDITOR": "false", "GAZ_EDITOR": "sed -i s/old/new/"])
    gaz.terminal.send("echo old" + Keys.control("x") + Keys.control("e"))
    try gaz.shows(["gaz> echo new"], cursor: [0, 13])
    gaz.end()
  }

  @Test func aWindowOfOneCellTakesALine() throws {
    let gaz = try OnScreen()
    gaz.terminal.resize(columns: 1, rows: 1)
    gaz.terminal.send(
      "search a\tl" + Keys.left + Keys.control("r") + Keys.control("g") + Keys.end + Keys.control("u") + "quit")
    gaz.terminal.resize(columns: 2, rows: 1)
    gaz.terminal.resize(columns: 1, rows: 2)
    gaz.terminal.send(Keys.enter)
    #expect(gaz.terminal.exitCode() == 0)
  }

  @Test func aTerminalThatCannotMoveShowsTheLine() throws {
    let gaz = try OnScreen(columns: 40, rows: 12, term: "dumb")
    gaz.terminal.send("abd" + Keys.left + "c")
    try gaz.shows(["gaz> abcd"], cursor: [0, 8])
    gaz.terminal.send(Keys.control("c"))
    try gaz.showsLine("gaz>")
    gaz.terminal.send("edit-categories" + Keys.enter)
    try gaz.showsLine("categories>")
    gaz.terminal.send(Keys.control("d"))
    try gaz.showsLine("gaz>")
    gaz.end()
  }

  @Test func onASlowLineTheLastScreenIsRight() throws {
    let gaz = try OnScreen()
    gaz.terminal.mostBytesAtOnce = 10
    for letter in "search alabama" {
      gaz.terminal.send(String(letter))
      gaz.terminal.read(waiting: 0)
    }
    try gaz.terminal.awaits { $0.line == "gaz> search alabama" && $0.below.last == "1 place" && $0.below.count == 2 }
    gaz.terminal.send(Keys.enter)
    try gaz.terminal.awaits { $0.line == "gaz>" && $0.text.contains("1 place") }
    gaz.terminal.mostBytesAtOnce = 1 << 16
    gaz.end()
  }
}
