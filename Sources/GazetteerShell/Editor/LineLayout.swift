import CEditline

/// Where the terminal's cursor stands after the prompt and the line, as libedit lays them out: character by
/// character, on to the next row where one does not fit.
struct LineLayout: Equatable {
  let columns: Int
  private(set) var row = 0
  private(set) var column = 0

  init(columns: Int) { self.columns = max(1, columns) }

  /// Lays out `text` after what is there. O(length).
  mutating func advance(over text: some StringProtocol) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n":
        (row, column) = (row + 1, 0)
      case "\t":
        put(8 - column % 8)
      default:
        put(Self.cells(of: scalar))
      }
    }
  }

  private mutating func put(_ cells: Int) {
    if column + cells > columns { (row, column) = (row + 1, 0) }
    column += cells
    // At the right edge libedit moves on at once, so that the cursor never hangs there.
    if column >= columns { (row, column) = (row + column / columns, column % columns) }
  }

  /// Control characters are shown as `^X`, what is not printable as `\U+XXXX`.
  private static func cells(of scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x20 || scalar.value == 0x7f { return 2 }
    let width = Int(gaz_cell_width(scalar.value))
    return width >= 0 ? width : scalar.value > 0xffff ? 8 : 7
  }
}
