/// Words in names and columns.
extension Dataset {
  /// The rows that have each word of a text, folded. A word may be inside the name or inside a value of a column that
  /// is searched, see `ColumnID.isSearched`. No row has words that fold to nothing.
  ///
  /// O(words × (the bytes of the different values and of the names + places × columns)), less for rare words, and what it
  /// takes to make the columns.
  func rows(having text: Untrusted, _ cancellation: Cancellation) throws(Cancelled) -> BitSet {
    let words = Fold.bytes(text).split(separator: UInt8(ascii: " ")).map { Array($0) }
    guard !words.isEmpty else { return BitSet(capacity: count) }
    var rows: BitSet?
    for word in try inColumns(words, cancellation).sorted(by: { $0.share < $1.share }) {
      rows = try self.rows(having: word, among: rows, cancellation)
    }
    return rows ?? BitSet(capacity: count)
  }

  /// A word, and where it is.
  private struct Word {
    let bytes: [UInt8]
    /// About which part of the rows has it. Only to look for rare words first.
    var share = 0.0
    /// Columns that have it, and the cells in which it is.
    var found: [(column: ValueColumn, cells: ValueColumn.Cells)] = []
    /// The rows that have it in other columns.
    var rows: BitSet?

    mutating func add(_ other: Word) {
      share += other.share
      found += other.found
      if var rows = other.rows {
        if let own = self.rows { rows.formUnion(own) }
        self.rows = rows
      }
    }
  }

  /// Where the words are in the columns. Two columns are read at the same time.
  private func inColumns(_ words: [[UInt8]], _ cancellation: Cancellation) throws(Cancelled) -> [Word] {
    let ids = ColumnID.all(in: places).map(\.id).filter(\.isSearched)
    func find(_ words: inout [Word], from first: Int) throws(Cancelled) {
      var bytes = 0
      for number in stride(from: first, to: ids.count, by: 2) {
        let column = try valueColumns.column(ids[number], of: places, cancellation)
        for index in words.indices {
          let cells = try column.cells(containing: Untrusted(bytes: words[index].bytes), cancellation)
          guard cells.count > 0 else { continue }
          words[index].share += Double(cells.count) / Double(column.cellCount)
          if bytes + column.bytes <= Self.mostBytes {
            words[index].found.append((column, cells))
          } else {
            words[index].add(Word(bytes: [], rows: try column.rows(of: cells, cancellation)))
          }
        }
        bytes += column.bytes
      }
    }
    var even = try words.map { word throws(Cancelled) in
      Word(bytes: word, share: try shareOfNames(with: word, cancellation))
    }
    var odd = words.map { Word(bytes: $0) }
    try concurrently(
      rows: count, { () throws(Cancelled) in try find(&even, from: 0) },
      { () throws(Cancelled) in try find(&odd, from: 1) })
    for index in even.indices { even[index].add(odd[index]) }
    return even
  }

  /// Each of the two threads may keep columns of so many bytes until the search ends, besides the indexes of their rows.
  private static let mostBytes = 1 << 27

  /// The rows that have a word.
  ///
  /// - Parameter others: only these are asked; nil: all.
  private func rows(
    having word: Word, among others: BitSet?, _ cancellation: Cancellation
  ) throws(Cancelled) -> BitSet {
    if let others, others.count < count / Self.fewRows {
      return try self.rows(having: word, amongFew: others, cancellation)
    }
    var rows = word.rows ?? BitSet(capacity: count)
    for (column, cells) in word.found { rows.formUnion(try column.rows(of: cells, cancellation)) }
    guard let others else {
      rows.formUnion(try self.rows(withName: word.bytes, in: namesToSearch(for: word.bytes), cancellation))
      return rows
    }
    rows.formIntersection(others)
    var rest = others
    rest.formSubtraction(rows)
    rows.formUnion(try self.rows(withName: word.bytes, among: rest, cancellation))
    return rows
  }

  /// The same for so few rows that they are asked one by one.
  private func rows(
    having word: Word, amongFew others: BitSet, _ cancellation: Cancellation
  ) throws(Cancelled) -> BitSet {
    var (rows, rest) = (BitSet(capacity: count), others)
    try others.forEachNumber { row throws(Cancelled) in
      try cancellation.check()
      guard
        word.rows?.contains(row) ?? false || word.found.contains(where: { $0.cells.contains($0.column.cell(of: row)) })
      else { return }
      rows.insert(row)
      rest.remove(row)
    }
    rows.formUnion(try self.rows(withName: word.bytes, among: rest, cancellation))
    return rows
  }

  /// If fewer than this part of all rows are left, their columns are asked one by one.
  private static let fewRows = 1024

  /// The rows of some with a word inside their folded names.
  private func rows(
    withName word: [UInt8], among others: BitSet, _ cancellation: Cancellation
  ) throws(Cancelled) -> BitSet {
    let entries = namesToSearch(for: word)
    guard others.count < entries.reduce(0, { $0 + $1.count }) / Self.fewNames else {
      var rows = try rows(withName: word, in: entries, cancellation)
      rows.formIntersection(others)
      return rows
    }
    let scan = SubstringScan(word, counts: try byteCounts(cancellation))
    let found: [Int] = []
    let parts = try others.parts(found, found) { part, found throws(Cancelled) in
      try part.forEachNumber(cancellation) { row in
        let entry = Int(order.alphabetical[row])
        let key = Int(names.starts[entry])..<Int(names.starts[entry + 1])
        if scan.occurs(in: names.text, key) { found.append(row) }
      }
    }
    var rows = BitSet(capacity: count)
    for row in parts.joined() { rows.insert(row) }
    return rows
  }

  /// If a row is asked for so many names that would be searched, looking at the names of the rows is faster.
  private static let fewNames = 128

  /// The entries of the index of names that can have a word. All are two parts, for two threads.
  func namesToSearch(for word: [UInt8]) -> [Range<Int>] {
    let middle = names.count / 2
    return madeNameTrigrams?.entries(with: word, of: names) ?? [0..<middle, middle..<names.count]
  }

  /// The rows with a word inside their folded names, of the entries that are searched. O(bytes of the entries).
  func rows(
    withName word: [UInt8], in entries: [Range<Int>], _ cancellation: Cancellation
  ) throws(Cancelled) -> BitSet {
    let scan = SubstringScan(word, counts: try byteCounts(cancellation))
    let middle = entries.count / 2
    var (first, second) = (BitSet(capacity: count), BitSet(capacity: count))
    try concurrently(
      rows: entries.reduce(0) { $0 + $1.count },
      { () throws(Cancelled) in try insert(withNames: entries[..<middle], scan, into: &first, cancellation) },
      { () throws(Cancelled) in try insert(withNames: entries[middle...], scan, into: &second, cancellation) })
    first.formUnion(second)
    return first
  }

  private func insert(
    withNames parts: ArraySlice<Range<Int>>, _ scan: SubstringScan, into rows: inout BitSet,
    _ cancellation: Cancellation
  ) throws(Cancelled) {
    for entries in parts {
      try forEachName(in: entries, scan, cancellation) { rows.insert(Int(names.rows[$0])) }
    }
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
