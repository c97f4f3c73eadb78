import GazetteerIndex

/// A map as text: lines of Braille dots, markers, names, and a last row with the scale.
package struct TerminalMap {
  private let subject: MapSubject
  private let columns: Int
  private let rows: Int

  /// - Parameters: the size in cells.
  package init(of subject: MapSubject, columns: Int, rows: Int) {
    self.subject = subject
    self.columns = max(0, columns)
    self.rows = max(0, rows)
  }

  /// What it shows of the earth.
  package var viewport: Viewport { grid.viewport }

  /// The rows above the last one.
  private var grid: MapGrid {
    let height = max(1, rows - 1)
    return MapGrid(subject.viewport(columns: columns, rows: height), columns: columns, rows: height)
  }

  /// `rows` rows, each of at most `columns` cells. Inked ones may be drawn in color; without colors, shapes tell the
  /// markers apart.
  package func lines(isASCII: Bool) -> [[InkedText]] {
    guard rows > 1, columns > 0 else { return Array(repeating: [], count: rows) }
    let scene = MapScene(of: subject, columns: columns, rows: rows - 1, isASCII: isASCII)
    let (grid, texts) = (scene.grid, scene.texts)
    var canvas = DotCanvas(columns: columns, rows: grid.rows)
    scene.graticule.draw(on: &canvas)
    BaseMap.standard.draw(on: &canvas, in: grid)

    var lines = (0..<grid.rows).map { row in
      var line = InkedRow()
      for column in 0..<columns {
        if let text = texts.text(column: column, row: row) {
          line.append(text.text.utf8, text.ink)
        } else if texts.isBeside(column: column, row: row) {
          line.appendBlank()
        } else {
          canvas.write(column: column, row: row, to: &line, isASCII: isASCII)
        }
      }
      return line.pieces
    }
    lines.append([scene.legend])
    return lines
  }
}
