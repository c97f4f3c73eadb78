import Foundation
import Testing

/// The map on the whole screen.
@Suite(.enabled(if: Display.isAvailable, Display.absent)) struct MapOnScreenTests {
  /// The terminal's other screen.
  private static let otherScreen = 1049
  private static let lines = (0..<30).map { "x\($0)" }

  /// A list of five places, and lines above it that have scrolled away.
  private func start(columns: UInt16 = 80, rows: UInt16 = 24) throws -> OnScreen {
    let gaz = try OnScreen(
      ["-q", "-i", "-c", "open \"\(OnScreen.five)\"; set layout portrait"], columns: columns, rows: rows)
    for line in Self.lines { try gaz.enter("echo " + line) }
    try gaz.enter("search")
    return gaz
  }

  @discardableResult
  private func open(_ gaz: OnScreen, sourceLocation: SourceLocation = #_sourceLocation) throws -> Display.Picture {
    gaz.terminal.send("map -i" + Keys.enter)
    return try awaitsMap(gaz, sourceLocation: sourceLocation) { $0.contains("5 places") }
  }

  /// Waits until the other screen has a map whose last row, the scale, meets `condition`.
  @discardableResult
  private func awaitsMap(
    _ gaz: OnScreen, sourceLocation: SourceLocation = #_sourceLocation, _ condition: (String) -> Bool = { _ in true }
  ) throws -> Display.Picture {
    try gaz.terminal.awaits(sourceLocation: sourceLocation) { picture in
      picture.modes.contains(Self.otherScreen) && picture.cursor[0] == 0 && picture.rows.last?.hasPrefix("├") == true
        && condition(picture.rows.last ?? "")
    }
  }

  /// Leaves the map, and checks that what was printed before is all there, once.
  private func leave(_ gaz: OnScreen, with key: String = "q") throws {
    gaz.terminal.send(key)
    let picture = try gaz.terminal.awaits(withScrollback: true) {
      !$0.modes.contains(Self.otherScreen) && $0.line == "gaz>" && !$0.rows.contains { $0.contains("N↑") }
    }
    let all = picture.above + picture.rows
    #expect(all.filter { $0.hasPrefix("x") } == Self.lines)
    #expect(all.count { $0 == "5 places" } == 1)
    #expect(all.count { $0 == "gaz> map -i" } == 1)
    #expect(!all.contains { $0.contains("arrows") })
  }

  /// The camera, from the answer of `map --json`.
  private func camera(of gaz: OnScreen) throws -> (latitude: Double, longitude: Double, zoom: Double) {
    try gaz.startOver()
    let rows = try gaz.enter("map --json").rows.joined()
    let start = try #require(rows.firstRange(of: "{\"command\""))
    let end = try #require(rows.firstRange(of: ",\"places\""))
    let head = rows[start.lowerBound..<end.lowerBound] + "}"
    let answer = try JSONDecoder().decode(Camera.self, from: Data(head.utf8))
    let numbers = answer.center.split(separator: ",").compactMap { Double($0) }
    return (numbers[0], numbers[1], answer.zoom)
  }

  private struct Camera: Decodable {
    let center: String
    let zoom: Double
  }

  @Test(arguments: [(40, 12), (80, 24), (200, 50)] as [(UInt16, UInt16)])
  func theOtherScreenIsEnteredAndLeft(columns: UInt16, rows: UInt16) throws {
    let gaz = try start(columns: columns, rows: rows)
    let before = try gaz.terminal.picture(withScrollback: true)
    #expect(!before.modes.contains(Self.otherScreen))
    let map = try open(gaz)
    #expect(map.rows.contains { $0.contains("●5") || $0.contains("5●") })
    #expect(!map.rows.contains { $0.hasPrefix("gaz>") })
    try leave(gaz)
    let after = try gaz.terminal.picture(withScrollback: true)
    // The line with the command, and the next prompt.
    #expect(
      after.above + after.rows.filter { !$0.isEmpty } == before.above
        + before.rows.filter { !$0.isEmpty }.dropLast() + ["gaz> map -i", "gaz>"])
    gaz.end()
  }

  @Test(arguments: ["q", Keys.escape, Keys.control("c"), Keys.control("d"), Keys.control("g")])
  func manyKeysLeave(key: String) throws {
    let gaz = try start()
    try open(gaz)
    try leave(gaz, with: key)
    #expect(try gaz.enter("echo still here").rows.contains("still here"))
    gaz.end()
  }

  @Test func keysMoveAndZoom() throws {
    let gaz = try start()
    let start = try open(gaz)
    let zoomed = start.rows.last?.zoom.map { $0 + 1 }
    gaz.terminal.send("+")
    try awaitsMap(gaz) { $0.zoom == zoomed }
    gaz.terminal.send("+-")
    try awaitsMap(gaz) { $0.zoom == zoomed }
    try leave(gaz)
    let first = try camera(of: gaz)
    #expect(first.zoom == zoomed)
    for (key, isRight) in [
      (Keys.right, { $0.longitude > first.longitude && $0.latitude == first.latitude }),
      (Keys.left, { $0.longitude == first.longitude }),
      (Keys.up, { $0.latitude > first.latitude && $0.longitude == first.longitude }),
      (Keys.down + Keys.down, { $0.latitude < first.latitude }),
    ] as [(String, ((latitude: Double, longitude: Double, zoom: Double)) -> Bool)] {
      gaz.terminal.send("map -i" + Keys.enter)
      try awaitsMap(gaz)
      gaz.terminal.send(key + "q")
      try gaz.terminal.awaits { $0.line == "gaz>" && !$0.modes.contains(Self.otherScreen) }
      #expect(try isRight(camera(of: gaz)), "\(key.debugDescription)")
    }
    gaz.terminal.send("map -i" + Keys.enter)
    try awaitsMap(gaz) { $0.zoom == zoomed }
    gaz.terminal.send("f")
    try awaitsMap(gaz) { $0 == start.rows.last }
    gaz.end()
  }

  @Test func aNumberSelects() throws {
    let gaz = try start()
    try gaz.enter("set quiet off")
    try open(gaz)
    gaz.terminal.send("9" + Keys.enter)
    try gaz.terminal.awaits {
      $0.rows[0].contains("9") && $0.modes.contains(Self.otherScreen) && $0.rows[0].contains("list")
    }
    gaz.terminal.send("5")
    try gaz.terminal.awaits { $0.line == "select> 5" }
    gaz.terminal.send(Keys.enter)
    let picture = try awaitsMap(gaz) { $0.contains("1 place") && !$0.contains("places") }
    #expect(picture.rows.contains { $0.contains("★5") })
    try leave(gaz)
    #expect(try gaz.terminal.picture().rows.contains("selected: Sydney, AU"))
    #expect(try gaz.enter("show .").rows.contains("Sydney"))
    gaz.end()
  }

  @Test func aSlashSearches() throws {
    let gaz = try start()
    try open(gaz)
    gaz.terminal.send("/")
    try gaz.terminal.awaits { $0.line == "search>" }
    for (key, places) in [("a", "4 places"), ("l", "2 places"), ("b", "1 place"), (Keys.backspace, "2 places")] {
      gaz.terminal.send(key)
      try awaitsMap(gaz) { $0.hasSuffix("  " + places) }
    }
    // Escape goes back to the list, and its numbers still hold.
    gaz.terminal.send(Keys.escape)
    try awaitsMap(gaz) { $0.contains("5 places") }
    gaz.terminal.send("/al" + Keys.enter)
    try gaz.terminal.awaits { $0.rows[0].hasSuffix("q leave") && $0.rows.last?.contains("2 places") == true }
    gaz.terminal.send("/xyzzyx" + Keys.enter)
    try gaz.terminal.awaits { $0.rows[0] == "no place matches \"xyzzyx\"" }
    // The numbers are those of another list now, so it is shown.
    try leave(gaz)
    let picture = try gaz.terminal.awaits { $0.line == "gaz>" && $0.rows.contains("2 places") }
    #expect(picture.rows.contains { $0.hasPrefix("1  ♡  Alabama") })
    try gaz.startOver()
    #expect(try gaz.enter("list").rows.contains("2 places"))
    gaz.end()
  }

  @Test func itFitsEveryNewSize() throws {
    let gaz = try start()
    try open(gaz)
    let sizes: [(UInt16, UInt16)] = [(40, 12), (120, 40), (30, 8), (200, 50), (99, 20), (100, 20), (80, 24)]
    for (columns, rows) in sizes {
      gaz.terminal.resize(columns: columns, rows: rows)
      // Signals come before keys, so after a key the new size has been drawn.
      gaz.terminal.send("/")
      try gaz.terminal.awaits { $0.rows.count == Int(rows) && $0.line == "search>" && $0.cursor[0] == 0 }
      gaz.terminal.send(Keys.escape)
      let picture = try awaitsMap(gaz) { $0.contains("zoom") || columns < 40 }
      #expect(picture.rows.count == Int(rows))
      #expect(picture.rows.count { $0.contains("N↑") } == 1, "nothing is left of the other size")
      #expect(picture.rows.contains { $0.contains("●") })
    }
    try leave(gaz)
    gaz.end()
  }

  @Test func aWindowOfOneCellIsLeft() throws {
    let gaz = try start()
    try open(gaz)
    gaz.terminal.resize(columns: 1, rows: 1)
    gaz.terminal.send("+-" + Keys.left + "/a" + Keys.escape + "q")
    gaz.terminal.resize(columns: 80, rows: 24)
    try gaz.terminal.awaits { !$0.modes.contains(Self.otherScreen) && $0.line == "gaz>" }
    gaz.end()
  }

  @Test func aNoticeIsShownAfterwards() throws {
    let gaz = try start()
    let pipe = gaz.home.path + "/late.json"
    try #require(mkfifo(pipe, 0o600) == 0)
    try gaz.enter("set quiet off")
    try gaz.enter("open \"\(pipe)\" --background")
    gaz.terminal.send("map -i" + Keys.enter)
    try awaitsMap(gaz)
    let data = try Data(contentsOf: URL(filePath: OnScreen.five))
    // It returns when the program has read everything.
    try data.write(to: URL(filePath: pipe))
    for key in ["/", "a", "l", Keys.escape] {
      gaz.terminal.send(key)
      let picture = try awaitsMap(gaz)
      #expect(!picture.rows.contains { $0.contains("opened") })
    }
    gaz.terminal.send("q")
    let picture = try gaz.terminal.awaits(withScrollback: true) {
      $0.line == "gaz>" && !$0.modes.contains(Self.otherScreen) && $0.rows.contains { $0.hasPrefix("opened 5 places") }
    }
    #expect((picture.above + picture.rows).filter { $0.hasPrefix("x") } == Self.lines)
    gaz.end()
  }

  /// SIGTERM brings the first screen back; the control is SIGKILL, which cannot.
  @Test(arguments: [SIGTERM, SIGHUP, SIGKILL]) func aSignalBringsTheFirstScreenBack(signal: Int32) throws {
    let gaz = try start()
    try open(gaz)
    gaz.terminal.signal(signal)
    #expect(gaz.terminal.exitCode() == (signal == SIGKILL ? -signal : 128 + signal))
    let picture = try gaz.terminal.picture(withScrollback: true)
    #expect(picture.modes.contains(Self.otherScreen) == (signal == SIGKILL))
    #expect(((picture.above + picture.rows).filter { $0.hasPrefix("x") } == Self.lines) == (signal != SIGKILL))
  }
}

extension String {
  /// The zoom in the last row of a map.
  fileprivate var zoom: Double? {
    firstRange(of: "zoom ").flatMap { Double(self[$0.upperBound...].prefix { $0.isNumber || $0 == "." }) }
  }
}
