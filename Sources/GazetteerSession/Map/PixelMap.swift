import GazetteerIndex

/// A map as a picture: its lines and markers are pixels, its names and numbers are texts on top of them.
package struct PixelMap {
  /// Pictures with more pixels are not drawn.
  private static let mostPixels = 16 << 20

  package let picture: Picture
  /// The cells that the picture fills.
  package let columns, rows: Int
  private let scene: MapScene

  /// nil if it would be empty or too large.
  ///
  /// - Parameters:
  ///   - columns: the size in cells, without the row of the scale.
  ///   - cell: the size of a cell in pixels.
  package init?(
    of subject: MapSubject, columns: Int, rows: Int, cell: (width: Int, height: Int), isASCII: Bool
  ) {
    guard columns > 0, rows > 0, cell.width > 0, cell.height > 0,
      columns * rows <= PixelMap.mostPixels / (cell.width * cell.height)
    else { return nil }
    self.columns = columns
    self.rows = rows
    scene = MapScene(of: subject, columns: columns, rows: rows, isASCII: isASCII, hasSymbols: false)
    var canvas = PixelCanvas(columns: columns, rows: rows, cell: .init(width: cell.width, height: cell.height))
    scene.graticule.draw(on: &canvas)
    BaseMap.standard.draw(on: &canvas, in: scene.grid)
    for group in scene.groups.groups where !group.isCount {
      canvas.draw(subject.markers[group.members[0]], in: scene.grid)
    }
    guard let picture = canvas.picture else { return nil }
    self.picture = picture
  }

  /// Everything to print: room for the picture, the picture, its texts, and the row of the scale.
  ///
  /// - Parameter image: the sequence that shows the picture at the cursor.
  package func text(image: String, isColored: Bool) -> String {
    // The rows are made first, so that the picture does not scroll while it is drawn.
    var text = String(repeating: "\n", count: rows) + "\r\u{1b}[\(rows)A\u{1b}7" + image + "\u{1b}8"
    for row in 0..<rows {
      for (column, piece) in pieces(of: row) {
        text += "\u{1b}[\(column + 1)G" + piece.text(isColored: isColored)
      }
      text += "\n"
    }
    return text + scene.legend.text(isColored: isColored) + "\n"
  }

  /// The texts of a row and their columns. Blanks are left out, so that the picture is seen there.
  private func pieces(of row: Int) -> [(column: Int, text: InkedText)] {
    var pieces: [(column: Int, text: InkedText)] = []
    var isOpen = false
    for column in 0..<columns {
      guard let text = scene.texts.text(column: column, row: row), text.text != " " else {
        isOpen = false
        continue
      }
      if isOpen, let last = pieces.indices.last, pieces[last].text.ink == text.ink {
        pieces[last].text.text += text.text
      } else {
        pieces.append((column, text))
        isOpen = true
      }
    }
    return pieces
  }
}

extension PixelCanvas {
  /// Draws a marker exactly at its place. Its color and its shape tell its kind.
  fileprivate mutating func draw(_ marker: MapMarker, in grid: MapGrid) {
    guard grid.dot(of: marker.coordinate) != nil else { return }
    let place = grid.position(latitude: marker.coordinate.latitude, longitude: marker.coordinate.longitude)
    let radius = Double(width) / Double(grid.columns) * (marker.kind == .town ? 0.25 : 0.45)
    let shape: Shape =
      switch marker.ink {
      case .station: .square
      case .restaurant: .diamond
      default: .disc
      }
    draw(shape, x: place.x * scale.x, y: place.y * scale.y, radius: radius, marker.ink)
  }
}
