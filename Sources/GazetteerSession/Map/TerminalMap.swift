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
    let grid = grid
    var canvas = DotCanvas(columns: columns, rows: grid.rows)
    let graticule = Graticule(of: grid)
    graticule.draw(on: &canvas)
    BaseMap.standard.draw(on: &canvas, in: grid)

    let groups = MarkerGroups(of: subject.markers, in: grid, isASCII: isASCII)
    var texts = MapTexts(columns: columns, rows: grid.rows)
    for group in groups.groups {
      let lead = subject.markers[group.members[0]]
      let ink = group.members.count > 1 && lead.rank > 2 ? .cluster : lead.ink
      texts.put(group.text, column: group.start, row: group.row, ink)
    }
    texts.putNames(of: groups.groups, subject.markers, isASCII: isASCII)
    graticule.label(&texts, isASCII: isASCII)

    var lines = (0..<grid.rows).map { row in
      var line: [InkedText] = []
      for column in 0..<columns {
        let text =
          texts.text(column: column, row: row) ?? canvas.text(column: column, row: row, isASCII: isASCII)
          ?? InkedText(" ", .plain)
        if let last = line.indices.last, line[last].ink == text.ink || text.text == " " {
          line[last].text += text.text
        } else {
          line.append(text)
        }
      }
      return line
    }
    lines.append([InkedText(legend(of: grid, outside: groups.outside, isASCII: isASCII), .frame)])
    return lines
  }

  /// `├────┤ 100 km  N↑  zoom 5.2  20 places, 3 of them outside`, as much as fits.
  private func legend(of grid: MapGrid, outside: Int, isASCII: Bool) -> String {
    let bar = ScaleBar(in: grid, most: max(3, columns / 5))
    let count = subject.markers.count { $0.kind != .town }
    let hidden = outside > 0 ? ", \(Numeral.grouped(outside)) of them outside" : ""
    let parts = [
      bar?.text(isASCII: isASCII), isASCII ? "N^" : "N↑", "zoom " + Numeral.plain(grid.viewport.zoom),
      count > 0 ? (count == 1 ? "1 place" : Numeral.grouped(count) + " places") + hidden : nil,
    ].compactMap(\.self)
    var text = ""
    for part in parts {
      let next = text.isEmpty ? part : text + "  " + part
      guard Width.of(next) <= columns else { break }
      text = next
    }
    return text
  }
}
