/// The identities of places: numbers, and texts where the source has texts.
struct IDColumn: Sendable {
  /// `Int64.min` where the id is a text.
  let numbers: Column<Int64>
  /// Empty where all ids are numbers.
  let texts: TextTable

  subscript(_ row: Int) -> SourceID {
    guard texts.count > 0, numbers[row] == Int64.min else { return .number(numbers[row]) }
    return .text(String(decoding: texts[row], as: UTF8.self))
  }

  /// Whether the id of `left` comes before that of `right`.
  func precedes(_ left: Int, _ right: Int) -> Bool {
    if texts.count == 0 { return numbers[left] < numbers[right] }
    return self[left] < self[right]
  }

  /// The rows in ascending order of their ids; empty where that is the order they are in.
  ///
  /// O(n) where all ids are numbers, else O(n log n).
  func rowsInOrder() -> Column<UInt32> {
    let rows = 0..<numbers.count
    if rows.dropFirst().allSatisfy({ precedes($0 - 1, $0) }) { return Column([]) }
    guard texts.count == 0 else { return Column(rows.sorted(by: precedes).map(UInt32.init)) }
    // Numbers as keys without a sign, in the same order.
    var items = rows.map { RadixSort.Item(key: UInt64(bitPattern: numbers[$0] ^ .min), row: UInt32($0)) }
    RadixSort.sort(&items)
    return Column(items.map(\.row))
  }
}
