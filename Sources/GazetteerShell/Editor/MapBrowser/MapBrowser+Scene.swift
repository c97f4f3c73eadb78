import GazetteerIndex
import GazetteerSession

/// What the screen shows: a row for the keys or for what is typed, and the map.
extension MapBrowser {
  private static let keys = [
    "map   arrows: move   + -: zoom   f: all places   number: select   /: search   q: leave",
    "arrows move, + - zoom, f all, / search, q leave", "arrows, + - zoom, / search, q leave",
    "+ - zoom, / search, q leave", "/ search, q leave", "q leave",
  ]

  package func scene(columns: Int, rows: Int, isASCII: Bool, isColored: Bool) -> Scene {
    var scene = Scene()
    let isASCII = isASCII || self.isASCII
    switch typing {
    case .nothing:
      let help = complaint.isEmpty ? Self.keys.first { Width.of($0) < columns } ?? "" : complaint
      scene.prompt = [StyledText(Width.fit(help, cells: max(0, columns - 1), ascii: isASCII), .dim)]
    case .search(let text): (scene.prompt, scene.text) = ([StyledText("search> ")], text)
    case .number(let digits): (scene.prompt, scene.text) = ([StyledText("select> ")], digits)
    }
    scene.cursor = scene.text.utf8.count
    let map = TerminalMap(of: subject, columns: columns, rows: max(0, rows - 1))
    scene.below = map.lines(isASCII: isASCII).map { $0.map { $0.styled(isColored: isColored) } }
    return scene
  }
}

extension InkedText {
  func styled(isColored: Bool) -> StyledText {
    guard isColored, let color = ink.color else { return StyledText(text) }
    return StyledText(text, .color(color, isBold: ink.isBold))
  }
}
