import Foundation
import Testing

/// Down goes into the rows of the preview, where Enter selects a place.
@Suite(.enabled(if: Display.isAvailable, Display.absent)) struct ChoicesOnScreenTests {
  private static let sizes: [(UInt16, UInt16)] = [(40, 12), (100, 30)]
  private static let pageDown = "\u{1b}[6~"
  private static let reversed = "\u{1b}[0;7m"

  /// The five places of `OnScreen`, of which these begin with "al": Alabama and Albuquerque.
  private func typed(
    _ line: String, rows count: Int, columns: UInt16 = 80, rows: UInt16 = 24, history: [String] = [],
    environment: [String: String] = [:]
  ) throws -> OnScreen {
    let gaz = try OnScreen(
      ["-q", "-i", "-c", "open \"\(OnScreen.five)\"; set layout portrait"], columns: columns, rows: rows,
      history: history, environment: environment)
    gaz.terminal.send(line)
    try gaz.terminal.awaits { $0.line.hasPrefix("gaz> " + line) && $0.below.count == count }
    return gaz
  }

  @Test(arguments: sizes) func enterSelectsTheMarkedRow(columns: UInt16, rows: UInt16) throws {
    let gaz = try typed("al", rows: 3, columns: columns, rows: rows)
    gaz.terminal.send(Keys.down + Keys.down + Keys.enter)
    let picture = try gaz.terminal.awaits { picture in
      picture.line == "gaz>" && picture.text.contains { $0.hasPrefix("Albuquerque") }
    }
    #expect(picture.text[0].hasPrefix("gaz> select five:"))
    // It is the selected place, and the line is in the history.
    #expect(try gaz.enter("show .").text.contains("Albuquerque"))
    gaz.terminal.send(Keys.up + Keys.up)
    try gaz.terminal.awaits { $0.line.hasPrefix("gaz> select five:") }
    gaz.end()
  }

  @Test(arguments: sizes) func aPlaceThatMayBeSeveralIsTaken(columns: UInt16, rows: UInt16) throws {
    let gaz = try OnScreen(columns: columns, rows: rows)
    gaz.terminal.send("favorite al" + Keys.enter)
    try gaz.terminal.awaits { $0.line.hasPrefix("al>") && $0.below.count == 3 }
    gaz.terminal.send(Keys.down + Keys.enter)
    try gaz.terminal.awaits { $0.line == "gaz>" }
    #expect(try gaz.enter("favorites").text.contains { $0.contains("Albuquerque") })
    gaz.terminal.send("favorite al" + Keys.enter)
    try gaz.terminal.awaits { $0.line.hasPrefix("al>") && $0.below.count == 3 }
    gaz.terminal.send(Keys.control("c"))
    try gaz.terminal.awaits { $0.line == "gaz>" && $0.text.contains("nothing was chosen") }
    gaz.end()
  }

  /// Keys in the rows, and the line after them.
  private static let returning: [(keys: [String], line: String)] = [
    ([Keys.down, Keys.control("g"), "b"], "gaz> alb"),
    ([Keys.down, Keys.up, "b"], "gaz> alb"), ([Keys.down, Keys.down, Keys.up, Keys.up, "b"], "gaz> alb"),
    ([Keys.down, "b"], "gaz> alb"), ([Keys.down, Keys.backspace], "gaz> a"),
    ([Keys.control("n"), Keys.control("p"), "b"], "gaz> alb"), ([pageDown, "b"], "gaz> alb"),
    ([Keys.down, Keys.control("c")], "gaz>"),
  ]

  @Test func otherKeysReturnToTheLine() throws {
    for (keys, line) in Self.returning {
      let gaz = try typed("al", rows: 3)
      gaz.terminal.send(keys.joined())
      try gaz.terminal.awaits { $0.line == line || $0.line.hasPrefix(line + " ") }
      gaz.end()
    }
  }

  /// Keys after the text `al`, and the place that Enter selects.
  private static let moves: [(keys: [String], place: String)] = [
    ([Keys.down], "Alabama"), ([Keys.down, Keys.down], "Albuquerque"),
    ([Keys.down, Keys.down, Keys.down], "Albuquerque"), ([Keys.down, Keys.down, Keys.up], "Alabama"),
    ([pageDown, pageDown], "Albuquerque"), ([pageDown, pageDown, "\u{1b}[5~"], "Alabama"),
    // Typed ahead: the rows are those of the whole line, not of what is shown.
    (["b", Keys.down], "Albuquerque"),
  ]

  /// Esc alone is known as such only after a pause, so nothing is typed right after it.
  @Test func escReturnsToTheUnchangedLine() throws {
    let gaz = try typed("al", rows: 3)
    gaz.terminal.send(Keys.down)
    try gaz.terminal.awaits { _ in String(decoding: gaz.terminal.drawn, as: UTF8.self).contains(Self.reversed) }
    let before = gaz.terminal.drawn.count
    gaz.terminal.send(Keys.escape)
    try gaz.terminal.awaits { picture in
      let drawn = String(decoding: gaz.terminal.drawn[before...], as: UTF8.self)
      return picture.line.hasPrefix("gaz> al") && drawn.contains("bama")
    }
    gaz.terminal.send("b" + Keys.enter)
    try gaz.terminal.awaits { $0.line == "gaz>" && $0.text.contains("gaz> alb") && $0.text.contains("1 place") }
    gaz.end()
  }

  @Test func eachKeyMovesTheMark() throws {
    for (keys, place) in Self.moves {
      let gaz = try typed("al", rows: 3)
      gaz.terminal.send(keys.joined() + Keys.enter)
      try gaz.terminal.awaits { picture in
        picture.line == "gaz>" && picture.text.contains { $0.hasPrefix(place) }
      }
      gaz.end()
    }
  }

  /// On an empty line and on a line of the history, Down still means the next newer line; Page Down goes into the rows.
  @Test func theHistoryComesFirst() throws {
    let gaz = try OnScreen(history: ["search al", "search an"])
    gaz.terminal.send(Keys.down + Keys.up + Keys.up)
    try gaz.terminal.awaits { $0.line == "gaz> search al" && $0.below.count == 3 }
    gaz.terminal.send(Keys.down)
    try gaz.terminal.awaits { $0.line == "gaz> search an" && $0.below.count == 2 }
    gaz.terminal.send(Self.pageDown + Keys.enter)
    try gaz.terminal.awaits { $0.line == "gaz>" && $0.text.contains { $0.hasPrefix("Anaheim") } }
    gaz.end()
  }

  @Test func theMarkIsReversedAlsoWithoutColors() throws {
    let gaz = try typed("al", rows: 3, environment: ["NO_COLOR": "1"])
    #expect(!String(decoding: gaz.terminal.drawn, as: UTF8.self).contains(Self.reversed))
    gaz.terminal.send(Keys.down)
    try gaz.terminal.awaits { _ in String(decoding: gaz.terminal.drawn, as: UTF8.self).contains(Self.reversed) }
    gaz.end()
  }

  /// With candidates below the line, their places are not shown a second time.
  @Test func candidatesReplaceThePreview() throws {
    let gaz = try typed("search al", rows: 3)
    gaz.terminal.send(Keys.tab)
    let picture = try gaz.terminal.awaits { $0.below.count == 1 }
    #expect(picture.below[0].contains("Alabama") && picture.below[0].contains("Albuquerque"))
    gaz.end()
  }

  @Test func noUsageIsShownWithHintsOff() throws {
    let gaz = try OnScreen()
    gaz.terminal.send("distance ")
    try gaz.terminal.awaits { $0.line == "gaz> distance A B" }
    gaz.terminal.send(Keys.control("u"))
    try gaz.enter("set hints off")
    gaz.terminal.send("distance ")
    try gaz.terminal.awaits { $0.line == "gaz> distance" }
    gaz.end()
  }
}
