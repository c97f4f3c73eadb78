/// Collects folded texts and sorts them into a `KeyIndex`.
///
/// When the keys exceed the limit, it is full and ignores further keys.
struct KeyIndexBuilder {
  private var text: [UInt8] = []
  private var starts: [UInt32] = [0]
  private var rows: [UInt32] = []
  private let limit: Int
  /// Whether keys were left out because they exceeded the limit.
  private(set) var isFull = false

  /// - Parameter limit: the most bytes of the keys.
  init(limit: Int = DatasetBuilder.mostText) { self.limit = limit }

  /// Reserves memory for `count` keys with `bytes` bytes together.
  mutating func reserve(count: Int, bytes: Int) {
    text.reserveCapacity(bytes + count + 8)
    starts.reserveCapacity(count + 1)
    rows.reserveCapacity(count)
  }

  /// Adds the fold of `name` as a key of `row`, even if it is empty.
  mutating func add(foldOf name: UnsafeBufferPointer<UInt8>, row: Int) {
    Fold.append(name, to: &text)
    endKey(row: row)
  }

  /// Adds the folds of a place's alternate names. Leaves out empty ones and those that repeat its name or each other.
  mutating func add(alternates: Range<Int>, in table: TextTable, name: UnsafeBufferPointer<UInt8>, row: Int) {
    let first = rows.count
    var foldedName: [UInt8] = []
    if !alternates.isEmpty { Fold.append(name, to: &foldedName) }
    // Comparing each with all before it is fastest for a few names, but too slow for many.
    guard alternates.count <= 100 else { return add(manyAlternates: alternates, in: table, not: foldedName, row: row) }
    for alternate in alternates {
      let start = text.count
      Fold.append(table[alternate], to: &text)
      let key = text[start...]
      let isKnown = key.elementsEqual(foldedName) || (first..<rows.count).contains { self.key($0).elementsEqual(key) }
      if key.isEmpty || isKnown { text.removeLast(text.count - start) } else { endKey(row: row) }
    }
  }

  private mutating func add(manyAlternates alternates: Range<Int>, in table: TextTable, not name: [UInt8], row: Int) {
    var known: Set<[UInt8]> = [[], name]
    for alternate in alternates {
      var key: [UInt8] = []
      Fold.append(table[alternate], to: &key)
      guard known.insert(key).inserted else { continue }
      text += key
      endKey(row: row)
    }
  }

  private mutating func endKey(row: Int) {
    text.append(0)
    guard text.count <= limit, !isFull else {
      isFull = true
      text.removeLast(text.count - Int(starts[starts.count - 1]))
      return
    }
    starts.append(UInt32(text.count))
    rows.append(UInt32(row))
  }

  private func key(_ entry: Int) -> ArraySlice<UInt8> { text[Int(starts[entry])..<Int(starts[entry + 1]) - 1] }

  /// The index of all keys that were added. Equal keys are sorted by their rows with `precedes`. O(n log n).
  consuming func build(
    _ cancellation: Cancellation, rowsInOrder precedes: (Int, Int) -> Bool
  ) throws(Cancelled) -> KeyIndex {
    text.append(contentsOf: repeatElement(0, count: 8))
    let order = try sortedEntries(cancellation, rowsInOrder: precedes)
    try cancellation.check()
    let keys = text
    let sources = starts
    var sortedStarts: [UInt32] = [0]
    sortedStarts.reserveCapacity(order.count + 1)
    for entry in order {
      sortedStarts.append(sortedStarts[sortedStarts.count - 1] + sources[Int(entry) + 1] - sources[Int(entry)])
    }
    let sortedText = try Column<UInt8>(count: keys.count - 8) { target throws(Cancelled) in
      try keys.withUnsafeBufferPointer { keys throws(Cancelled) in
        for (place, entry) in order.enumerated() {
          try cancellation.check(every: place)
          let start = Int(sources[Int(entry)])
          let length = Int(sources[Int(entry) + 1]) - start
          (target + Int(sortedStarts[place])).update(from: keys.baseAddress.unsafelyUnwrapped + start, count: length)
        }
      }
    }
    let (wordStarts, wordEntries) = try Self.words(in: sortedText, starts: sortedStarts, cancellation)
    try cancellation.check()
    let columns = (starts: Column(sortedStarts), rows: Column(order.map { rows[Int($0)] }))
    try cancellation.check()
    let words = (starts: Column(wordStarts), entries: Column(wordEntries))
    try cancellation.check()
    let longestKey = sources.indices.dropFirst().reduce(0) { max($0, Int(sources[$1] - sources[$1 - 1])) }
    return KeyIndex(
      text: sortedText, starts: columns.starts, rows: columns.rows, wordStarts: words.starts,
      wordEntries: words.entries, longestKey: longestKey)
  }

  private func sortedEntries(
    _ cancellation: Cancellation, rowsInOrder precedes: (Int, Int) -> Bool
  ) throws(Cancelled) -> [UInt32] {
    var items = rows.indices.map { KeySort.Item(position: starts[$0], number: UInt32($0)) }
    try text.withUnsafeBufferPointer { bytes throws(Cancelled) in
      guard let base = bytes.baseAddress else { return }
      try withoutActuallyEscaping(precedes) { precedes throws(Cancelled) in
        let isBefore = { (left: UInt32, right: UInt32) in
          let leftRow = Int(rows[Int(left)])
          let rightRow = Int(rows[Int(right)])
          return leftRow == rightRow ? left < right : precedes(leftRow, rightRow)
        }
        try KeySort(text: base, end: .nul, precedes: isBefore, cancellation: cancellation).sort(&items)
      }
    }
    return items.map(\.number)
  }

  private static func words(
    in text: Column<UInt8>, starts: [UInt32], _ cancellation: Cancellation
  ) throws(Cancelled) -> (starts: [UInt32], entries: [UInt32]) {
    var items: [KeySort.Item] = []
    var entry: UInt32 = 0
    for (position, byte) in text.elements.enumerated() {
      if position & 0xF_FFFF == 0 { try cancellation.check() }
      if byte == 0 {
        entry += 1
      } else if byte == 0x20 {
        items.append(KeySort.Item(position: UInt32(position + 1), number: entry))
      }
    }
    try KeySort(text: text.pointer, end: .spaceOrNUL, precedes: { $0 < $1 }, cancellation: cancellation).sort(&items)
    return (items.map(\.position), items.map(\.number))
  }
}
