import GazetteerIndex

extension Table {
  /// A line of the table.
  struct Line: Equatable {
    var text: String
    /// The highlighted bytes of the text.
    var highlights: [Range<Int>] = []
    /// The index of its row; a row may have further lines below its first.
    let row: Int
  }

  /// The table with further columns, which may be empty in these rows.
  func adding(_ isAdded: (Column) -> Bool) -> Table {
    var table = self
    table.left = allColumns.indices.filter { left.contains($0) || isAdded(allColumns[$0]) }
    return table
  }

  /// The lines without that of the titles. The columns depend on the width of the line only, so they keep their places
  /// when there are other rows; where lines have no width, they fit the rows.
  func lines(in style: Style, _ cancellation: Cancellation) throws(Cancelled) -> [Line] {
    let widths = try widths(cancellation)
    let layout =
      style.width.map { TableLayout(fixed: columns, in: $0, style) } ?? TableLayout(columns, widths, in: style)
    let names = columns.firstIndex { $0.kind == .names }
    let letters = highlights.flatMap { MatchedLetters($0.query) }
    var lines: [Line] = []
    for (row, start) in starts.enumerated() {
      try cancellation.checkWhileRendering(row)
      var mark = mark(row, by: letters)
      let short = names.flatMap { names in
        layout.widths[names].flatMap { shortName(row, start + left[names], in: $0, marking: &mark, style) }
      }
      let text = { (index: Int) in
        if let short, index == names { return (short, Width.of(short)) }
        return (cells[start + left[index]], widths[row * left.count + index])
      }
      var bytes: [UInt8] = []
      let marked = layout.write(to: &bytes, marking: mark, text)
      lines.append(Line(text: String(decoding: bytes, as: UTF8.self), highlights: marked, row: row))
      var below: [UInt8] = []
      layout.writeBelow(to: &below, text)
      lines += below.split(separator: UInt8(ascii: "\n")).map {
        Line(text: String(decoding: $0, as: UTF8.self), row: row)
      }
    }
    return lines
  }

  /// A name that is cut before what tells its place from others of that name; nil if that has room, or if the column is
  /// too narrow for both. What follows is left out, and so are marks of what is cut off.
  private func shortName(
    _ row: Int, _ cell: Int, in width: Int, marking mark: inout TableLayout.Mark?, _ style: Style
  ) -> String? {
    guard style.width != nil, let remark = remarks[row] else { return nil }
    let text = cells[cell].utf8
    let name = String(decoding: text.prefix(remark.lowerBound), as: UTF8.self)
    let end = String(decoding: text.prefix(remark.upperBound).dropFirst(remark.lowerBound), as: UTF8.self)
    let room = width - Width.of(end)
    // Of the name, a few letters and the mark that it is cut.
    guard room >= 4, Width.of(name) > room else { return nil }
    let cut = Width.fit(name, cells: room, ascii: style.isASCII)
    let kept = cut.utf8.count - (style.isASCII ? "~" : "…").utf8.count
    mark = mark.map { old in
      TableLayout.Mark(
        column: old.column,
        runs: old.runs.map { min($0.lowerBound, kept)..<min($0.upperBound, kept) }.filter { !$0.isEmpty })
    }
    return cut + end
  }
}
