/// The identities of places: numbers, or texts if the source has texts.
struct IDColumn: Sendable {
  /// `Int64.min` if the id is a text.
  let numbers: Column<Int64>
  /// Empty if all ids are numbers.
  let texts: TextTable

  subscript(_ row: Int) -> SourceID {
    guard texts.count > 0, numbers[row] == Int64.min else { return .number(numbers[row]) }
    return .text(String(decoding: texts[row], as: UTF8.self))
  }

  /// Whether the id of `left` comes before that of `right`.
  func precedes(_ left: Int, _ right: Int) -> Bool {
    let (first, second) = (numbers[left], numbers[right])
    guard texts.count > 0, first == .min || second == .min else { return first < second }
    guard first == .min, second == .min else { return second == .min }
    return texts[left].lexicographicallyPrecedes(texts[right])
  }

  /// Whether the two rows have the same id.
  func areEqual(_ left: Int, _ right: Int) -> Bool {
    guard numbers[left] == numbers[right] else { return false }
    return texts.count == 0 || texts[left].elementsEqual(texts[right])
  }

  /// The rows in ascending order of their ids; empty if they are already in that order.
  ///
  /// O(n) if all ids are numbers, otherwise O(n log n).
  func rowsInOrder(_ cancellation: Cancellation) throws(Cancelled) -> Column<UInt32> {
    let rows = 0..<numbers.count
    if try areInOrder(cancellation) { return Column([]) }
    guard texts.count == 0 else {
      var order = rows.map { UInt32($0) }
      try order.withUnsafeMutableBufferPointer { order throws(Cancelled) in
        try order.sort(cancellation) { precedes(Int($0), Int($1)) }
      }
      return Column(order)
    }
    // Flipping the sign bit keeps the order when the numbers are compared as unsigned.
    var items = rows.map { RadixSort.Item(key: UInt64(bitPattern: numbers[$0] ^ .min), row: UInt32($0)) }
    try RadixSort.sort(&items, cancellation)
    return Column(items.map(\.row))
  }

  private func areInOrder(_ cancellation: Cancellation) throws(Cancelled) -> Bool {
    for row in 0..<max(0, numbers.count - 1) {
      try cancellation.check(every: row)
      guard precedes(row, row + 1) else { return false }
    }
    return true
  }
}

extension IDColumn: Archived {
  init(_ archive: inout some Archive, copying known: IDColumn?) throws(SnapshotError) {
    self.init(numbers: try archive.part(known?.numbers), texts: try archive.part(known?.texts))
  }
}
