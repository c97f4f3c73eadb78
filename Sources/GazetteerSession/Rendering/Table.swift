import GazetteerIndex

/// Rows of neutralised text in columns that are fitted to a width. A row is one line and never wraps; what must be shown
/// and has no room in the line follows below it.
struct Table: Equatable {
  struct Column: Equatable {
    let title: String
    var alignment = Width.Alignment.left
    /// While other columns can be left out, the column does not get narrower than this; nil: it never gets narrower.
    var least: Int?
    /// If there is no room, columns of a higher rank are left out first. Columns of rank 0 are never left out.
    var rank = 0
    /// Whether it is shown below its row rather than left out.
    var isNeeded = false
    /// Whether it goes below its row as soon as not all columns have room for their widest texts. There it is wrapped, so
    /// nothing of it is cut.
    var isSentence = false
    /// Whether its cells are links: they are never cut, so that they can be copied. If one has no room, they are below
    /// their rows.
    var isLink = false
    /// Whether each of its cells is empty or a mark from `Style`.
    var isMark = false
    /// Whether its cells may have stars, which not every terminal can show.
    var isStars = false
  }

  private let allColumns: [Column]
  /// Row by row, with a cell for each column of `allColumns`.
  private let cells: [String]
  /// The indexes of the columns that are shown.
  private var left: [Int]

  init(columns: [Column], rows: [[String]]) { self.init(columns: columns, cells: Array(rows.joined())) }

  /// - Parameter cells: row by row, with a cell for each column.
  init(columns: [Column], cells: [String]) {
    allColumns = columns
    self.cells = cells
    left = Array(columns.indices)
  }

  var columns: [Column] { left.map { allColumns[$0] } }

  /// The cells of each row.
  var rows: [[String]] { starts.map { start in left.map { cells[start + $0] } } }

  /// The table without columns whose cells are all empty.
  var withoutEmptyColumns: Table { keeping { column in starts.contains { !cells[$0 + column].isEmpty } } }

  /// The table without a column whose cells are all the same.
  func withoutUniformColumn(_ title: String) -> Table {
    keeping { column in allColumns[column].title != title || starts.contains { cells[$0 + column] != cells[column] } }
  }

  private func keeping(_ isKept: (Int) -> Bool) -> Table {
    var table = self
    table.left.removeAll { !isKept($0) }
    return table
  }

  /// The indexes in `cells` where rows begin.
  private var starts: StrideTo<Int> { stride(from: 0, to: cells.count, by: max(1, allColumns.count)) }

  /// Appends the title line and the rows. O(bytes of the cells).
  func write(to text: inout String, in style: Style, _ cancellation: Cancellation) throws(Cancelled) {
    let columns = columns
    var widths: [Int] = []
    widths.reserveCapacity(cells.count)
    for (row, start) in starts.enumerated() {
      try cancellation.checkWhileRendering(row)
      for column in left { widths.append(Width.of(cells[start + column])) }
    }
    let layout = TableLayout(columns, widths, in: style)
    var bytes: [UInt8] = []
    bytes.reserveCapacity((starts.underestimatedCount + 1) * (layout.width + 32))
    bytes += (style.isColored ? "\u{1B}[2m" : "").utf8
    layout.write(to: &bytes) { (columns[$0].title, Width.of(columns[$0].title)) }
    bytes += (style.isColored ? "\u{1B}[0m\n" : "\n").utf8
    for (row, start) in starts.enumerated() {
      try cancellation.checkWhileRendering(row)
      layout.write(to: &bytes) { (cells[start + left[$0]], widths[row * left.count + $0]) }
      bytes.append(UInt8(ascii: "\n"))
      layout.writeBelow(to: &bytes) { (cells[start + left[$0]], widths[row * left.count + $0]) }
    }
    text += String(decoding: bytes, as: UTF8.self)
  }
}
