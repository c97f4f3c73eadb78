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

  private(set) var columns: [Column]
  private(set) var rows: [[String]]

  /// What a column keeps of its least where nothing can be left out any more.
  static let narrowest = 12

  /// The space between two columns.
  static let gap = 2

  init(columns: [Column], rows: [[String]]) {
    self.columns = columns
    self.rows = rows
  }

  /// The table without the columns that have nothing in any row.
  var withoutEmptyColumns: Table {
    let kept = columns.indices.filter { column in rows.contains { !$0[column].isEmpty } }
    return Table(columns: kept.map { columns[$0] }, rows: rows.map { row in kept.map { row[$0] } })
  }

  /// The table without a column that satisfies a condition on its cells.
  func withoutColumn(_ title: String, wherever isSuperfluous: ([String]) -> Bool) -> Table {
    guard let column = columns.firstIndex(where: { $0.title == title }), isSuperfluous(rows.map { $0[column] }) else {
      return self
    }
    var table = self
    table.columns.remove(at: column)
    for row in rows.indices { table.rows[row].remove(at: column) }
    return table
  }

  /// Appends the title line and the rows.
  func write(to text: inout String, in style: Style) {
    let layout = widths(in: style)
    let shown = columns.indices.filter { layout[$0] != nil }
    var titles = ""
    write(columns.map(\.title), to: &titles, shown, layout, in: style)
    text += style.isColored ? "\u{1B}[2m\(titles)\u{1B}[0m\n" : titles + "\n"
    for row in rows {
      write(row, to: &text, shown, layout, in: style)
      text += "\n"
    }
  }

  /// Appends one line, without spaces at its end.
  private func write(_ cells: [String], to text: inout String, _ shown: [Int], _ layout: [Int?], in style: Style) {
    var spaces = 0
    func append(_ cell: String) {
      let blank = cell.utf8.reversed().prefix { $0 == UInt8(ascii: " ") }.count
      if blank < cell.utf8.count {
        text += String(repeating: " ", count: spaces)
        text += cell.dropLast(blank)
        spaces = 0
      }
      spaces += blank
    }
    for column in shown {
      let width = layout[column] ?? 0
      if columns[column].isMark {
        append(style.shown(cells[column]))
        spaces += cells[column].isEmpty ? 1 : 0
      } else {
        let cell = Width.fit(cells[column], cells: width, ascii: style.isASCII)
        let room = max(0, width - Width.of(cell))
        if columns[column].alignment == .right { spaces += room }
        append(cell)
        if columns[column].alignment == .left { spaces += room }
      }
      spaces += Table.gap
    }
  }

  /// The cells of each column; nil for those left out.
  private func widths(in style: Style) -> [Int?] {
    var widths: [Int?] = columns.indices.map { column in
      rows.reduce(Width.of(columns[column].title)) { max($0, Width.of($1[column])) }
    }
    guard let available = style.width else { return widths }
    var least = columns.indices.map { min(columns[$0].least ?? widths[$0] ?? 0, widths[$0] ?? 0) }
    while total(columns.indices.map { widths[$0] == nil ? nil : least[$0] }) > available {
      let droppable = columns.indices.filter { widths[$0] != nil && columns[$0].rank > 0 }
      guard let dropped = droppable.max(by: { columns[$0].rank < columns[$1].rank }) else { break }
      widths[dropped] = nil
    }
    if total(columns.indices.map { widths[$0] == nil ? nil : least[$0] }) > available {
      for column in columns.indices where columns[column].least != nil {
        least[column] = min(least[column], Table.narrowest)
      }
    }
    while total(widths) > available {
      let shrinkable = columns.indices.filter { (widths[$0] ?? 0) > least[$0] }
      guard let widest = shrinkable.max(by: { (widths[$0] ?? 0) < (widths[$1] ?? 0) }) else { break }
      widths[widest]? -= 1
    }
    return widths
  }

  private func total(_ widths: [Int?]) -> Int {
    let shown = widths.compactMap { $0 }
    return shown.reduce(0, +) + Table.gap * max(0, shown.count - 1)
  }
}
