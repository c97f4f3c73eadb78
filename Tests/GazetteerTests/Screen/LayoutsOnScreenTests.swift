import Foundation
import Testing

/// B4: in a narrow terminal the list and the map replace each other; in a wide one they are side by side, and turning
/// switches at once and loses nothing.
@Suite(.enabled(if: Display.isAvailable, Display.absent)) struct LayoutsOnScreenTests {
  /// A size, and the column of the map beside a list; nil for none.
  struct Size: CustomTestStringConvertible {
    let columns: UInt16
    let rows: UInt16
    let mapColumn: Int?

    init(_ columns: UInt16, _ rows: UInt16, map: Int?) { (self.columns, self.rows, mapColumn) = (columns, rows, map) }

    var testDescription: String { "\(columns)x\(rows)" }
  }

  static let (narrow, wide) = (Size(80, 24, map: nil), Size(100, 30, map: 56))
  static let sizes = [Size(40, 12, map: nil), narrow, Size(99, 30, map: nil), wide, Size(200, 50, map: 91)]

  private func start(at size: Size, _ settings: String = "", environment: [String: String] = [:]) throws -> OnScreen {
    try OnScreen(
      ["-q", "-i", "-c", "open \"\(OnScreen.five)\"\(settings)"], columns: size.columns, rows: size.rows,
      environment: environment)
  }

  /// Waits until the rows of `search al` and a map are on the screen, or no map if its column is nil.
  @discardableResult
  private func shows(
    _ gaz: OnScreen, line: String, mapColumn: Int?, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Display.Picture {
    try gaz.terminal.awaits(sourceLocation: sourceLocation) {
      $0.line == line && $0.mapColumn == mapColumn && $0.rows.contains { $0.contains("1  ♡  Alabama") }
        && $0.rows.contains { $0.hasPrefix("2 places") }
    }
  }

  @Test(arguments: sizes) func listAndMapAreSideBySideFromAHundredColumnsOn(size: Size) throws {
    let gaz = try start(at: size)
    gaz.terminal.send("search al")
    try shows(gaz, line: "gaz> search al", mapColumn: size.mapColumn)
    gaz.terminal.send(Keys.enter)
    try shows(gaz, line: "gaz>", mapColumn: size.mapColumn)
    try gaz.startOver()
    // The map replaces the list, or has the names beside it.
    gaz.terminal.send("map" + Keys.enter)
    let picture = try gaz.terminal.awaits { $0.line == "gaz>" && $0.mapColumn == size.mapColumn ?? 0 }
    #expect(picture.rows.contains("1  Alabama") == false)
    #expect(picture.rows.contains { $0.hasPrefix("1  Alabama ") } == (size.mapColumn != nil))
    #expect(picture.rows.contains { $0.contains("●1") })
    gaz.end()
  }

  @Test func turningWithAnAnswerOnTheScreenSwitchesAtOnce() throws {
    let gaz = try start(at: Self.narrow)
    let lines = (0..<30).map { "x\($0)" }
    for line in lines { try gaz.enter("echo " + line) }
    gaz.terminal.send("search al" + Keys.enter)
    try shows(gaz, line: "gaz>", mapColumn: nil)
    for size in [Self.wide, Self.narrow, Size(120, 40, map: 67), Size(60, 20, map: nil), Self.wide, Self.narrow] {
      gaz.terminal.resize(columns: size.columns, rows: size.rows)
      let picture = try shows(gaz, line: "gaz>", mapColumn: size.mapColumn)
      #expect(picture.rows.count { $0.hasPrefix("2 places") } == 1)
      #expect(picture.rows.count { $0.hasPrefix("gaz> search al") } == 1)
    }
    let picture = try gaz.terminal.picture(withScrollback: true)
    #expect((picture.above + picture.rows).filter { $0.hasPrefix("x") } == lines)
    gaz.end()
  }

  @Test func turningWhileChoosingFromThePreviewKeepsTheChoice() throws {
    let gaz = try start(at: Self.wide)
    gaz.terminal.send("search al")
    try shows(gaz, line: "gaz> search al", mapColumn: Self.wide.mapColumn)
    gaz.terminal.send(Keys.down + Keys.down)
    for size in [Self.narrow, Self.wide, Size(120, 40, map: 67), Self.narrow] {
      gaz.terminal.resize(columns: size.columns, rows: size.rows)
      try shows(gaz, line: "gaz> search al", mapColumn: size.mapColumn)
    }
    // Enter takes the second row, which was marked before.
    let second = try gaz.terminal.picture().rows.first { $0.hasPrefix(" 2  ♡  ") }?.split(separator: " ")[2]
    gaz.terminal.send(Keys.enter)
    let picture = try gaz.terminal.awaits { $0.line == "gaz>" }
    #expect(picture.rows.contains { $0.contains(second ?? "?") && !$0.hasPrefix("2  ") }, "\(picture.rows)")
    gaz.end()
  }

  @Test func turningWhileTypingKeepsTheLineAndTheCursor() throws {
    let gaz = try start(at: Self.narrow)
    let lines = (0..<30).map { "x\($0)" }
    for line in lines { try gaz.enter("echo " + line) }
    gaz.terminal.send("search al")
    try shows(gaz, line: "gaz> search al", mapColumn: nil)
    gaz.terminal.send(Keys.left)
    for size in [Self.wide, Self.narrow, Size(200, 50, map: 91), Size(99, 24, map: nil), Self.wide] {
      gaz.terminal.resize(columns: size.columns, rows: size.rows)
      let picture = try shows(gaz, line: "gaz> search al", mapColumn: size.mapColumn)
      #expect(picture.cursor[1] == 13)
    }
    gaz.terminal.send("b")
    try gaz.terminal.awaits { $0.line == "gaz> search abl" }
    let picture = try gaz.terminal.picture(withScrollback: true)
    #expect((picture.above + picture.rows).filter { $0.hasPrefix("x") } == lines)
    gaz.end()
  }

  /// The control of turning: what was said before the last answer is not drawn again.
  @Test func anOlderAnswerStaysAsItWasPrinted() throws {
    let gaz = try start(at: Self.wide, "; set preview off")
    gaz.terminal.send("search al" + Keys.enter)
    try shows(gaz, line: "gaz>", mapColumn: 56)
    try gaz.enter("echo x")
    gaz.terminal.resize(columns: 120, rows: 30)
    gaz.terminal.send("y")
    let picture = try gaz.terminal.awaits { $0.line == "gaz> y" }
    #expect(picture.mapColumn == 56)
    gaz.end()
  }

  @Test func layoutChoosesOneOfThem() throws {
    let gaz = try start(at: Self.narrow)
    for (layout, mapColumn) in [("landscape", 45), ("portrait", nil), ("auto", nil)] as [(String, Int?)] {
      try gaz.enter("layout " + layout)
      try gaz.startOver()
      gaz.terminal.send("search al")
      try shows(gaz, line: "gaz> search al", mapColumn: mapColumn)
      gaz.terminal.send(Keys.enter)
      try shows(gaz, line: "gaz>", mapColumn: mapColumn)
    }
    gaz.terminal.resize(columns: 100, rows: 30)
    try shows(gaz, line: "gaz>", mapColumn: 56)
    try gaz.enter("layout portrait")
    try gaz.startOver()
    gaz.terminal.send("search al")
    try shows(gaz, line: "gaz> search al", mapColumn: nil)
    gaz.end()
  }

  @Test func selectingRecentresTheMap() throws {
    let gaz = try start(at: Self.wide)
    gaz.terminal.send("search" + Keys.enter)
    try gaz.terminal.awaits { $0.line == "gaz>" && $0.mapColumn == 56 && $0.rows.contains { $0.hasPrefix("5 places") } }
    for (number, name) in [(5, "Sydney"), (2, "Albuquerque")] {
      try gaz.startOver()
      gaz.terminal.send("select \(number)" + Keys.enter)
      let picture = try gaz.terminal.awaits {
        $0.line == "gaz>" && $0.mapColumn == 56 && $0.rows.contains { $0.contains("★") }
      }
      #expect(picture.rows.contains { $0.hasPrefix(name) })
      let row = try #require(picture.rows.firstIndex { $0.contains("★") })
      let column = try #require(picture.rows[row].column(of: "★"))
      // The middle of 43 columns.
      #expect((56 + 20...56 + 24).contains(column), "\(column)")
    }
    gaz.end()
  }

  @Test func withASCIIEverythingOfTheMapIsASCII() throws {
    for settings in ["", "; set ascii on"] {
      let gaz = try start(at: Self.wide, settings)
      gaz.terminal.send("search al")
      let isASCII = !settings.isEmpty
      var picture = try gaz.terminal.awaits { $0.mapColumn == 56 && $0.rows.contains { $0.hasPrefix("2 places") } }
      #expect(picture.rows.joined().allSatisfy(\.isASCII) == isASCII)
      gaz.terminal.send(Keys.enter)
      picture = try gaz.terminal.awaits { $0.line == "gaz>" && $0.mapColumn == 56 }
      #expect(picture.rows.joined().allSatisfy(\.isASCII) == isASCII)
      gaz.end()
    }
  }

  @Test func withoutColorsTheMapHasNone() throws {
    for settings in ["; set color always", "; set color never"] {
      let gaz = try start(at: Self.wide, settings)
      gaz.terminal.send("search al")
      try shows(gaz, line: "gaz> search al", mapColumn: 56)
      gaz.terminal.send(Keys.enter)
      try shows(gaz, line: "gaz>", mapColumn: 56)
      let drawn = String(decoding: gaz.terminal.drawn, as: UTF8.self)
      #expect(drawn.contains("38;5;") == settings.hasSuffix("always"))
      gaz.end()
    }
  }

  @Test func aTerminalThatCannotMoveHasAPlainMap() throws {
    let gaz = try OnScreen(columns: 120, rows: 40, term: "dumb")
    var picture = try gaz.enter("search al")
    #expect(picture.rows.contains("2 places"))
    #expect(picture.mapColumn == nil)
    picture = try gaz.enter("map")
    #expect(picture.mapColumn == 0)
    // With letters, although the locale has UTF-8.
    let dots: ClosedRange<Character> = "\u{2800}"..."\u{28FF}"
    #expect(picture.rows.contains { $0.contains("##") } && !picture.rows.joined().contains { dots.contains($0) })
    picture = try gaz.enter("map -i")
    #expect(picture.rows.contains { $0.hasPrefix("there is no screen for a map with keys") })
    #expect(!gaz.terminal.drawn.contains(0x1b))
    gaz.end()
  }

  /// B5: the camera and the selected city, after turning and after a restart.
  @Test func theSelectedCityAndTheCameraSurviveTurningAndARestart() throws {
    let gaz = try OnScreen(["-q"], columns: 100, rows: 30)
    try gaz.enter("open \"\(OnScreen.five)\"")
    try gaz.enter("search; select 5; zoom 7")
    try gaz.enter("pan west")
    let camera = try self.camera(of: gaz)
    #expect(camera.hasSuffix("\"zoom\":7"))
    for (columns, rows) in [(80, 24), (120, 40), (40, 20), (100, 30)] as [(UInt16, UInt16)] {
      gaz.terminal.resize(columns: columns, rows: rows)
      #expect(try self.camera(of: gaz) == camera, "\(columns)x\(rows)")
    }
    // The control: it is not what a new map shows.
    try gaz.enter("zoom fit")
    #expect(try self.camera(of: gaz) != camera)
    try gaz.enter("zoom 7; pan west")
    #expect(try self.camera(of: gaz) == camera)
    gaz.end()

    let next = try OnScreen(["-q"], columns: 80, rows: 24, environment: ["HOME": gaz.home.path])
    try next.enter("wait")
    #expect(try self.camera(of: next) == camera)
    try next.startOver()
    #expect(try next.enter("show .").rows.contains("Sydney"))
    next.end()
  }

  /// The camera as `map --json` prints it, in as many rows as it needs.
  private func camera(of gaz: OnScreen) throws -> String {
    try gaz.startOver()
    let rows = try gaz.enter("map --json").rows.joined()
    let start = try #require(rows.range(of: "\"center\""))
    let end = try #require(rows.range(of: ",\"places\""))
    return String(rows[start.lowerBound..<end.lowerBound])
  }
}

extension Display.Picture {
  /// The column of the last map on the screen, which ends with a scale; nil if there is none.
  var mapColumn: Int? {
    let scale = rows.last { $0.contains("zoom ") && ($0.contains("N↑") || $0.contains("N^")) }
    return scale.flatMap { $0.column(of: "├") ?? $0.column(of: "|-") }
  }
}

extension String {
  /// How many characters are before a text; the columns if all are narrow.
  fileprivate func column(of text: String) -> Int? {
    range(of: text).map { distance(from: startIndex, to: $0.lowerBound) }
  }
}
