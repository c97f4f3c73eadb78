/// Words in names and columns.
extension Dataset {
  /// The rows that have each word of a text, folded. A word may be inside the name or inside a value of a column that
  /// is searched, see `ColumnID.isSearched`. No row has words that fold to nothing.
  ///
  /// O(words × the bytes of the different values, and rows × columns for the rarest word).
  func rows(having text: Untrusted, _ cancellation: Cancellation) throws(Cancelled) -> BitSet {
    let columns = try searchedColumns(cancellation)
    let words = try Fold.bytes(text).split(separator: UInt8(ascii: " ")).map { word throws(Cancelled) in
      try self.word(Array(word), in: columns, cancellation)
    }
    var rows: BitSet?
    for word in words.sorted(by: { $0.share < $1.share }) {
      rows = try self.rows(having: word, among: rows, cancellation)
    }
    return rows ?? BitSet(capacity: count)
  }

  /// A word, and where it may be.
  private struct Word {
    let bytes: [UInt8]
    /// The columns that have it, and the cells in which it is.
    let found: [(column: ValueColumn, cells: ValueColumn.Cells)]
    /// About which part of the rows has it. Only to look for rare words first.
    let share: Double

    @inline(__always)
    func isInColumns(of row: Int) -> Bool { found.contains { $0.cells.contains($0.column.cell(of: row)) } }
  }

  /// The columns in which words are looked for. Those that are not known are made by two threads.
  private func searchedColumns(_ cancellation: Cancellation) throws(Cancelled) -> [ValueColumn] {
    let ids = ColumnID.all(in: places).map(\.id).filter(\.isSearched)
    if count >= Self.manyNames {
      try concurrently(ids.count) { number throws(Cancelled) in
        try valueColumns.column(ids[number], of: places, cancellation).prepareWords(cancellation)
      }
    }
    return try ids.map { id throws(Cancelled) in try valueColumns.column(id, of: places, cancellation) }
  }

  private func word(
    _ bytes: [UInt8], in columns: [ValueColumn], _ cancellation: Cancellation
  ) throws(Cancelled) -> Word {
    var found: [(column: ValueColumn, cells: ValueColumn.Cells)] = []
    var share = try shareOfNames(with: bytes, cancellation)
    for column in columns {
      let cells = try column.cells(containing: Untrusted(bytes: bytes), cancellation)
      guard cells.count > 0 else { continue }
      found.append((column, cells))
      share += Double(cells.count) / Double(column.cellCount)
    }
    return Word(bytes: bytes, found: found, share: share)
  }

  /// The rows that have a word.
  ///
  /// - Parameter others: only these are asked; nil: all.
  private func rows(
    having word: Word, among others: BitSet?, _ cancellation: Cancellation
  ) throws(Cancelled) -> BitSet {
    let asked = others?.count ?? count
    guard let others, asked < count / Self.fewRows else {
      var rows = try self.rows(withName: word.bytes, cancellation)
      for (column, cells) in word.found { rows.formUnion(try column.rows(of: cells, cancellation)) }
      if let others { rows.formIntersection(others) }
      return rows
    }
    let named = asked < count / Self.fewNames ? nil : try rows(withName: word.bytes, cancellation)
    let parts = try others.parts([Int](), [Int]()) { part, rows throws(Cancelled) in
      try part.forEachNumber(cancellation) { row in
        let isNamed =
          named?.contains(row) ?? (Fold.bytes(places.names.untrusted(row)).firstRange(of: word.bytes) != nil)
        if isNamed || word.isInColumns(of: row) { rows.append(row) }
      }
    }
    var rows = BitSet(capacity: count)
    for row in parts.joined() { rows.insert(row) }
    return rows
  }

  /// If only this part of the rows is left, they are asked one by one.
  private static let fewRows = 4
  /// The names of so few rows are folded one by one, which is faster than to search all names.
  private static let fewNames = 256

  /// The rows with a word inside their folded names. O(bytes of the names), or of the parts that can have the word.
  private func rows(withName word: [UInt8], _ cancellation: Cancellation) throws(Cancelled) -> BitSet {
    let scan = SubstringScan(word, counts: try byteCounts(cancellation))
    if let entries = madeNameTrigrams?.entries(with: word, of: names) {
      return try rows(withNames: entries, scan, cancellation)
    }
    guard names.count >= Self.manyNames else { return try rows(withNames: [0..<names.count], scan, cancellation) }
    let middle = names.count / 2
    var (first, second) = (BitSet(capacity: 0), BitSet(capacity: 0))
    try concurrently(
      { () throws(Cancelled) in first = try rows(withNames: [0..<middle], scan, cancellation) },
      { () throws(Cancelled) in second = try rows(withNames: [middle..<names.count], scan, cancellation) })
    first.formUnion(second)
    return first
  }

  /// From so many names on, two threads are faster than one.
  private static let manyNames = 1 << 18

  private func rows(
    withNames parts: [Range<Int>], _ scan: SubstringScan, _ cancellation: Cancellation
  ) throws(Cancelled) -> BitSet {
    var rows = BitSet(capacity: count)
    for entries in parts {
      try forEachName(in: entries, scan, cancellation) { rows.insert(Int(names.rows[$0])) }
    }
    return rows
  }

  /// About which part of the names has a word: that of some names here and there.
  private func shareOfNames(with word: [UInt8], _ cancellation: Cancellation) throws(Cancelled) -> Double {
    let (samples, size) = (16, 128)
    guard names.count > samples * size else { return 0 }
    let scan = SubstringScan(word, counts: try byteCounts(cancellation))
    var found = 0
    for sample in 0..<samples {
      let start = sample * (names.count - size) / samples
      try forEachName(in: start..<start + size, scan, cancellation) { _ in found += 1 }
    }
    return Double(found) / Double(samples * size)
  }

  /// Calls `body` with each of some entries of the index of names that has the text of a scan.
  @inline(__always)
  private func forEachName(
    in entries: Range<Int>, _ scan: SubstringScan, _ cancellation: Cancellation, _ body: (_ entry: Int) -> Void
  ) throws(Cancelled) {
    var entry = entries.lowerBound
    let part = Int(names.starts[entry])..<Int(names.starts[entries.upperBound])
    try scan.forEachMatch(in: names.text, part, cancellation: cancellation) { position in
      entry = names.entry(at: position, from: entry)
      body(entry)
      return Int(names.starts[entry + 1])
    }
  }
}
