import GazetteerIndex

/// A page with a map on its right.
struct MapBeside {
  let subject: MapSubject
  let page: Page
  /// How high the map is at least, if the window has that many rows.
  let leastRows: Int

  /// Each line of the page, padded, then a row of the map.
  ///
  /// - Parameter split: how wide the two are, in cells.
  func text(
    in style: Style, split: (list: Int, map: Int), _ cancellation: Cancellation
  ) throws(Cancelled) -> String {
    var left = style
    left.width = split.list
    let text = try page.text(in: left, cancellation)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    let height = min(max(lines.count, leastRows), style.mapSize.rows + 1)
    // A list that is longer than the window scrolls, and the map beside its end stays in view.
    let first = max(0, lines.count - height)
    let map = TerminalMap(of: subject, columns: split.map, rows: height).lines(isASCII: style.isASCII)
    return (0..<max(lines.count, height)).map { row in
      let line = row < lines.count ? String(lines[row]) : ""
      guard row >= first else { return line + "\n" }
      let beside = map[row - first].map { $0.text(isColored: style.isColored) }.joined()
      let blanks = String(repeating: " ", count: max(0, split.list - MapBeside.width(of: line)) + 1)
      return (style.isColored ? line + blanks + beside : Page.trimmed(line + blanks + beside)) + "\n"
    }.joined()
  }

  /// The cells of a line that may have the sequences of `Style.isColored`.
  private static func width(of line: String) -> Int {
    guard line.utf8.contains(0x1b) else { return Width.of(line) }
    return line.split(separator: "\u{1b}", omittingEmptySubsequences: false).enumerated().reduce(0) { sum, part in
      sum + Width.of(String(part.offset == 0 ? part.element : part.element.drop { $0 != "m" }.dropFirst()))
    }
  }
}
