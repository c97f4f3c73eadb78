import Testing

@testable import GazetteerShell

/// A canvas and the terminal on which it draws.
private final class Screen {
  var terminal: TinyTerminal
  private(set) var sent = 0
  private(set) var canvas: any Canvas = LineCanvas(size: { ScreenSize(columns: 1, rows: 1) }, send: { _ in })
  /// Removes bytes, as a broken line would, to show that the tests notice it.
  var swallowed: ((String) -> String)?

  init(columns: Int, rows: Int, reflows: Bool = false, moves: Bool = true) {
    terminal = TinyTerminal(columns: columns, rows: rows)
    terminal.reflows = reflows
    let size = { [unowned self] in ScreenSize(columns: terminal.columns, rows: terminal.height) }
    let send = { [unowned self] (text: String) in
      sent += text.utf8.count
      terminal.receive(swallowed?(text) ?? text)
    }
    canvas =
      moves ? ScreenCanvas(reflows: reflows, size: size, send: send) : LineCanvas(size: size, send: send)
  }

  /// The rows from the scene's first row on, if the cursor is where it should be.
  func rows(from offset: Int) -> [TinyTerminal.Row] { Array(terminal.rows.dropFirst(max(0, terminal.row - offset))) }
}

private struct SceneMaker {
  var generator: SplitMix

  private static let pieces = [
    "a", "b", " ", "ü", "東", "e\u{301}", "\u{1}", "👍🏽", "👩‍👩‍👧", "🇩🇪", "\u{301}", "word ", "\u{202e}",
  ]

  mutating func text(_ length: Int, newlines: Bool = true) -> String {
    (0..<length).map { _ in
      newlines && Int.random(in: 0..<12, using: &generator) == 0
        ? "\n" : Self.pieces.randomElement(using: &generator) ?? ""
    }.joined()
  }

  mutating func row() -> ScreenRow {
    let looks: [StyledText.Look] = [.plain, .dim, .marked]
    return (0..<Int.random(in: 0...3, using: &generator)).map { _ in
      StyledText(
        text(Int.random(in: 0...12, using: &generator), newlines: false),
        looks.randomElement(using: &generator) ?? .plain)
    }
  }

  /// `scene` after one or more keys, or a different scene.
  mutating func next(after scene: Scene) -> Scene {
    var scene = scene
    switch Int.random(in: 0..<8, using: &generator) {
    case 0: scene.text = text(Int.random(in: 0...60, using: &generator))
    case 1: scene.text = ""
    case 2: scene.below = (0..<Int.random(in: 0...8, using: &generator)).map { _ in row() }
    case 3: if !scene.below.isEmpty { scene.below[0] = row() }
    case 4: scene.hint = text(Int.random(in: 0...12, using: &generator))
    default:
      let clusters = Array(scene.text)
      let place = Int.random(in: 0...clusters.count, using: &generator)
      scene.text = String(clusters[..<place]) + text(Int.random(in: 0...3, using: &generator)) + clusters[place...]
    }
    scene.prompt = [StyledText("gaz> ", .dim)]
    scene.continuationPrompt = [StyledText("   > ")]
    let bytes = scene.text.utf8.count
    scene.cursor = Bool.random(using: &generator) ? bytes : Int.random(in: 0...bytes, using: &generator)
    return scene
  }
}

struct ScreenCanvasTests {
  /// Whether `screen` shows `scene` as a new screen of its size would.
  private func isFresh(_ screen: Screen, _ scene: Scene, countsCodePoints: Bool = false) -> Bool {
    let fresh = Screen(columns: screen.terminal.columns, rows: screen.terminal.height)
    fresh.terminal.countsCodePoints = countsCodePoints
    fresh.canvas.draw(scene)
    let layout = SceneLayout(scene, columns: fresh.terminal.columns, rows: fresh.terminal.height)
    let rows = screen.rows(from: layout.cursor.row)
    let blank = rows.dropFirst(layout.rows.count).allSatisfy { $0.text.isEmpty }
    return blank && rows.prefix(layout.rows.count).elementsEqual(fresh.terminal.rows.prefix(layout.rows.count))
      && screen.terminal.column == fresh.terminal.column && !screen.terminal.isCursorHidden
      && screen.terminal.unknown.isEmpty
  }

  // There is enough room here for a terminal that draws emoji too wide.
  @Test(
    arguments: [
      (80, 24, false), (40, 12, false), (200, 50, false), (7, 4, false), (2, 2, false), (1, 1, false), (1, 5, false),
      (20, 1, false), (800, 12, true),
    ])
  func updatesGiveTheSameScreenAsAFreshDrawing(columns: Int, rows: Int, countsCodePoints: Bool) {
    var maker = SceneMaker(generator: SplitMix(state: UInt64(columns * 100 + rows)))
    let screen = Screen(columns: columns, rows: rows)
    screen.terminal.countsCodePoints = countsCodePoints
    var scene = Scene()
    for step in 0..<400 {
      scene = maker.next(after: scene)
      screen.canvas.draw(scene)
      guard isFresh(screen, scene, countsCodePoints: countsCodePoints) else {
        Issue.record("step \(step): \(scene) became \(screen.terminal.rows.map(\.text))")
        return
      }
    }
  }

  @Test func aRowThatIsNotSentIsMissed() {
    var maker = SceneMaker(generator: SplitMix(state: 1))
    let screen = Screen(columns: 40, rows: 12)
    var scene = Scene()
    var wasMissed = false
    screen.swallowed = { $0.contains("word") ? "" : $0 }
    for _ in 0..<50 where !wasMissed {
      scene = maker.next(after: scene)
      screen.canvas.draw(scene)
      wasMissed = !isFresh(screen, scene)
    }
    #expect(wasMissed)
  }

  @Test(arguments: [false, true]) func aResizeLeavesOneSceneAndNoRests(reflows: Bool) {
    var maker = SceneMaker(generator: SplitMix(state: reflows ? 1 : 2))
    let screen = Screen(columns: 80, rows: 24, reflows: reflows)
    var scene = Scene()
    for step in 0..<600 {
      scene = maker.next(after: scene)
      screen.canvas.draw(scene)
      let columns = Int.random(in: 1...100, using: &maker.generator)
      screen.terminal.resize(columns: columns, rows: .random(in: 1...30, using: &maker.generator))
      // The next key may come before the signal.
      if Bool.random(using: &maker.generator) { scene = maker.next(after: scene) }
      if Bool.random(using: &maker.generator) { screen.canvas.resize() } else { screen.canvas.draw(scene) }
      screen.canvas.draw(scene)
      guard isFresh(screen, scene) else {
        Issue.record("step \(step): \(scene) became \(screen.terminal.rows.map(\.text))")
        return
      }
    }
  }

  @Test(arguments: [(80, 24), (20, 5), (5, 2), (1, 1)])
  func printedTextIsAboveTheLineInOrderAndOnce(columns: Int, rows: Int) {
    var maker = SceneMaker(generator: SplitMix(state: 3))
    let screen = Screen(columns: columns, rows: rows)
    let expected = Screen(columns: columns, rows: rows)
    var scene = Scene()
    for number in 0..<200 {
      scene = maker.next(after: scene)
      screen.canvas.draw(scene)
      if number % 3 == 0 {
        let line = String(repeating: "\(number) ", count: Int.random(in: 1...30, using: &maker.generator))
        screen.canvas.print(above: [line, "second"])
        expected.terminal.receive(line + "\r\nsecond\r\n")
      }
      if number % 7 == 0 {
        screen.canvas.erase()
      } else if number % 7 == 1 {
        screen.canvas.finish()
        scene.hint = ""
        scene.below = []
        expected.canvas.draw(scene)
        expected.canvas.finish()
      }
    }
    screen.canvas.erase()
    let count = expected.terminal.text.lastIndex { !$0.isEmpty } ?? 0
    #expect(screen.terminal.text.prefix(count + 1) == expected.terminal.text.prefix(count + 1))
    #expect(screen.terminal.text.dropFirst(count + 1).allSatisfy { $0.isEmpty })
  }

  @Test func aTypedLetterSendsFewBytes() {
    let screen = Screen(columns: 80, rows: 24)
    var scene = Scene()
    scene.prompt = [StyledText("gaz> ")]
    scene.below = [[StyledText("status")], [StyledText("more")]]
    var cost: [Int] = []
    for letter in "search" {
      scene.text.append(letter)
      scene.cursor += 1
      let before = screen.sent
      screen.canvas.draw(scene)
      cost.append(screen.sent - before)
    }
    #expect(cost.dropFirst() == [1, 1, 1, 1, 1])
    scene.hint = " münchen und noch viel mehr"
    screen.canvas.draw(scene)
    scene.text += " "
    scene.cursor += 1
    scene.hint.removeFirst()
    let before = screen.sent
    screen.canvas.draw(scene)
    #expect(screen.sent - before <= 2)
  }

  @Test func aSceneThatIsTheSameCostsNothing() {
    let screen = Screen(columns: 20, rows: 5)
    var scene = Scene()
    scene.text = String(repeating: "long ", count: 50)
    screen.canvas.draw(scene)
    let before = screen.sent
    screen.canvas.draw(scene)
    #expect(screen.sent == before)
  }

  @Test func clearingPutsTheSceneAtTheTop() {
    let screen = Screen(columns: 20, rows: 5)
    screen.canvas.print(above: ["old", "older"])
    var scene = Scene()
    scene.prompt = [StyledText("gaz> ")]
    scene.text = "abc"
    scene.cursor = 1
    screen.canvas.draw(scene)
    screen.canvas.clear()
    #expect(screen.terminal.rows.map(\.text) == ["gaz> abc", "", "", "", ""])
    #expect((screen.terminal.row, screen.terminal.column) == (0, 6))
  }

  @Test func looksNeedNoColor() {
    var sent = ""
    let canvas = ScreenCanvas(size: { ScreenSize(columns: 80, rows: 24) }, send: { sent += $0 })
    var scene = Scene()
    scene.below = [[StyledText("marked", .marked), StyledText("dim", .dim)]]
    canvas.draw(scene)
    #expect(!sent.contains("3") && sent.contains(";7m") && sent.contains(";2m"))
  }
}

struct TerminalKindTests {
  @Test(
    arguments: [
      ([:], false), (["TMUX": "/tmp/tmux"], true), (["TMUX": ""], false), (["TERM_PROGRAM": "iTerm.app"], true),
      (["TERM_PROGRAM": "other"], false), (["VTE_VERSION": "7000"], true),
    ] as [([String: String], Bool)])
  func theEnvironmentTellsWhatTheTerminalDoes(variables: [String: String], reflows: Bool) {
    let kind = TerminalKind(canMove: true) { variables[$0] }
    #expect(kind == TerminalKind(canMove: true, reflows: reflows))
  }
}

struct LineCanvasTests {
  @Test(arguments: [80, 20, 5, 3, 2, 1]) func oneRowShowsWhatIsAroundTheCursor(columns: Int) {
    var maker = SceneMaker(generator: SplitMix(state: UInt64(columns)))
    let screen = Screen(columns: columns, rows: 3, moves: false)
    var scene = Scene()
    for step in 0..<400 {
      scene = maker.next(after: scene)
      screen.canvas.draw(scene)
      let fresh = Screen(columns: columns, rows: 3, moves: false)
      fresh.canvas.draw(scene)
      let isSame =
        screen.terminal.rows[0].text == fresh.terminal.rows[0].text
        && screen.terminal.column == fresh.terminal.column && screen.terminal.row == 0
      guard isSame, screen.terminal.unknown.isEmpty else {
        Issue.record("step \(step): \(scene) became \(screen.terminal.rows.map(\.text))")
        return
      }
    }
  }

  @Test func aLongLineMovesSideways() {
    let screen = Screen(columns: 20, rows: 3, moves: false)
    var scene = Scene()
    scene.prompt = [StyledText("gaz> ")]
    scene.text = "search the long way to münchen"
    scene.cursor = scene.text.utf8.count
    screen.canvas.draw(scene)
    #expect(screen.terminal.rows[0].text.hasPrefix("gaz> ") && screen.terminal.rows[0].text.hasSuffix("münchen"))
    scene.cursor = 0
    screen.canvas.draw(scene)
    #expect(screen.terminal.rows[0].text == "gaz> search the lon")
    #expect(screen.terminal.column == 5)
    screen.canvas.print(above: ["notice"])
    screen.canvas.finish()
    #expect(screen.terminal.text.prefix(2) == ["notice", "gaz> search the lon"])
  }
}
