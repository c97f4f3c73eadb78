/// The identities of places: numbers, or texts if the source has texts.
struct IDColumn: Sendable {
  /// `Int64.min` if the id is a text.
  let numbers: Column<Int64>
  /// Empty if all ids are numbers.
  let texts: TextTable
  /// The rows in ascending order of their ids, if that was found when the ids were made. It is not archived.
  private let knownOrder: Column<UInt32>?

  init(numbers: Column<Int64>, texts: TextTable, order: Column<UInt32>? = nil) {
    self.numbers = numbers
    self.texts = texts
    knownOrder = order
  }

  subscript(_ row: Int) -> SourceID {
    guard texts.count > 0, numbers[row] == Int64.min else { return .number(numbers[row]) }
    return .text(String(decoding: texts[row], as: UTF8.self))
  }

  /// Whether the id of `left` comes before that of `right`.
  func precedes(_ left: Int, _ right: Int) -> Bool {
    let (first, second) = (numbers[left], numbers[right])
    guard texts.count > 0, first == .min || second == .min else { return first < second }
    guard first == .min, second == .min else { return second == .min }
    return texts[left].order(to: texts[right]) < 0
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
    if try areInOrder(cancellation) { return Column([]) }
    if let knownOrder { return knownOrder }
    let rows = 0..<numbers.count
    guard texts.count == 0 else {
      var order = rows.map { UInt32($0) }
      try order.withUnsafeMutableBufferPointer { order throws(Cancelled) in
        try order.sort(cancellation) { precedes(Int($0), Int($1)) }
      }
      return Column(order)
    }
    return Column(try Self.sorted(numbers.elements, cancellation).map(\.row))
  }

  /// The rows with the keys of their numbers, in ascending order.
  static func sorted(
    _ numbers: some Collection<Int64>, _ cancellation: Cancellation
  ) throws(Cancelled) -> [RadixSort.Item] {
    var row: UInt32 = 0
    var items = numbers.map { number in
      defer { row += 1 }
      return RadixSort.Item(key: key(number), row: row)
    }
    try RadixSort.sort(&items, cancellation)
    return items
  }

  /// Flipping the sign bit keeps the order when the numbers are compared as unsigned.
  static func key(_ number: Int64) -> UInt64 { UInt64(bitPattern: number ^ .min) }

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
