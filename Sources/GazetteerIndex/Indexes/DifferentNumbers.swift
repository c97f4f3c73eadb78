/// The different numbers of a column in which each row has a number of its own.
///
///     cells      row → the position of its number if other rows have it too; 0 if it has none, or `alone`
///     numbers    not a number, then the numbers that several rows have, ascending
///
/// Counts of numbers that only one row has are known. Those of the others are often few, so that they stay in the caches
/// of a processor. Memory: four bytes for each row, and eight for each number that several rows have.
struct DifferentNumbers: Sendable {
  private let cells: Column<UInt32>
  private let numbers: Column<Double>

  /// The cell of rows that are alone with their number.
  private static let alone = UInt32.max

  /// O(rows).
  init(_ column: NumberColumn, _ cancellation: Cancellation) throws(Cancelled) {
    var items: [RadixSort.Item] = []
    items.reserveCapacity(column.count)
    for row in 0..<column.count {
      try cancellation.check(every: row)
      guard !column[row].isNaN else { continue }
      items.append(RadixSort.Item(key: AttributeColumn.sortable(column[row]), row: UInt32(row)))
    }
    try RadixSort.sort(&items, cancellation)
    var numbers = [Double.nan]
    cells = try Column(count: column.count) { cells throws(Cancelled) in
      for (position, item) in items.enumerated() {
        try cancellation.check(every: position)
        let row = Int(item.row)
        if position > 0, items[position - 1].key == item.key {
          cells[row] = UInt32(numbers.count - 1)
        } else if position + 1 < items.count, items[position + 1].key == item.key {
          // Adding zero makes one number of zero and minus zero.
          numbers.append(column[row] + 0)
          cells[row] = UInt32(numbers.count - 1)
        } else {
          cells[row] = Self.alone
        }
      }
    }
    self.numbers = Column(numbers)
  }

  var bytes: Int { cells.bytes.count + numbers.bytes.count }

  /// How often the numbers occur in some rows. O(rows).
  ///
  /// - Parameters:
  ///   - column: the numbers of the rows.
  ///   - most: how many of the numbers are wanted, the most frequent ones.
  func counts(
    in rows: BitSet, of column: NumberColumn, most: Int, _ cancellation: Cancellation
  ) throws(Cancelled) -> (values: ArraySlice<(value: Double, count: Int)>, different: Int, missing: Int) {
    typealias Counts = (shared: [UInt32], alone: Int)
    let none: Counts = ([UInt32](repeating: 0, count: numbers.count), 0)
    let parts = try rows.parts(none, none) { part, counts throws(Cancelled) in
      try part.forEachNumber(cancellation) { row in
        let cell = cells[row]
        if cell == Self.alone { counts.alone += 1 } else { counts.shared[Int(cell)] += 1 }
      }
    }
    func count(_ cell: Int) -> Int { parts.reduce(0) { $0 + Int($1.shared[cell]) } }
    var different = parts.reduce(0) { $0 + $1.alone }
    var best = MostFrequent<Double>(most, precedes: <)
    for cell in 1..<numbers.count {
      try cancellation.check(every: cell)
      let count = count(cell)
      guard count > 0 else { continue }
      different += 1
      best.offer(numbers[cell], count)
    }
    if best.takes(1) {
      for part in try rows.parts(
        best.empty, best.empty,
        { part, best throws(Cancelled) in
          try part.forEachNumber(cancellation) { row in
            if cells[row] == Self.alone { best.offer(column[row], 1) }
          }
        })
      {
        best.add(part)
      }
    }
    return (try best.values(cancellation), different, count(0))
  }
}
