import GazetteerIndex

extension QRCode {
  /// Light modules around the code, by which readers find it: as many as the standard has, or as few as they need where
  /// more have no room.
  private static let quietZones = [4, 2]

  /// Cells and lines that the drawing takes.
  private func size(_ quietZone: Int, in style: Style) -> (columns: Int, rows: Int) {
    let side = width + 2 * quietZone
    return style.isASCII ? (2 * side, side) : (side, (side + 1) / 2)
  }

  /// The lines of the drawing, or of the reason why the window is too small for it.
  ///
  /// - Parameters:
  ///   - above: the rows that are printed before it, which must stay in the window.
  ///   - hint: how to get it if it does not fit; nil: only its width matters.
  func lines(in style: Style, below above: Int = 0, hint: String? = nil) -> [String] {
    let fitting = QRCode.quietZones.first { fits($0, in: style, below: above, hint: hint) }
    guard let quietZone = fitting else {
      let size = size(QRCode.quietZones.min() ?? 0, in: style)
      let columns = style.width ?? size.columns
      let needed = QRCode.needed(size.rows, below: above)
      let window = "\(columns) by \(style.rows ?? needed)"
      return Page.wrapped(
        "the QR code does not fit: with it, this takes \(size.columns) columns and \(needed) lines, and there are "
          + window + (size.columns <= columns ? hint.map { "; for the code: \($0)" } ?? "" : ""), cells: style.width)
    }
    let range = -quietZone..<(width + quietZone)
    return stride(from: range.lowerBound, to: range.upperBound, by: style.isASCII ? 1 : 2).map { row in
      let cells = range.map { column in
        style.isASCII
          ? QRCode.wide(isDark(column, row), style) : QRCode.half(isDark(column, row), isDark(column, row + 1), style)
      }
      let line = cells.joined()
      // Black on white, whatever the colors of the window are.
      return style.isColored && !style.isASCII ? "\u{1B}[30;107m\(line)\u{1B}[0m" : line
    }
  }

  private func fits(_ quietZone: Int, in style: Style, below above: Int, hint: String?) -> Bool {
    let size = size(quietZone, in: style)
    guard size.columns <= style.width ?? .max else { return false }
    return hint == nil || QRCode.needed(size.rows, below: above) <= style.rows ?? .max
  }

  /// The line of the prompt stays below.
  private static func needed(_ rows: Int, below above: Int) -> Int { above + rows + 1 }

  /// Two modules, one above the other. Without colors, a character is light, because most windows are dark.
  private static func half(_ upperIsDark: Bool, _ lowerIsDark: Bool, _ style: Style) -> String {
    switch (upperIsDark == style.isColored, lowerIsDark == style.isColored) {
    case (true, true): "█"
    case (true, false): "▀"
    case (false, true): "▄"
    case (false, false): " "
    }
  }

  /// A module that is two cells wide, which is nearly a square.
  private static func wide(_ isDark: Bool, _ style: Style) -> String {
    guard style.isColored else { return isDark ? "  " : "##" }
    return isDark ? "\u{1B}[40m  \u{1B}[0m" : "\u{1B}[107m  \u{1B}[0m"
  }
}
