import GazetteerIndex

/// Rows of neutralised text in columns, fitted to a width: one line a row, never wrapped.
struct Table: Equatable {
  struct Column: Equatable {
    let title: String
    var alignment = Width.Alignment.left
    /// The cells that it keeps, if it needs so many, while others can be left out; nil: it never shrinks.
    var least: Int?
    /// Columns of a higher rank are left out first where there is no room; those of rank 0 never.
    var rank = 0
    /// Whether its cells are empty or a mark of `Style`.
    var isMark = false
  }

  private let allColumns: [Column]
  /// Row by row, a cell for each of all columns.
  private let cells: [String]
  /// The indexes of the columns that are left.
  private var left: [Int]

  init(columns: [Column], rows: [[String]]) { self.init(columns: columns, cells: Array(rows.joined())) }

  /// - Parameter cells: row by row, a cell for each column.
  init(columns: [Column], cells: [String]) {
    allColumns = columns
    self.cells = cells
    left = Array(columns.indices)
  }

  var columns: [Column] { left.map { allColumns[$0] } }

  /// The cells of each row.
  var rows: [[String]] { starts.map { start in left.map { cells[start + $0] } } }

  /// The table without the columns that have nothing in any row.
  var withoutEmptyColumns: Table { keeping { column in starts.contains { !cells[$0 + column].isEmpty } } }

  /// The table without a column, where that says the same in every row.
  func withoutUniformColumn(_ title: String) -> Table {
    keeping { column in allColumns[column].title != title || starts.contains { cells[$0 + column] != cells[column] } }
  }

  private func keeping(_ isKept: (Int) -> Bool) -> Table {
    var table = self
    table.left.removeAll { !isKept($0) }
    return table
  }

  /// Where each row begins among the cells.
  private var starts: StrideTo<Int> { stride(from: 0, to: cells.count, by: max(1, allColumns.count)) }

  /// Appends the title line and the rows. O(bytes of the cells).
  func write(to text: inout String, in style: Style) {
    let columns = columns
    var widths: [Int] = []
    widths.reserveCapacity(cells.count)
    for start in starts { for column in left { widths.append(Width.of(cells[start + column])) } }
    let layout = TableLayout(columns, widths, in: style)
    var bytes: [UInt8] = []
    bytes.reserveCapacity((starts.underestimatedCount + 1) * (layout.width + 32))
    bytes += (style.isColored ? "\u{1B}[2m" : "").utf8
    layout.write(to: &bytes) { (columns[$0].title, Width.of(columns[$0].title)) }
    bytes += (style.isColored ? "\u{1B}[0m\n" : "\n").utf8
    for (row, start) in starts.enumerated() {
      layout.write(to: &bytes) { (cells[start + left[$0]], widths[row * left.count + $0]) }
      bytes.append(UInt8(ascii: "\n"))
    }
    text += String(decoding: bytes, as: UTF8.self)
  }
}
