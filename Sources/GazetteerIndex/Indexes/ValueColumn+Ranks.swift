/// The order of the values of a column.
extension ValueColumn {
  /// The rank of a row without a value. The least value has rank 1.
  static let unranked: UInt32 = 0

  /// For each row the rank of its value: equal values have one rank, lesser values a lesser one.
  ///
  /// O(1) for numbers in cells if equal ones are in one cell, and for populations. For others O(rows + n log n) for n
  /// different values the first time, or O(rows) for most ids and positions, and O(1) later. Memory: four bytes for each
  /// row.
  ///
  /// - Parameter type: how to compare the values: as the type of the column, or as texts.
  func ranks(as type: CellType, _ cancellation: Cancellation) throws(Cancelled) -> Column<UInt32> {
    try (type == self.type ? knownRanks : knownRanksOfTexts)(cancellation) { cancellation throws(Cancelled) in
      if type != .text, cells.isEmpty, let ranks = try numbers.ranksWithoutSorting(cancellation) { return ranks }
      let ofCells = try type == .text ? textRanks(cancellation) : numberRanks(cancellation)
      if !cells.isEmpty, ofCells.enumerated().allSatisfy({ $0 == $1 }) { return cells }
      return try Column(count: count) { ranks throws(Cancelled) in
        for row in 0..<count {
          try cancellation.check(every: row)
          ranks[row] = ofCells[cells.isEmpty ? row : Int(cells[row])]
        }
      }
    }
  }

  /// Where a rank is in an order: less is earlier, and rows without a value are last.
  @inline(__always)
  static func position(ofRank rank: UInt32, isDescending: Bool) -> UInt32 { isDescending ? ~rank : rank &- 1 }

  private func numberRanks(_ cancellation: Cancellation) throws(Cancelled) -> [UInt32] {
    // A column without values has no numbers, whatever type the same column has in other sources.
    guard !numbers.isEmpty else { return [UInt32](repeating: Self.unranked, count: max(count, texts?.count ?? 0)) }
    var ranks = [UInt32](repeating: Self.unranked, count: numbers.count)
    var rank = Self.unranked
    guard cells.isEmpty else {
      for cell in 1..<numbers.count {
        if cell == 1 || numbers[cell - 1] != numbers[cell] { rank += 1 }
        ranks[cell] = rank
      }
      return ranks
    }
    var items: [RadixSort.Item] = []
    for cell in 0..<numbers.count where !numbers[cell].isNaN {
      items.append(RadixSort.Item(key: AttributeColumn.sortable(numbers[cell]), row: UInt32(cell)))
    }
    try RadixSort.sort(&items, cancellation)
    for (position, item) in items.enumerated() {
      if position == 0 || items[position - 1].key != item.key { rank += 1 }
      ranks[Int(item.row)] = rank
    }
    return ranks
  }

  /// The text by which a cell is sorted; empty if it has no value. Several categories are one text.
  private func sortedText(_ cell: Int) -> Untrusted {
    guard let texts else { return Untrusted(numbers[cell].isNaN ? "" : Numeral.plain(numbers[cell])) }
    guard let parts else { return texts.untrusted(cell) }
    return Untrusted(bytes: parts[cell].map { texts.untrusted($0).bytes }.joined(separator: ", ".utf8))
  }

  /// Whether a row has a value, as far as this is known without looking at each.
  var hasValues: Bool { !numbers.isEmpty || parts != nil || cells.isEmpty || (texts?.count ?? 0) > 1 }

  /// Texts are first compared by so many bytes of their folds: enough for addresses of the web with the same beginning.
  private static let mostCompared = 256

  /// By folded text, then by bytes.
  private func textRanks(_ cancellation: Cancellation) throws(Cancelled) -> [UInt32] {
    let count = parts?.count ?? texts?.count ?? numbers.count
    // Positions in the folds have 32 bits.
    let most = min(Self.mostCompared, (Int(UInt32.max) - 64) / (count + 1) - 1)
    var folds: [UInt8] = []
    var items: [KeySort.Item] = []
    for cell in 0..<count {
      try cancellation.check(every: cell)
      let text = sortedText(cell)
      guard !text.isEmpty else { continue }
      let start = folds.count
      items.append(KeySort.Item(position: UInt32(start), number: UInt32(cell)))
      text.bytes.withUnsafeBufferPointer { Fold.append($0, to: &folds) }
      folds.removeLast(max(0, folds.count - start - most))
      folds.append(0)
    }
    // The sort reads eight bytes at once.
    folds.append(contentsOf: repeatElement(0, count: 8))
    func precedes(_ left: UInt32, _ right: UInt32) -> Bool {
      OrderedValue(sortedText(Int(left)), as: .text)
        .precedes(OrderedValue(sortedText(Int(right)), as: .text), isDescending: false)
    }
    try folds.withUnsafeBufferPointer { folds throws(Cancelled) in
      guard let text = folds.baseAddress else { return }
      try KeySort(text: text, end: .nul, precedes: precedes, cancellation: cancellation).sort(&items)
    }
    var ranks = [UInt32](repeating: Self.unranked, count: count)
    var rank = Self.unranked
    for (position, item) in items.enumerated() {
      try cancellation.check(every: position)
      if position == 0 || !haveSameText(Int(items[position - 1].number), Int(item.number)) { rank += 1 }
      ranks[Int(item.number)] = rank
    }
    return ranks
  }

  private func haveSameText(_ left: Int, _ right: Int) -> Bool {
    guard let texts, parts == nil else { return sortedText(left) == sortedText(right) }
    return texts[left].elementsEqual(texts[right])
  }

  /// The value of a row as it is sorted. O(its bytes).
  func orderedValue(of row: Int, as type: CellType) -> OrderedValue {
    let cell = cells.isEmpty ? row : Int(cells[row])
    guard type != .text else { return OrderedValue(sortedText(cell), as: .text) }
    return numbers.isEmpty || numbers[cell].isNaN ? .missing : .number(numbers[cell] + 0)
  }
}
