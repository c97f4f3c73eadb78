import Testing

@testable import GazetteerIndex
@testable import GazetteerShell

/// Rows beside rows, and rows above the prompt.
@Suite struct ScenePaneTests {
  private static func scene(below: [String], pane: [String], column: Int = 6, above: [String] = []) -> Scene {
    var scene = Scene()
    scene.prompt = [StyledText("> ")]
    scene.above = above.map { [StyledText($0)] }
    scene.below = below.map { [StyledText($0)] }
    scene.pane = ScreenPane(column: column, rows: pane.map { [StyledText($0)] })
    return scene
  }

  private static func text(_ layout: SceneLayout) -> [String] { layout.rows.map { $0.cells.map(\.text).joined() } }

  @Test(arguments: [
    (["a", "b"], ["M1", "M2"], 20, ["> ", "a     M1", "b     M2"]),
    (["a"], ["M1", "M2", "M3"], 20, ["> ", "a     M1", "      M2", "      M3"]),
    (["a", "b", "c"], ["M1"], 20, ["> ", "a     M1", "b", "c"]),
    (["abcdefgh"], ["M1"], 20, ["> ", "abcde M1"]),
    (["東京東京"], ["M1"], 20, ["> ", "東京  M1"]),
    (["a"], ["123456"], 9, ["> ", "a     123"]),
    (["a"], ["M1"], 6, ["> ", "a"]),
    ([], ["M1"], 20, ["> ", "      M1"]),
  ])
  func aPaneIsBesideTheRows(below: [String], pane: [String], columns: Int, shown: [String]) {
    let layout = SceneLayout(Self.scene(below: below, pane: pane), columns: columns, rows: 10)
    #expect(Self.text(layout) == shown)
    #expect(layout.cursor == (0, 2))
  }

  @Test func onlyWhatFitsIsShown() {
    let layout = SceneLayout(Self.scene(below: ["a", "b"], pane: ["M1", "M2", "M3"]), columns: 20, rows: 3)
    #expect(Self.text(layout) == ["> ", "a     M1", "b     M2"])
  }

  @Test(arguments: [(10, 3, 3), (6, 3, 3), (5, 2, 2), (3, 0, 0)])
  func rowsAboveMakeRoomForThoseBelow(rows: Int, shown: Int, cursor: Int) {
    let scene = Self.scene(below: ["a", "b"], pane: [], above: ["1", "2", "3"])
    let layout = SceneLayout(scene, columns: 20, rows: rows)
    #expect(layout.aboveCount == shown)
    #expect(layout.cursor.row == cursor)
    #expect(Self.text(layout).suffix(3) == ["> ", "a", "b"])
  }

  /// Dots and lines have a short way, which must not take the wide pictures between them.
  @Test func everyCharacterHasItsWidth() throws {
    for value in UInt32(0x2400)...0x2bff {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let cells = Cell.cells(of: Character(scalar), look: .plain)
      #expect(cells.reduce(0) { $0 + $1.width } == Width.of(Character(scalar)), "U+\(String(value, radix: 16))")
    }
  }

  @Test func sequencesBecomeLooks() {
    let row = ScreenRow(
      sequences: "a\u{1b}[1mb\u{1b}[mc\u{1b}[2md\u{1b}[0m\u{1b}[38;5;71me\u{1b}[m\u{1b}[1;38;5;196mf\u{1b}[m")
    #expect(
      row == [
        StyledText("a"), StyledText("b", .bold), StyledText("c"), StyledText("d", .dim),
        StyledText("e", .color(71, isBold: false)), StyledText("f", .color(196, isBold: true)),
      ])
  }

  /// What was above the prompt stays on the screen, and nothing is sent for that.
  @Test func settledRowsStay() throws {
    var sent = ""
    let canvas = ScreenCanvas(size: { ScreenSize(columns: 20, rows: 10) }, send: { sent += $0 })
    var scene = Self.scene(below: [], pane: [], above: ["1", "2"])
    scene.pane = nil
    canvas.draw(scene)
    #expect(sent.contains("1") && sent.contains("2"))
    sent = ""
    canvas.settle()
    #expect(sent.isEmpty)
    scene.above = []
    scene.text = "x"
    scene.cursor = 1
    canvas.draw(scene)
    #expect(sent == "x")
  }

  /// Rows that had no room are printed before they are forgotten.
  @Test func settledRowsThatDidNotFitArePrinted() {
    var sent = ""
    let canvas = ScreenCanvas(size: { ScreenSize(columns: 20, rows: 3) }, send: { sent += $0 })
    let rows = (1...5).map { "row\($0)" }
    var scene = Self.scene(below: [], pane: [], above: rows)
    scene.pane = nil
    canvas.draw(scene)
    #expect(!sent.contains("row1"))
    canvas.settle()
    #expect(rows.allSatisfy { sent.contains($0) })
  }
}
