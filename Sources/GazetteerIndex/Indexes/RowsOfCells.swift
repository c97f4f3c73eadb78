/// The rows of each cell of a column, so that the rows of a few cells are found without reading those of all others.
///
///     rows      row numbers, in the order of their cells
///     starts    cell → where its rows begin; one more for the end
///
/// Memory: four bytes for each row, and four for each cell.
struct RowsOfCells: Sendable {
  private let starts: Column<UInt32>
  private let rows: Column<UInt32>

  /// - Parameters:
  ///   - cells: the cell of each row.
  ///   - count: how many cells there are.
  ///
  /// O(rows + cells). The two halves of many rows are read at the same time.
  init(_ cells: Column<UInt32>, count: Int, _ cancellation: Cancellation) throws(Cancelled) {
    let halves = [0..<cells.count / 2, cells.count / 2..<cells.count]
    // How many rows a cell has, then where the next one of them goes. Each half of the rows has its own.
    var next = [[UInt32](repeating: 0, count: count), [UInt32](repeating: 0, count: count)]
    func each(_ half: Int, _ next: inout [UInt32], _ body: (Int, inout UInt32) -> Void) throws(Cancelled) {
      try next.withUnsafeMutableBufferPointer { next throws(Cancelled) in
        for row in halves[half] {
          try cancellation.check(every: row)
          body(row, &next[Int(cells[row])])
        }
      }
    }
    func eachHalf(_ body: (Int, inout UInt32) -> Void) throws(Cancelled) {
      var (first, second) = (next[0], next[1])
      next = []
      try concurrently(
        rows: cells.count, { () throws(Cancelled) in try each(0, &first, body) },
        { () throws(Cancelled) in try each(1, &second, body) })
      next = [first, second]
    }
    try eachHalf { $1 += 1 }
    var end: UInt32 = 0
    starts = Column(count: count + 1) { starts in
      for cell in 0..<count {
        starts[cell] = end
        let (first, second) = (next[0][cell], next[1][cell])
        next[0][cell] = end
        next[1][cell] = end + first
        end += first + second
      }
      starts[count] = end
    }
    rows = try Column(count: cells.count) { rows throws(Cancelled) in
      try eachHalf { row, position in
        rows[Int(position)] = UInt32(row)
        position += 1
      }
    }
  }

  var bytes: Int { starts.bytes.count + rows.bytes.count }

  func count(of cells: ValueColumn.Cells) -> Int {
    switch cells {
    case .between(let range): self.range(of: range).count
    case .listed(let cells): cells.numbers.reduce(0) { $0 + range(of: $1..<$1 + 1).count }
    }
  }

  /// How many of some rows each cell has. O(rows + cells).
  func counts(in wanted: BitSet, _ cancellation: Cancellation) throws(Cancelled) -> [UInt32] {
    let cells = starts.count - 1
    var counts = [UInt32](repeating: 0, count: cells)
    try counts.withUnsafeMutableBufferPointer { counts throws(Cancelled) in
      // Both threads write to it, to different parts.
      let counts = counts
      try wanted.withBits { wanted throws(Cancelled) in
        func count(_ part: Range<Int>) throws(Cancelled) {
          for cell in part {
            try cancellation.check(every: cell)
            var count: UInt32 = 0
            for position in Int(starts[cell])..<Int(starts[cell + 1]) {
              count += wanted.contains(Int(rows[position])) ? 1 : 0
            }
            counts[cell] = count
          }
        }
        let middle = partition(0..<cells) { Int(starts[$0]) < rows.count / 2 }
        try concurrently(
          rows: rows.count, { () throws(Cancelled) in try count(0..<middle) },
          { () throws(Cancelled) in try count(middle..<cells) })
      }
    }
    return counts
  }

  /// O(capacity / 64 + the rows).
  func set(of cells: ValueColumn.Cells) -> BitSet {
    var set = BitSet(capacity: rows.count)
    switch cells {
    case .between(let range): set.insert(self.range(of: range)) { Int(rows[$0]) }
    case .listed(let cells):
      for cell in cells.numbers { set.insert(range(of: cell..<cell + 1)) { Int(rows[$0]) } }
    }
    return set
  }

  private func range(of cells: Range<Int>) -> Range<Int> {
    Int(starts[cells.lowerBound])..<Int(starts[cells.upperBound])
  }
}
