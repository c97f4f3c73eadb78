/// Counts of values, and examples of them.
extension ValueColumn {
  /// How often the values occur in some rows. A row of several values counts once for each of them.
  ///
  /// O(rows + n log n) for n different values; for a column of numbers without texts, also O(places) the first time.
  ///
  /// - Parameter most: how many of the values are wanted, the most frequent ones.
  func counts(in rows: BitSet, most: Int, _ cancellation: Cancellation) throws(Cancelled) -> ValueCounts {
    guard let texts else { return try countsOfNumbers(in: rows, most: most, cancellation) }
    guard !cells.isEmpty else { return try countsOfTexts(texts, in: rows, most: most, cancellation) }
    let inCells = try counts(ofCells: rows, cancellation)
    guard let parts else { return try counts(inCells, of: texts, most: most, cancellation) }
    var counts = [UInt32](repeating: 0, count: texts.count)
    for (set, cells) in parts.enumerated() {
      if cells.isEmpty { counts[0] += inCells[set] }
      for cell in cells { counts[cell] += inCells[set] }
    }
    return try self.counts(counts, of: texts, most: most, cancellation)
  }

  private static let manyCells = 1 << 16

  /// How many of the rows have their value in each cell.
  private func counts(ofCells rows: BitSet, _ cancellation: Cancellation) throws(Cancelled) -> [UInt32] {
    // So many counts do not fit into the caches of a processor; a bit for each row does.
    if cellCount >= Self.manyCells, let rowsOfCells = try rowsOfCellsIfWantedAgain(cancellation) {
      return try rowsOfCells.counts(in: rows, cancellation)
    }
    return try Self.counts(of: rows, in: cells, cellCount, cancellation)
  }

  /// How many of the rows have their value in each of `count` cells.
  private static func counts(
    of rows: BitSet, in cells: Column<UInt32>, _ count: Int, _ cancellation: Cancellation
  ) throws(Cancelled) -> [UInt32] {
    // Two threads must not write to the same line of a cache.
    let distance = count + 32
    var counts = [UInt32](repeating: 0, count: distance + count)
    try counts.withUnsafeMutableBufferPointer { counts throws(Cancelled) in
      guard let start = counts.baseAddress else { return }
      _ = try rows.parts(start, start + distance) { part, counts throws(Cancelled) in
        let counts = counts
        try part.forEachNumber(cancellation) { counts[Int(cells[$0])] += 1 }
      }
      for cell in 0..<count { start[cell] += start[distance + cell] }
    }
    counts.removeLast(distance)
    return counts
  }

  /// The counts of a column in which each row has a text of its own.
  private func countsOfTexts(
    _ texts: TextTable, in rows: BitSet, most: Int, _ cancellation: Cancellation
  ) throws(Cancelled) -> ValueCounts {
    var counts = [UInt32](repeating: 0, count: texts.count)
    try rows.forEachNumber { row throws(Cancelled) in
      try cancellation.check(every: row)
      counts[row] += 1
    }
    return try self.counts(counts, of: texts, most: most, cancellation)
  }

  /// The counts of the values, from those of the cells.
  private func counts(
    _ ofCells: [UInt32], of texts: TextTable, most: Int, _ cancellation: Cancellation
  ) throws(Cancelled) -> ValueCounts {
    var best = MostFrequent<Int>(most) { [type] left, right in
      // The numbers of cells ascend.
      type == .text ? texts[left].order(to: texts[right]) < 0 : left < right
    }
    var (different, missing) = (0, 0)
    try forEachValue(ofCells, texts, cancellation) { cell, count in
      if texts[cell].isEmpty {
        missing += count
      } else {
        different += 1
        best.offer(cell, count)
      }
    }
    return ValueCounts(
      notation: notation,
      rows: try best.values(cancellation).map { .init(texts.untrusted($0.value), $0.count) }, different: different,
      missing: missing)
  }

  /// Calls `body` with the first cell of each value that occurs, and how often it does. Cells with the same text or
  /// number are one value.
  private func forEachValue(
    _ counts: [UInt32], _ texts: TextTable, _ cancellation: Cancellation, _ body: (_ cell: Int, _ count: Int) -> Void
  ) throws(Cancelled) {
    var counts = counts
    var known = Interner()
    /// The first cell of each text, by its number. The empty text has number 0.
    var firstCells: [Int] = []
    /// The first cell of the last number.
    var last = 0
    for cell in counts.indices where counts[cell] > 0 {
      try cancellation.check(every: cell)
      var first = cell
      if type != .text {
        // Equal numbers follow one another. Zero and minus zero are equal.
        if last > 0, numbers[last] == numbers[cell] { first = last }
        last = first
      } else if !hasDifferentTexts, !texts[cell].isEmpty {
        let number = Int(known.number(of: texts[cell])) - 1
        if number == firstCells.count { firstCells.append(cell) }
        first = firstCells[number]
      }
      if first < cell {
        counts[first] += counts[cell]
        counts[cell] = 0
      }
    }
    for cell in counts.indices where counts[cell] > 0 {
      try cancellation.check(every: cell)
      body(cell, Int(counts[cell]))
    }
  }

  private func countsOfNumbers(
    in rows: BitSet, most: Int, _ cancellation: Cancellation
  ) throws(Cancelled) -> ValueCounts {
    let different = try knownNumbers(cancellation) { cancellation throws(Cancelled) in
      try DifferentNumbers(numbers, cancellation)
    }
    let counts = try different.counts(in: rows, of: numbers, most: most, cancellation)
    return ValueCounts(
      notation: notation, rows: counts.values.map { .init(Untrusted(Numeral.plain($0.value + 0)), $0.count) },
      different: counts.different, missing: counts.missing)
  }

  /// Examples are looked for in so many rows.
  private static let looked = 100_000

  /// O(rows).
  func summary(named name: Untrusted, _ cancellation: Cancellation) throws(Cancelled) -> ColumnSummary {
    ColumnSummary(
      name, type, filled: try filled(cancellation), examples: try examples(cancellation),
      oddValues: try oddValues(cancellation))
  }

  /// How many rows have a value.
  private func filled(_ cancellation: Cancellation) throws(Cancelled) -> Int {
    guard let texts else { return try rowCount(cancellation) { !numbers[$0].isNaN } }
    if hasDifferentTexts { return try rowCount(cancellation) { cells[$0] != 0 } }
    let isFilled = (0..<texts.count).map { !texts[$0].isEmpty }
    let ofCells = parts?.map { $0.contains { isFilled[$0] } } ?? isFilled
    return try rowCount(cancellation) { ofCells[cell(of: $0)] }
  }

  @inline(__always)
  private func rowCount(_ cancellation: Cancellation, where isMeant: (Int) -> Bool) throws(Cancelled) -> Int {
    var found = 0
    for start in stride(from: 0, to: count, by: 1 << 13) {
      try cancellation.check()
      // A loop without an exit is turned into vector operations.
      for row in start..<min(count, start + 1 << 13) { found += isMeant(row) ? 1 : 0 }
    }
    return found
  }

  private func examples(_ cancellation: Cancellation) throws(Cancelled) -> [Untrusted] {
    var examples: [Untrusted] = []
    for row in 0..<min(count, Self.looked) where examples.count < ColumnSummary.mostExamples {
      try cancellation.check(every: row)
      guard let value = example(cell(of: row)), !examples.contains(value) else { continue }
      examples.append(value)
    }
    return examples
  }

  private func example(_ cell: Int) -> Untrusted? {
    guard let texts else { return numbers[cell].isNaN ? nil : Untrusted(Numeral.plain(numbers[cell])) }
    guard let parts else { return texts[cell].isEmpty ? nil : texts.untrusted(cell) }
    return parts[cell].contains { !texts[$0].isEmpty } ? parts[cell].first.map { texts.untrusted($0) } : nil
  }
}
