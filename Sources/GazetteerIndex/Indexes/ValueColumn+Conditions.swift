/// The rows that meet conditions.
extension ValueColumn {
  /// The rows whose value meets a condition. A missing value never does, unless the condition asks for missing ones. A
  /// value of several parts does if one of them does. O(places, and the bytes of the texts).
  func rows(meeting condition: Condition, _ cancellation: Cancellation) throws(Cancelled) -> BitSet {
    try rows(of: try cells(meeting: condition, cancellation), cancellation)
  }

  /// Cells of a column.
  enum Cells {
    case between(Range<Int>)
    /// Bits stay in the caches of a processor when there are millions of cells.
    case listed(BitSet)

    var count: Int {
      switch self {
      case .between(let range): range.count
      case .listed(let cells): cells.count
      }
    }

    @inline(__always)
    func contains(_ cell: Int) -> Bool {
      switch self {
      case .between(let range): range.contains(cell)
      case .listed(let cells): cells.contains(cell)
      }
    }
  }

  /// How many cells there are.
  var cellCount: Int { cells.isEmpty ? count : parts?.count ?? texts?.count ?? numbers.count }

  @inline(__always)
  func cell(of row: Int) -> Int { cells.isEmpty ? row : Int(cells[row]) }

  /// The rows of some cells. O(places), or less if they are few.
  func rows(of meeting: Cells, _ cancellation: Cancellation) throws(Cancelled) -> BitSet {
    if let rowsOfCells = try rowsOfCells(for: meeting, cancellation),
      rowsOfCells.count(of: meeting) < count / Self.fewRows
    {
      return rowsOfCells.set(of: meeting)
    }
    switch meeting {
    case .between(let range):
      guard count > 0, !range.isEmpty else { return BitSet(capacity: count) }
      guard !cells.isEmpty else {
        var rows = BitSet(capacity: count)
        rows.insert(range)
        return rows
      }
      let (least, width) = (UInt32(range.lowerBound), UInt32(range.count))
      return try BitSet(capacity: count) { part throws(Cancelled) in
        try part.fill(cancellation) { cells[$0] &- least < width }
      }
    case .listed(let meets):
      if cells.isEmpty { return count > 0 ? meets : BitSet(capacity: 0) }
      return try meets.withBits { meets throws(Cancelled) in
        try BitSet(capacity: count) { part throws(Cancelled) in
          try part.fill(cancellation) { meets.contains(Int(cells[$0])) }
        }
      }
    }
  }

  /// The index of the rows, if it is worth while for some cells: it is made for a few cells here and there, which cannot
  /// be compared as quickly as a range.
  private func rowsOfCells(for meeting: Cells, _ cancellation: Cancellation) throws(Cancelled) -> RowsOfCells? {
    guard case .listed(let listed) = meeting, !cells.isEmpty, listed.count < cellCount / Self.fewRows else {
      return knownRowsOfCells.madeValue
    }
    return try rowsOfCellsIfWantedAgain(cancellation)
  }

  /// The index of the rows, if it was made or wanted before: making it takes longer than one answer without it.
  func rowsOfCellsIfWantedAgain(_ cancellation: Cancellation) throws(Cancelled) -> RowsOfCells? {
    if let made = knownRowsOfCells.madeValue { return made }
    return isFirstWish() ? nil : try rowsOfCells(cancellation)
  }

  func rowsOfCells(_ cancellation: Cancellation) throws(Cancelled) -> RowsOfCells {
    try knownRowsOfCells(cancellation) { cancellation throws(Cancelled) in
      try RowsOfCells(cells, count: cellCount, cancellation)
    }
  }

  /// Makes what the search for words needs.
  func prepareForWords(_ cancellation: Cancellation) throws(Cancelled) {
    if texts?.bytes.count ?? 0 <= Self.mostFolded { _ = try foldedTexts(cancellation) }
    if !cells.isEmpty, cellCount >= Self.severalCells { _ = try rowsOfCells(cancellation) }
  }

  /// With fewer cells, some of them seldom have so few rows that an index of the rows is used.
  private static let severalCells = 1000

  /// If fewer than this part of the rows are wanted, they are taken from the index one by one.
  private static let fewRows = 8

  /// The cells of which one part is listed, or the cells themselves if they have no parts. They are a range if they
  /// follow one another.
  private func cells(_ meets: [Bool]) -> Cells {
    cells(ofSets: parts.map { parts in parts.map { cells in cells.contains { meets[$0] } } } ?? meets)
  }

  /// The same for numbers of cells or parts, ascending.
  private func cells(ascending found: [Int]) -> Cells {
    guard parts == nil else {
      var meets = [Bool](repeating: false, count: texts?.count ?? 0)
      for part in found { meets[part] = true }
      return cells(meets)
    }
    guard let first = found.first, let last = found.last else { return .between(0..<0) }
    guard last - first >= found.count else { return .between(first..<last + 1) }
    var listed = BitSet(capacity: cellCount)
    for cell in found { listed.insert(cell) }
    return .listed(listed)
  }

  /// The same for cells, of which each is looked at.
  @inline(__always)
  private func cells(
    _ cancellation: Cancellation, where isMeant: (Int) -> Bool
  ) throws(Cancelled) -> Cells {
    guard cells.isEmpty else { return cells(ofSets: (0..<cellCount).map(isMeant)) }
    return .listed(
      try BitSet(capacity: cellCount) { part throws(Cancelled) in try part.fill(cancellation, where: isMeant) })
  }

  /// The same for cells without parts, or for whole sets of parts.
  private func cells(ofSets meets: [Bool]) -> Cells {
    guard let first = meets.firstIndex(of: true), let last = meets.lastIndex(of: true) else { return .between(0..<0) }
    guard meets[first...last].contains(false) else { return .between(first..<last + 1) }
    var listed = BitSet(capacity: meets.count)
    for cell in first...last where meets[cell] { listed.insert(cell) }
    return .listed(listed)
  }

  private func cells(meeting condition: Condition, _ cancellation: Cancellation) throws(Cancelled) -> Cells {
    switch condition.comparison {
    case .contains: return try cells(containing: condition.value, cancellation)
    case .isNull, .isNotNull: return try cells(areFilled: condition.comparison == .isNotNull, cancellation)
    case .equal, .unequal, .less, .atMost, .greater, .atLeast: break
    }
    guard type == .text else { return try cells(condition.comparison, notation.range(condition.value), cancellation) }
    guard let texts else { return .between(0..<0) }
    // Of several parts, none may be the value.
    if condition.comparison == .unequal, parts != nil {
      let equal = try cells(meeting: Condition(condition.column, .equal, condition.value), cancellation)
      return try cells(cancellation) { !equal.contains($0) && hasText(inCell: $0) }
    }
    return try condition.value.bytes.withUnsafeBufferPointer { wanted throws(Cancelled) in
      var meets: [Bool] = []
      for cell in 0..<texts.count {
        try cancellation.check(every: cell)
        let text = texts[cell]
        meets.append(
          !text.isEmpty
            && condition.comparison.holds(
              isLess: text.lexicographicallyPrecedes(wanted), isEqual: text.elementsEqual(wanted))
        )
      }
      return cells(meets)
    }
  }

  /// The cells with a value, or those without one.
  private func cells(areFilled: Bool, _ cancellation: Cancellation) throws(Cancelled) -> Cells {
    guard texts == nil else { return try cells(cancellation) { hasText(inCell: $0) == areFilled } }
    let filled = try numbers.rowsWithNumber(cancellation)
    if areFilled { return .listed(filled) }
    var others = BitSet(capacity: numbers.count, full: true)
    others.formSubtraction(filled)
    return .listed(others)
  }

  private func hasText(inCell cell: Int) -> Bool {
    guard let texts else { return false }
    return parts.map { $0[cell].contains { !texts[$0].isEmpty } } ?? !texts[cell].isEmpty
  }

  private func cells(
    _ comparison: Condition.Comparison, _ wanted: ClosedRange<Double>?, _ cancellation: Cancellation
  ) throws(Cancelled) -> Cells {
    guard let wanted, !numbers.isEmpty else { return .between(0..<0) }
    guard cells.isEmpty || comparison == .unequal else {
      // The numbers of the cells after the first one ascend.
      let less = partition(1..<numbers.count) { numbers[$0] < wanted.lowerBound }
      let greater = partition(less..<numbers.count) { numbers[$0] <= wanted.upperBound }
      switch comparison {
      case .less: return .between(1..<less)
      case .atMost: return .between(1..<greater)
      case .greater: return .between(greater..<numbers.count)
      case .atLeast: return .between(less..<numbers.count)
      default: return .between(less..<greater)
      }
    }
    if cells.isEmpty { return .listed(try rows(comparison, wanted, cancellation)) }
    return cells(
      ofSets: (0..<numbers.count).map { !numbers[$0].isNaN && !wanted.contains(numbers[$0]) })
  }

  /// The rows whose number meets a condition, if each has a number of its own.
  private func rows(
    _ comparison: Condition.Comparison, _ wanted: ClosedRange<Double>, _ cancellation: Cancellation
  ) throws(Cancelled) -> BitSet {
    let range: ClosedRange<Double> =
      switch comparison {
      case .less: -.infinity...wanted.lowerBound.nextDown
      case .atMost: -.infinity...wanted.upperBound
      case .greater: wanted.upperBound.nextUp ... .infinity
      case .atLeast: wanted.lowerBound ... .infinity
      case .equal, .unequal, .contains, .isNull, .isNotNull: wanted
      }
    let rows = try numbers.rows(in: range, cancellation)
    guard comparison == .unequal else { return rows }
    var others = try numbers.rowsWithNumber(cancellation)
    others.formSubtraction(rows)
    return others
  }

  /// The cells with a text that contains another one, folded. A text that folds to nothing, such as `!`, is looked for as
  /// it is. O(the bytes of the texts).
  func cells(containing value: Untrusted, _ cancellation: Cancellation) throws(Cancelled) -> Cells {
    let folded = Fold.bytes(value)
    let wanted = folded.isEmpty ? value.bytes : folded
    if let texts, !folded.isEmpty, texts.bytes.count > Self.mostFolded {
      var meets: [Bool] = []
      for cell in 0..<texts.count {
        try cancellation.check()
        meets.append(Fold.bytes(texts.untrusted(cell)).firstRange(of: wanted) != nil)
      }
      return cells(meets)
    }
    let texts = try folded.isEmpty ? texts(folded: false, cancellation) : foldedTexts(cancellation)
    guard !wanted.isEmpty, (0..<texts.count).contains(where: { texts[$0].count >= wanted.count }) else {
      return .between(0..<0)
    }
    let scan = SubstringScan(wanted, counts: texts.bytes.sampledByteCounts)
    func look(_ cells: Range<Int>, _ found: inout [Int]) throws(Cancelled) {
      guard !cells.isEmpty else { return }
      let part = Int(texts.starts[cells.lowerBound])..<Int(texts.starts[cells.upperBound])
      var cell = cells.lowerBound
      try scan.forEachMatch(in: texts.bytes, part, cancellation: cancellation) { position in
        cell = partition(cell..<cells.upperBound) { texts.starts[$0 + 1] <= position }
        let end = Int(texts.starts[cell + 1])
        // What was found may begin in one text and end in the next one.
        guard position + wanted.count <= end else { return position + 1 }
        found.append(cell)
        return end
      }
    }
    let middle = texts.bytes.count < Self.manyBytes ? texts.count : texts.count / 2
    var (found, further): ([Int], [Int]) = ([], [])
    if middle < texts.count {
      try concurrently(
        { () throws(Cancelled) in try look(0..<middle, &found) },
        { () throws(Cancelled) in try look(middle..<texts.count, &further) })
    } else {
      try look(0..<middle, &found)
    }
    return cells(ascending: found + further)
  }

  /// From so many bytes on, two threads are faster than one.
  private static let manyBytes = 1 << 20

  /// Texts of more bytes are folded one by one: a fold can be eleven times as long as its text.
  private static let mostFolded = Int(UInt32.max) / 16

  private func foldedTexts(_ cancellation: Cancellation) throws(Cancelled) -> TextTable {
    try knownFolds(cancellation) { cancellation throws(Cancelled) in try texts(folded: true, cancellation) }
  }

  /// The texts of the cells, those of numbers too.
  private func texts(folded: Bool, _ cancellation: Cancellation) throws(Cancelled) -> TextTable {
    if let texts, !folded { return texts }
    var written = TextTableDraft()
    var buffer: [UInt8] = []
    for cell in 0..<(texts?.count ?? numbers.count) {
      try cancellation.check(every: cell)
      buffer.removeAll(keepingCapacity: true)
      if let texts {
        Fold.append(texts[cell], to: &buffer)
      } else if !numbers[cell].isNaN {
        let number = Untrusted(Numeral.plain(numbers[cell]))
        buffer += folded ? Fold.bytes(number) : number.bytes
      }
      buffer.withUnsafeBufferPointer { written.append($0) }
    }
    return TextTable(written)
  }
}

extension Condition.Comparison {
  /// Whether it holds for a value that is less than the condition's value, or equal to it.
  @inline(__always)
  fileprivate func holds(isLess: Bool, isEqual: Bool) -> Bool {
    switch self {
    case .equal: isEqual
    case .unequal: !isEqual
    case .less: isLess
    case .atMost: isLess || isEqual
    case .greater: !isLess && !isEqual
    case .atLeast: !isLess
    case .contains, .isNull, .isNotNull: false
    }
  }
}
