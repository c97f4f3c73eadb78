extension AttributeTable {
  /// The attributes of the places that were added to `builder`. O(their bytes); two columns are made at the same time.
  init(_ builder: borrowing DatasetBuilder, _ cancellation: Cancellation) throws(Cancelled) {
    let (keyNames, keys) = builder.usedKeys
    let values = builder.attributeValues
    let written = WrittenAttributes(
      keys: keys, values: values, end: builder.attributesEnd, keyCount: keyNames.count)
    self = try written.withTexts { texts throws(Cancelled) in
      try AttributeTable(keyNames: keyNames, written, texts, cancellation)
    }
  }

  private init(
    keyNames: TextTable, _ written: WrittenAttributes, _ texts: WrittenAttributes.Texts, _ cancellation: Cancellation
  ) throws(Cancelled) {
    let rows = written.rows
    let chosen = try written.keysOfColumns(texts, cancellation)
    var slots = [Int?](repeating: nil, count: keyNames.count)
    for (slot, key) in chosen.enumerated() { slots[key] = slot }

    var listedKeys: [UInt32] = []
    var listedValues = TextTableDraft()
    var listedEnd: [UInt32] = [0]
    listedEnd.reserveCapacity(rows + 1)
    /// For each column and row, the number of its value, plus one; 0 if it has none.
    let numbers = try Column<UInt32>(count: chosen.count * rows) { numbers throws(Cancelled) in
      for row in 0..<rows {
        try cancellation.check(every: row)
        for value in written.values(of: row) {
          if let slot = slots[Int(written.keys[value])] {
            numbers[slot * rows + row] = UInt32(value) + 1
          } else {
            listedKeys.append(written.keys[value])
            listedValues.append(texts[value])
          }
        }
        listedEnd.append(UInt32(listedKeys.count))
      }
    }
    var commas = DecimalCommas()
    for row in 0..<rows where commas.seen < DecimalCommas.mostValues {
      for value in written.values(of: row) { commas.add(texts[value]) }
    }
    let hasDecimalCommas = commas.areUsed
    var columns = [AttributeColumn?](repeating: nil, count: chosen.count)
    try columns.withUnsafeMutableBufferPointer { columns throws(Cancelled) in
      // A buffer is captured as a constant: both threads write to its elements, none to the same one.
      let columns = columns
      func make(from first: Int) throws(Cancelled) {
        for slot in stride(from: first, to: columns.count, by: 2) {
          columns[slot] = try AttributeColumn(rows: rows, hasDecimalCommas: hasDecimalCommas, cancellation) { row in
            let number = Int(numbers[slot * rows + row])
            return number == 0 ? UnsafeBufferPointer(start: nil, count: 0) : texts[number - 1]
          }
        }
      }
      try concurrently(
        rows: rows * chosen.count, { () throws(Cancelled) in try make(from: 0) },
        { () throws(Cancelled) in try make(from: 1) })
    }
    self.init(
      keyNames: keyNames, columns: zip(chosen, columns.compactMap(\.self)).map { ($0, $1) },
      listed: (
        Column(listedKeys), TextTable(listedValues), Column(listedKeys.isEmpty ? [] : listedEnd)
      ))
  }
}

/// The attributes as the builder has them: place after place.
private struct WrittenAttributes {
  let keys: [UInt32]
  let values: TextTableDraft
  let end: [UInt32]
  let keyCount: Int

  var rows: Int { end.count - 1 }

  @inline(__always)
  func values(of row: Int) -> Range<Int> { Int(end[row])..<Int(end[row + 1]) }

  /// The texts of the values, as long as `withTexts` keeps them.
  struct Texts {
    let bytes: UnsafeBufferPointer<UInt8>
    let starts: UnsafeBufferPointer<UInt32>

    @inline(__always)
    subscript(_ value: Int) -> UnsafeBufferPointer<UInt8> {
      UnsafeBufferPointer(rebasing: bytes[Int(starts[value])..<Int(starts[value + 1])])
    }
  }

  func withTexts<Result>(
    _ body: (Texts) throws(Cancelled) -> Result
  ) throws(Cancelled) -> Result {
    try values.bytes.withUnsafeBufferPointer { bytes throws(Cancelled) in
      try values.starts.withUnsafeBufferPointer { starts throws(Cancelled) in
        try body(Texts(bytes: bytes, starts: starts))
      }
    }
  }

  /// A key that fewer of the places have gets no column: a column has a cell for every place.
  private static let leastShare = 4

  /// Fewer places keep their attributes in the order in which they were added, even if the order is not always that of
  /// the keys. Then there are no columns, and a question is answered within a frame anyway.
  private static let manyRows = 1 << 15

  /// The keys that get a column, ascending. O(attributes).
  ///
  /// A key that a place has twice, or with an empty text, gets none, because a cell could not tell that. Neither does
  /// one whose values are texts of which most are different.
  func keysOfColumns(_ texts: Texts, _ cancellation: Cancellation) throws(Cancelled) -> [Int] {
    var counts = [Int](repeating: 0, count: keyCount)
    var lastRows = [Int](repeating: -1, count: keyCount)
    var isExcluded = [Bool](repeating: false, count: keyCount)
    var areInOrder = true
    for row in 0..<rows {
      try cancellation.check(every: row)
      var last = 0
      for value in values(of: row) {
        let key = Int(keys[value])
        if key < last { areInOrder = false }
        last = key
        if lastRows[key] == row || texts[value].isEmpty { isExcluded[key] = true }
        lastRows[key] = row
        counts[key] += 1
      }
    }
    guard areInOrder || rows >= Self.manyRows else { return [] }
    var samples = [ValueSample](repeating: ValueSample(), count: keyCount)
    for row in ValueSample.rows(of: rows) {
      for value in values(of: row) { samples[Int(keys[value])].add(texts[value]) }
    }
    return (1..<max(1, keyCount)).filter { key in
      !isExcluded[key] && counts[key] * Self.leastShare >= rows && counts[key] > 0
        && (samples[key].areNumbers || samples[key].different(among: counts[key]) <= counts[key] / 2)
    }
  }
}

extension DatasetBuilder {
  /// The keys that attributes have, and those of empty columns (`keptKeys`), and for each attribute the number of its
  /// key. Columns that became fields have no attributes. A key that is called like a field gets a number, so that
  /// conditions and lists can name it: `population_2`. O(attributes).
  fileprivate var usedKeys: (names: TextTable, ofAttributes: [UInt32]) {
    let table = attributeKeys.table
    var isUsed = [Bool](repeating: false, count: table.count)
    // The empty text is always there.
    isUsed[0] = true
    for key in keptKeys { isUsed[Int(key)] = true }
    for key in keyOfAttribute { isUsed[Int(key)] = true }
    var known = Set(isUsed.indices.filter { isUsed[$0] }.map { Untrusted(bytes: Array(table[$0])) })
    func isNumbered(_ name: Untrusted) -> Bool {
      numbersKeys && (ColumnID.isField(name) || namesOfFields.contains(name))
    }
    guard isUsed.contains(false) || known.contains(where: isNumbered) else {
      return (TextTable(table), keyOfAttribute)
    }
    var names = TextTableDraft()
    var numbers = [UInt32](repeating: 0, count: table.count)
    for key in isUsed.indices where isUsed[key] {
      numbers[key] = UInt32(names.count)
      var name = Untrusted(bytes: Array(table[key]))
      if isNumbered(name) {
        let free = (2...).lazy.map { Untrusted("\(name.text)_\($0)") }.first { known.insert($0).inserted }
        name = free ?? name
      }
      name.bytes.withUnsafeBufferPointer { names.append($0) }
    }
    return (TextTable(names), keyOfAttribute.map { numbers[Int($0)] })
  }
}
