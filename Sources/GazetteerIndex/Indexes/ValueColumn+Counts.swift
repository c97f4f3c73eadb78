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
    let inCells = try Self.counts(of: rows, in: cells, parts?.count ?? texts.count, cancellation)
    guard let parts else { return try merged(inCells, of: texts, most: most, cancellation) }
    var counts = [Int](repeating: 0, count: texts.count)
    for (set, cells) in parts.enumerated() {
      if cells.isEmpty { counts[0] += inCells[set] }
      for cell in cells { counts[cell] += inCells[set] }
    }
    return try merged(counts, of: texts, most: most, cancellation)
  }

  /// How many of the rows have their value in each of `count` cells.
  private static func counts(
    of rows: BitSet, in cells: Column<UInt32>, _ count: Int, _ cancellation: Cancellation
  ) throws(Cancelled) -> [Int] {
    // Two threads must not write to the same line of a cache.
    let distance = count + 16
    var counts = [Int](repeating: 0, count: distance + count)
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
    var counts = [Int](repeating: 0, count: texts.count)
    try rows.forEachNumber { row throws(Cancelled) in
      try cancellation.check(every: row)
      counts[row] += 1
    }
    return try merged(counts, of: texts, most: most, cancellation)
  }

  /// Cells with the same text or number are one value.
  private func merged(
    _ counts: [Int], of texts: TextTable, most: Int, _ cancellation: Cancellation
  ) throws(Cancelled) -> ValueCounts {
    var missing = 0
    /// A cell with each value, and how often it occurs.
    var values: [(cell: Int, count: Int)] = []
    var known = Interner()
    var ofNumbers: [Double: Int] = [:]
    for (cell, count) in counts.enumerated() where count > 0 {
      try cancellation.check(every: cell)
      guard !texts[cell].isEmpty else {
        missing += count
        continue
      }
      // The empty text has number 0, and each new text the next number. Adding zero makes one value of zero and minus
      // zero.
      let value =
        type == .text
        ? Int(known.number(of: texts[cell])) - 1 : ofNumbers[numbers[cell] + 0, setDefault: values.count]
      if value == values.count { values.append((cell, count)) } else { values[value].count += count }
    }
    try cancellation.check()
    let best = try values.first(most, cancellation) { left, right in
      ValueCounts.precedes(
        (left.count, type == .text ? 0 : numbers[left.cell], texts[left.cell]),
        (right.count, type == .text ? 0 : numbers[right.cell], texts[right.cell]))
    }
    return ValueCounts(
      notation: notation, rows: best.map { .init(texts.untrusted($0.cell), $0.count) }, different: values.count,
      missing: missing)
  }

  private func countsOfNumbers(
    in rows: BitSet, most: Int, _ cancellation: Cancellation
  ) throws(Cancelled) -> ValueCounts {
    let different = try knownNumbers(cancellation) { cancellation throws(Cancelled) in
      try DifferentNumbers(numbers, cancellation)
    }
    let counts = try Self.counts(of: rows, in: different.cells, different.numbers.count, cancellation)
    try cancellation.check()
    var values: [(value: Double, count: Int)] = []
    values.reserveCapacity(counts.count)
    for cell in 1..<counts.count where counts[cell] > 0 { values.append((different.numbers[cell], counts[cell])) }
    try cancellation.check()
    let best = try values.first(most, cancellation) { left, right in
      ValueCounts.precedes((left.count, left.value, []), (right.count, right.value, [UInt8]()))
    }
    return ValueCounts(
      notation: notation, rows: best.map { .init(Untrusted(Numeral.plain($0.value)), $0.count) },
      different: values.count, missing: counts[0])
  }

  /// Examples are looked for in so many rows.
  private static let looked = 100_000

  /// O(rows).
  func summary(named name: Untrusted, _ cancellation: Cancellation) throws(Cancelled) -> ColumnSummary {
    let isFilled: [Bool]? = texts.map { texts in
      let filled = (0..<texts.count).map { !texts[$0].isEmpty }
      return parts?.map { $0.contains { filled[$0] } } ?? filled
    }
    var filled = 0
    var examples: [Untrusted] = []
    for row in 0..<count {
      try cancellation.check(every: row)
      let cell = cells.isEmpty ? row : Int(cells[row])
      guard isFilled?[cell] ?? !numbers[cell].isNaN else { continue }
      filled += 1
      guard examples.count < ColumnSummary.mostExamples, row < Self.looked else { continue }
      let value = texts?.untrusted(parts?[cell].first ?? cell) ?? Untrusted(Numeral.plain(numbers[cell]))
      if !examples.contains(value) { examples.append(value) }
    }
    return ColumnSummary(
      name, type, filled: filled, examples: examples, oddValues: try oddValues(cancellation))
  }
}

extension Array {
  /// The first `most` of the sorted elements. O(count log count) comparisons, or O(count log most) if `most` is small.
  fileprivate func first(
    _ most: Int, _ cancellation: Cancellation, by precedes: (Element, Element) -> Bool
  ) throws(Cancelled) -> [Element] {
    // So few are kept in order while the others are compared with the last of them.
    let few = 1000
    guard most < Swift.min(count, few) else {
      var all = self
      try all.withUnsafeMutableBufferPointer { all throws(Cancelled) in try all.sort(cancellation, by: precedes) }
      return Array(all.prefix(most))
    }
    var first: [Element] = []
    for element in self where first.count < most || first.last.map({ precedes(element, $0) }) ?? false {
      first.insert(element, at: GazetteerIndex.partition(0..<first.count) { !precedes(element, first[$0]) })
      if first.count > most { first.removeLast() }
    }
    return first
  }
}

extension Dictionary {
  /// The value of a key, which gets this value if it has none.
  fileprivate subscript(key: Key, setDefault value: Value) -> Value {
    mutating get {
      if let known = self[key] { return known }
      self[key] = value
      return value
    }
  }
}
