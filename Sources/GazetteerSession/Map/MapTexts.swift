import GazetteerIndex

/// Texts on the cells of a map. No text covers or touches another.
struct MapTexts {
  private struct Glyph {
    /// Empty for the second cell of a wide character.
    let text: String
    let ink: Ink
  }

  let columns, rows: Int
  private var glyphs: [Glyph?]

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    glyphs = Array(repeating: nil, count: columns * rows)
  }

  /// Puts a text where it fits entirely, with a blank on each side except at the edges; false if it does not.
  ///
  /// - Parameters:
  ///   - text: neutralised.
  ///   - width: its cells, if they are known.
  @discardableResult
  mutating func put(_ text: String, width: Int? = nil, column: Int, row: Int, _ ink: Ink) -> Bool {
    let width = width ?? Width.of(text)
    guard isFree(column: column, row: row, width: width) else { return false }
    var column = column
    for character in text {
      let width = Width.of(character)
      guard width > 0 else { continue }
      glyphs[row * columns + column] = Glyph(text: String(character), ink: ink)
      if width > 1 { glyphs[row * columns + column + 1] = Glyph(text: "", ink: ink) }
      column += width
    }
    return true
  }

  /// Whether a text of a width fits entirely, with a blank on each side except at the edges.
  func isFree(column: Int, row: Int, width: Int) -> Bool {
    guard (0..<rows).contains(row), column >= 0, column + width <= columns, width > 0 else { return false }
    let cells = max(0, column - 1)..<min(columns, column + width + 1)
    return cells.allSatisfy { glyphs[row * columns + $0] == nil }
  }

  /// Whether a text begins right after a cell or ends right before it. Lines there would look like a part of it.
  func isBeside(column: Int, row: Int) -> Bool {
    let cell = row * columns + column
    return column > 0 && glyphs[cell - 1] != nil || column + 1 < columns && glyphs[cell + 1] != nil
  }

  /// The text of a cell, which is empty for the second cell of a wide character; nil if there is none.
  func text(column: Int, row: Int) -> InkedText? {
    glyphs[row * columns + column].map { InkedText($0.text, $0.ink) }
  }
}
