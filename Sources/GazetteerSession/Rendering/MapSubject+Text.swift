import GazetteerIndex

extension MapSubject {
  /// A map that fills the window below some rows, less a row for the prompt.
  func text(in style: Style, below rows: Int = 0) -> String {
    let height = max(2, style.mapSize.rows + 1 - rows)
    let lines = TerminalMap(of: self, columns: style.mapSize.columns, rows: height).lines(isASCII: style.isASCII)
    return lines.map { line in
      let text = line.map { $0.text(isColored: style.isColored) }.joined()
      return (style.isColored ? text : Page.trimmed(text)) + "\n"
    }.joined()
  }
}

extension InkedText {
  /// The text, between the sequences of its color if it has one.
  func text(isColored: Bool) -> String {
    guard isColored, let color = ink.color else { return text }
    return "\u{1b}[\(ink.isBold ? "1;" : "")38;5;\(color)m\(text)\u{1b}[m"
  }
}
