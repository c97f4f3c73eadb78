/// The different numbers of a column in which each row has a number of its own.
///
///     cells      row → the position of its number; 0 if it has none
///     numbers    not a number, then the different numbers, ascending
///
/// Memory: four bytes for each row, and eight for each different number.
struct DifferentNumbers: Sendable {
  let cells: Column<UInt32>
  let numbers: Column<Double>

  /// O(rows).
  init(_ column: Column<Double>, _ cancellation: Cancellation) throws(Cancelled) {
    var items: [RadixSort.Item] = []
    items.reserveCapacity(column.count)
    for row in 0..<column.count {
      try cancellation.check(every: row)
      guard !column[row].isNaN else { continue }
      items.append(RadixSort.Item(key: ValueColumn.sortable(column[row]), row: UInt32(row)))
    }
    try RadixSort.sort(&items, cancellation)
    var numbers = [Double.nan]
    cells = try Column(count: column.count) { cells throws(Cancelled) in
      var last: UInt64?
      for (position, item) in items.enumerated() {
        try cancellation.check(every: position)
        if item.key != last {
          // Adding zero makes one number of zero and minus zero.
          numbers.append(column[Int(item.row)] + 0)
          last = item.key
        }
        cells[Int(item.row)] = UInt32(numbers.count - 1)
      }
    }
    self.numbers = Column(numbers)
  }

  var bytes: Int { cells.bytes.count + numbers.bytes.count }
}
