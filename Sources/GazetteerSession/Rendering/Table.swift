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
    /// The width of its texts without what follows a name; nil: nothing follows.
    var core: Int?
    /// How wide it is where its texts do not matter; nil: as others of its kind.
    var usual: Int?
    /// What it shows, if a narrow line treats that in its own way.
    var kind: Kind?
    /// Whether it is aligned as its texts are: numbers at the right.
    var isAlignedByRows = false
    /// Whether each of its cells is empty or a mark from `Style`.
    var isMark = false
    /// Whether its cells may have stars, which not every terminal can show.
    var isStars = false
    /// Whether its cells are bars, which not every terminal can show.
    var isBar = false
  }

  enum Kind: Equatable {
    case names
    /// Names of divisions and then of a country, after the last comma. The country is never cut.
    case regions
    case coordinates
  }

  private(set) var allColumns: [Column]
  /// Row by row, with a cell for each column of `allColumns`.
  let cells: [String]
  /// The indexes of the columns that are shown.
  var left: [Int]
  /// What of the cells of a column is highlighted.
  var highlights: Highlights?
  /// Whether columns that have no room are named below the table.
  var namesLeftOut = false

  /// The letters of a column that a query matches.
  struct Highlights: Equatable {
    /// A row: how it matched, and the part of its cell that did, in bytes.
    struct Row: Equatable {
      let tier: Tier
      let part: Range<Int>
    }

    let query: Untrusted
    let column: Int
    /// nil for a row without any.
    let rows: [Row?]
  }

  /// By rows, the bytes of the name that tell the place from others. Where the name has no room, they stay.
  var remarks: [Int: Range<Int>] = [:]

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
  var withoutEmptyColumns: Table { keeping { !isEmpty($0) } }

  /// The table without columns of marks that have none.
  var withoutEmptyMarks: Table { keeping { !allColumns[$0].isMark || !isEmpty($0) } }

  private func isEmpty(_ column: Int) -> Bool { starts.allSatisfy { cells[$0 + column].isEmpty } }

  /// The table without a column whose cells are all the same.
  func withoutUniformColumn(_ title: String) -> Table {
    keeping { column in allColumns[column].title != title || starts.contains { cells[$0 + column] != cells[column] } }
  }

  /// The table with other alignments of the columns that are aligned as their texts are.
  func aligning(_ alignment: (Column) throws(Cancelled) -> Width.Alignment) throws(Cancelled) -> Table {
    var table = self
    for index in left where allColumns[index].isAlignedByRows {
      table.allColumns[index].alignment = try alignment(allColumns[index])
    }
    return table
  }

  private func keeping(_ isKept: (Int) -> Bool) -> Table {
    var table = self
    table.left.removeAll { !isKept($0) }
    return table
  }

  /// The indexes in `cells` where rows begin.
  var starts: StrideTo<Int> { stride(from: 0, to: cells.count, by: max(1, allColumns.count)) }

  /// Row by row, the width of each shown cell.
  func widths(_ cancellation: Cancellation) throws(Cancelled) -> [Int] {
    var widths: [Int] = []
    widths.reserveCapacity(cells.count)
    for (row, start) in starts.enumerated() {
      try cancellation.checkWhileRendering(row)
      for column in left { widths.append(Width.of(cells[start + column])) }
    }
    return widths
  }

  /// The highlighted part of a row, and its column; nil for none.
  func mark(_ row: Int, by letters: MatchedLetters?) -> TableLayout.Mark? {
    guard let letters, let highlights, let wanted = highlights.rows[row],
      let column = left.firstIndex(of: highlights.column)
    else { return nil }
    let cell = cells[row * allColumns.count + highlights.column]
    let part = String(decoding: cell.utf8.dropFirst(wanted.part.lowerBound).prefix(wanted.part.count), as: UTF8.self)
    let runs = letters.runs(in: part, tier: wanted.tier).map {
      $0.lowerBound + wanted.part.lowerBound..<$0.upperBound + wanted.part.lowerBound
    }
    return TableLayout.Mark(column: column, runs: runs)
  }

  /// The most columns that are named below a table.
  private static let mostLeftOut = 12

  /// Appends the title line and the rows. O(bytes of the cells).
  func write(to text: inout String, in style: Style, _ cancellation: Cancellation) throws(Cancelled) {
    let columns = columns
    let widths = try widths(cancellation)
    let layout = TableLayout(columns, widths, in: style)
    let letters = style.isColored ? highlights.flatMap { MatchedLetters($0.query) } : nil
    var bytes: [UInt8] = []
    bytes.reserveCapacity((starts.underestimatedCount + 1) * (layout.width + 32))
    bytes += (style.isColored ? "\u{1B}[2m" : "").utf8
    _ = layout.write(to: &bytes) { (columns[$0].title, Width.of(columns[$0].title)) }
    bytes += (style.isColored ? "\u{1B}[0m\n" : "\n").utf8
    for (row, start) in starts.enumerated() {
      try cancellation.checkWhileRendering(row)
      let first = bytes.count
      let marked = layout.write(to: &bytes, marking: mark(row, by: letters)) {
        (cells[start + left[$0]], widths[row * left.count + $0])
      }
      for run in marked.reversed() {
        bytes.insert(contentsOf: "\u{1B}[22m".utf8, at: first + run.upperBound)
        bytes.insert(contentsOf: "\u{1B}[1m".utf8, at: first + run.lowerBound)
      }
      bytes.append(UInt8(ascii: "\n"))
      layout.writeBelow(to: &bytes) { (cells[start + left[$0]], widths[row * left.count + $0]) }
    }
    text += String(decoding: bytes, as: UTF8.self)
    if namesLeftOut, !layout.leftOut.isEmpty {
      let names = layout.leftOut.prefix(Self.mostLeftOut) + (layout.leftOut.count > Self.mostLeftOut ? ["…"] : [])
      text += "no room for \(names.joined(separator: ", ")); try: --columns A,B".wrapped(to: style.width) + "\n"
    }
  }
}
