/// The values that places have for one key of attributes, each different one stored once.
///
/// The value of `row` is in the cell `cells[row]`:
///
///     cell 0             no value; its text is empty
///     the next cells     numbers or dates, ascending; none if the column is one of texts
///     the last cells     texts; in a column of numbers or dates those that say that there is no value, such as `n/a`
///
/// Nothing is lost: the text of each cell is the one in the source.
struct AttributeColumn: Sendable {
  let notation: Notation
  let cells: Column<UInt32>
  /// Of cell 0, not a number, and of the cells with numbers or dates; empty if the column is one of texts.
  let numbers: Column<Double>
  let texts: TextTable

  init(notation: Notation, cells: Column<UInt32>, numbers: Column<Double>, texts: TextTable) {
    self.notation = notation
    self.cells = cells
    self.numbers = numbers
    self.texts = texts
  }

  /// Makes the column. O(rows, and the bytes of their texts).
  ///
  /// - Parameters:
  ///   - hasDecimalCommas: see `DecimalCommas`.
  ///   - text: the text of a row, empty if it has no value.
  init(
    rows: Int, hasDecimalCommas: Bool, _ cancellation: Cancellation,
    text: (_ row: Int) -> UnsafeBufferPointer<UInt8>
  ) throws(Cancelled) {
    if !hasDecimalCommas, let column = try AttributeColumn(dense: rows, cancellation, text: text) {
      self = column
      return
    }
    var known = Interner()
    let cells = try Column<UInt32>(count: rows) { cells throws(Cancelled) in
      for row in 0..<rows {
        try cancellation.check(every: row)
        let text = text(row)
        cells[row] = text.isEmpty ? 0 : known.number(of: text)
      }
    }
    let texts = TextTable(known.table)
    let (notation, numbers) = try Notation.ofColumn(texts, hasDecimalCommas: hasDecimalCommas, cancellation)
    if notation == .text {
      self.init(notation: .text, cells: cells, numbers: Column([]), texts: texts)
    } else {
      try self.init(notation, cells, numbers, texts, cancellation)
    }
  }

  /// nil if the values are no `DenseNumbers`, besides texts such as `n/a`.
  private init?(
    dense rows: Int, _ cancellation: Cancellation, text: (_ row: Int) -> UnsafeBufferPointer<UInt8>
  ) throws(Cancelled) {
    var hasOthers = false
    let dense = try DenseNumbers(rows: rows, cancellation) { row in
      let text = text(row)
      guard CellType.isMissing(text) else { return text }
      hasOthers = true
      return UnsafeBufferPointer(start: nil, count: 0)
    }
    guard let dense else { return nil }
    let numbers = Column(dense.numbers)
    guard hasOthers else {
      self.init(notation: .plain, cells: dense.cells, numbers: numbers, texts: dense.texts)
      return
    }
    var others = Interner()
    let cells = try Column<UInt32>(count: rows) { cells throws(Cancelled) in
      for row in 0..<rows {
        try cancellation.check(every: row)
        let cell = dense.cells[row]
        let other = cell == 0 ? others.number(of: text(row)) : 0
        cells[row] = other == 0 ? cell : UInt32(numbers.count - 1) + other
      }
    }
    var texts = TextTableDraft()
    for cell in 0..<dense.texts.count { texts.append(dense.texts[cell]) }
    let ofOthers = TextTable(others.table)
    for other in 1..<ofOthers.count { texts.append(ofOthers[other]) }
    self.init(notation: .plain, cells: cells, numbers: numbers, texts: TextTable(texts))
  }

  /// Renumbers the cells in the order of their numbers; those with the same number, and those without one, by their
  /// first row.
  private init(
    _ notation: Notation, _ cells: Column<UInt32>, _ numbers: [Double], _ texts: TextTable, _ cancellation: Cancellation
  ) throws(Cancelled) {
    var items = numbers.indices.filter { !numbers[$0].isNaN }.map {
      RadixSort.Item(key: Self.sortable(numbers[$0]), row: UInt32($0))
    }
    try RadixSort.sort(&items, cancellation)
    let others = numbers.indices.dropFirst().filter { numbers[$0].isNaN }
    var sortedTexts = TextTableDraft()
    sortedTexts.append(texts[0])
    var renumbered = [UInt32](repeating: 0, count: numbers.count)
    for cell in [items.map { Int($0.row) }, others].joined() {
      renumbered[cell] = UInt32(sortedTexts.count)
      sortedTexts.append(texts[cell])
    }
    try cancellation.check()
    self.init(
      notation: notation,
      cells: try Column(count: cells.count) { sorted throws(Cancelled) in
        for row in 0..<cells.count {
          try cancellation.check(every: row)
          sorted[row] = renumbered[Int(cells[row])]
        }
      }, numbers: Column([.nan] + items.map { numbers[Int($0.row)] }), texts: TextTable(sortedTexts))
  }

  /// The bits of a number, in the order of numbers. Zero and minus zero are equal.
  static func sortable(_ number: Double) -> UInt64 {
    let bits = (number + 0).bitPattern
    return bits >> 63 == 1 ? ~bits : bits | 1 << 63
  }
}
