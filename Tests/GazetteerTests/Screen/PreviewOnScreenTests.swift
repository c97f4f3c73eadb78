import Foundation
import Testing

/// The live preview below the line.
@Suite(.enabled(if: Display.isAvailable, Display.absent)) struct PreviewOnScreenTests {
  @Test func theSearchNarrowsWithEveryKey() throws {
    let gaz = try OnScreen()
    gaz.terminal.send("search")
    try gaz.terminal.awaits { $0.line.hasPrefix("gaz> search") && $0.below.isEmpty && $0.cursor == [0, 11] }
    let steps: [(key: String, names: [String], total: String)] = [
      (" ", ["Alabama", "Albuquerque", "Anaheim", "Arizona", "Sydney"], "5 places"),
      ("a", ["Alabama", "Albuquerque", "Anaheim", "Arizona"], "4 places"),
      ("l", ["Alabama", "Albuquerque"], "2 places"),
      ("b", ["Albuquerque"], "1 place"),
      (Keys.backspace, ["Alabama", "Albuquerque"], "2 places"),
      ("xyzxyz", [], "nothing matches \"alxyzxyz\""),
    ]
    for (key, names, total) in steps {
      gaz.terminal.send(key)
      let picture = try gaz.terminal.awaits { $0.below.last == total && $0.below.count == names.count + 1 }
      #expect(zip(picture.below, names).allSatisfy { $0.contains($1) })
      #expect(picture.cursor[0] == 0)
    }
    // The preview is removed, and it has not changed what numbers mean.
    gaz.terminal.send(Keys.control("c"))
    try gaz.shows(["gaz> search alxyzxyz^C", "gaz>"])
    let refused = try gaz.enter("select 1")
    #expect(refused.text.contains { $0.hasPrefix("there is no list to take a number from") })
    gaz.end()
  }

  @Test func aLineWithoutACommandIsPreviewed() throws {
    let gaz = try OnScreen()
    let steps: [(key: String, below: [String])] = [
      ("al", [" 1  ♡  Alabama", " 2  ♡  Albuquerque", "2 places"]), ("b", [" 1  ♡  Albuquerque", "1 place"]),
      (" us", [" 1  ♡  Albuquerque", "1 place"]), (Keys.control("u") + "serch", ["did you mean \"search\"?"]),
      (Keys.control("u") + "help", []), (Keys.control("u") + "syd", [" 1  ♡  Sydney", "1 place"]),
    ]
    for (key, below) in steps {
      gaz.terminal.send(key)
      let picture = try gaz.terminal.awaits {
        $0.below.count == below.count && zip($0.below, below).allSatisfy { $0.hasPrefix($1) }
      }
      #expect(picture.cursor[0] == 0)
    }
    gaz.terminal.send(Keys.enter)
    try gaz.terminal.awaits { $0.line == "gaz>" && $0.text.contains("gaz> syd") && $0.text.contains("1 place") }
    gaz.end()
  }

  @Test(arguments: [(40, 12), (60, 20), (80, 24)] as [(UInt16, UInt16)])
  func columnsKeepTheirPlaces(columns: UInt16, rows: UInt16) throws {
    try #require(TestMachine.hasWorld, "the program was built without the world: Scripts/setup makes it")
    let gaz = try OnScreen(["-q", "-i"], columns: columns, rows: rows)
    var seen: Set<Int> = []
    for (key, total) in [("spring", "72 places"), ("f", "12 places")] {
      gaz.terminal.send(key)
      let picture = try gaz.terminal.awaits { $0.below.last == total }
      let row = try #require(picture.below.first { $0.contains("Missouri, US") })
      let region = try #require(row.firstRange(of: "Missouri, US"))
      seen.insert(row.distance(from: row.startIndex, to: region.lowerBound))
    }
    #expect(seen.count == 1)
    gaz.end()
  }

  @Test(arguments: [(40, 12, 6), (80, 24, 11), (200, 50, 11)] as [(UInt16, UInt16, Int)])
  func atMostHalfOfTheScreenAlsoAtItsBottom(columns: UInt16, rows: UInt16, shown: Int) throws {
    try #require(TestMachine.hasWorld, "the program was built without the world: Scripts/setup makes it")
    let gaz = try OnScreen(["-q", "-i", "-c", "set layout portrait"], columns: columns, rows: rows)
    for number in 0..<Int(rows) { try gaz.enter("echo x\(number)") }
    gaz.terminal.send("search san")
    var picture = try gaz.terminal.awaits { $0.below.count == shown && $0.line == "gaz> search san" }
    #expect(picture.cursor == [Int(rows) - 1 - shown, 15])
    #expect(picture.rows[picture.cursor[0] - 1] == "x\(rows - 1)")
    // The next line is in the same row, and everything that scrolled away is still there.
    gaz.terminal.send(Keys.control("u"))
    picture = try gaz.terminal.awaits(withScrollback: true) { $0.line == "gaz>" && $0.below.isEmpty }
    let typed = (picture.above + picture.rows).filter { $0.hasPrefix("gaz> echo x") }
    #expect(typed == (0..<Int(rows)).map { "gaz> echo x\($0)" })
    gaz.end()
  }

  @Test func enterLeavesTheAnswerAlone() throws {
    let gaz = try OnScreen()
    gaz.terminal.send("search al")
    try gaz.terminal.awaits { $0.below.count == 3 }
    gaz.terminal.send(Keys.enter)
    try gaz.shows([
      "gaz> search al", "#     name         region            lat,lon", "1  ♡  Alabama      US       32.7500,-86.7500",
      "2  ♡  Albuquerque  US      35.0800,-106.6500", "2 places", "gaz>",
    ])
    gaz.end()
  }

  @Test func aTerminalWithoutMovesHasNone() throws {
    let gaz = try OnScreen(term: "dumb")
    gaz.terminal.send("search al")
    try gaz.showsLine("gaz> search al")
    // A preview would come before this.
    try gaz.enter("")
    #expect(!(try gaz.terminal.picture().text.contains { $0.contains("unfinished") || $0.hasPrefix("  ") }))
    #expect(String(decoding: gaz.terminal.drawn, as: UTF8.self).components(separatedBy: "2 places").count == 2)
    gaz.end()
  }
}
