import Foundation
import Testing

@testable import GazetteerIndex
@testable import GazetteerSession
@testable import GazetteerShell

/// What the keys of the full-screen map ask for.
@Suite struct MapBrowserTests {
  private static func browser() throws -> MapBrowser {
    let center = try #require(Coordinate(latitude: 48, longitude: 11))
    var browser = MapBrowser(MapSubject([], in: Viewport(center: center, zoom: 5)))
    browser.fit(columns: 100, rows: 32)
    return browser
  }

  private static func press(_ text: String, _ browser: inout MapBrowser) -> [MapBrowser.Answer] {
    text.unicodeScalars.compactMap { browser.press($0.value) }
  }

  @Test func plusAndMinusZoom() throws {
    var browser = try Self.browser()
    let (start, half) = (browser.viewport, browser.viewport.zoomed(by: -1))
    #expect(Self.press("+", &browser) == [.ask(.look(start.zoomed(by: 1)))])
    #expect(Self.press("-", &browser) == [.ask(.look(half))])
    #expect(Self.press("f", &browser) == [.ask(.look(nil))])
  }

  @Test func arrowsMoveByAQuarter() throws {
    var browser = try Self.browser()
    guard case .ask(.look(let moved?))? = browser.press(Key.right.rawValue) else {
      Issue.record("it does not move")
      return
    }
    // 100 columns are 200 dots, and a quarter of them 50.
    #expect(abs(moved.center.longitude - 11 - 50 * 360 / (64 * 32)) < 1e-9)
    #expect(abs(moved.center.latitude - 48) < 1e-9)
    guard case .ask(.look(let up?))? = browser.press(Key.up.rawValue) else {
      Issue.record("it does not move")
      return
    }
    #expect(up.center.latitude > 48 && up.center.longitude == 11)
  }

  @Test func aNumberSelectsAPlace() throws {
    var browser = try Self.browser()
    #expect(Self.press("12\r", &browser) == [.ask(.select(12))])
    #expect(browser.typing == .nothing)
    #expect(Self.press("12\u{7f}\r", &browser) == [.ask(.select(1))])
    #expect(Self.press("1", &browser).isEmpty)
    #expect(browser.press(Key.escape.rawValue) == nil)
    #expect(browser.typing == .nothing)
  }

  @Test func slashSearchesWhileOneTypes() throws {
    var browser = try Self.browser()
    let asked = Self.press("/ulm\r", &browser)
    #expect(asked == [.ask(.preview("u")), .ask(.preview("ul")), .ask(.preview("ulm")), .ask(.search("ulm"))])
    #expect(Self.press("/q", &browser) == [.ask(.preview("q"))])
    #expect(browser.press(Key.escape.rawValue) == .ask(.back))
    #expect(Self.press("/\r", &browser) == [.ask(.back)])
  }

  @Test(arguments: ["q", "\u{3}", "\u{7}"]) func someKeysLeave(key: String) throws {
    var browser = try Self.browser()
    #expect(Self.press(key, &browser) == [.leave])
  }

  /// In a narrow window, the keys are still said in words, and how to leave always.
  @Test(arguments: [
    (100, "number: select   /: search   q: leave"), (60, "f all, / search, q leave"),
    (40, "arrows, + - zoom, / search, q leave"), (30, "+ - zoom, / search, q leave"), (18, "/ search, q leave"),
    (10, "q leave"),
  ])
  func theKeysAreSaidInEveryWidth(columns: Int, end: String) throws {
    let scene = try Self.browser().scene(columns: columns, rows: 12, isASCII: false, isColored: false)
    let row = scene.prompt.map(\.text).joined()
    #expect(row.hasSuffix(end) && Width.of(row) < columns, "\(row)")
  }

  @Test(arguments: [false, true]) func aMapOfLettersIsOneInEveryTerminal(isASCII: Bool) throws {
    let browser = MapBrowser(try Self.browser().subject, isASCII: isASCII)
    let scene = browser.scene(columns: 100, rows: 30, isASCII: false, isColored: false)
    let text = scene.below.joined().map(\.text).joined()
    #expect(text.contains { ("\u{2800}"..."\u{28FF}").contains($0) } == !isASCII)
  }

  @Test func theSceneFillsTheScreen() throws {
    let browser = try Self.browser()
    for (columns, rows) in [(100, 32), (40, 12), (10, 3), (2, 1)] {
      let scene = browser.scene(columns: columns, rows: rows, isASCII: false, isColored: true)
      let layout = SceneLayout(scene, columns: columns, rows: rows)
      #expect(layout.rows.count <= rows)
      #expect(layout.rows.allSatisfy { $0.width <= columns })
    }
  }
}

/// The map of an editor on a thread of its own, with a session that takes its time.
@Suite(.enabled(if: Display.isAvailable, Display.absent)) struct MapSearchTests {
  private static func subject(_ name: String) -> MapSubject {
    guard let point = Coordinate(latitude: 48.4, longitude: 10) else { return MapSubject([]) }
    return MapSubject([MapMarker(name, at: point, number: 1)])
  }

  /// A search that never ends by itself delays no key: the letters appear, and the last search is the one that is shown.
  @Test func aKeyDoesNotWaitForASearch() throws {
    let terminal = try PseudoTerminal(columns: 60, rows: 10)
    let (searches, ended) = (Mailbox<String>(), Mailbox<Bool>())
    terminal.run { screen in
      guard let terminal = Terminal(input: screen, output: screen, type: nil), let signals = Signals(),
        let history = History(path: nil),
        let editor = LineEditor(
          on: terminal, type: "xterm", history: history, signals: signals, mail: .none)
      else { return }
      editor.browse(MapBrowser(Self.subject("start")), isASCII: false, isColored: false) { request, _, _ in
        guard case .preview(let text) = request else { return .now(.success(Self.subject("back"))) }
        return .later { cancellation in
          searches.post(text)
          while text != "ulm", !cancellation.isCancelled { usleep(1000) }
          return .success(Self.subject("found " + text))
        }
      }
      ended.post(true)
    }
    try terminal.awaits { $0.text.contains { $0.contains("●1 start") } }
    for text in ["/", "u", "l"] {
      terminal.send(text)
    }
    try terminal.awaits { $0.text.first == "search> ul" && $0.text.contains { $0.contains("●1 start") } }
    terminal.send("m")
    try terminal.awaits { $0.text.first == "search> ulm" && $0.text.contains { $0.contains("●1 found ulm") } }
    terminal.send("x")
    try terminal.awaits { $0.text.first == "search> ulmx" && $0.text.contains { $0.contains("●1 found ulm") } }
    // Leaving the search ends it.
    terminal.send("\u{7}")
    try terminal.awaits { $0.text.contains { $0.contains("●1 back") } }
    terminal.send("q")
    try #require(ended.hasMail())
    #expect(Set(searches.drain()).isSuperset(of: ["ulm", "ulmx"]))
  }
}
