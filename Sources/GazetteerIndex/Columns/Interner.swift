/// Texts that occur often, each stored once and numbered. The empty text is always number 0.
package struct Interner {
  package private(set) var table: TextTableDraft
  private var slots = SlotTable()

  package init(limit: Int = DatasetBuilder.mostText) {
    table = TextTableDraft(limit: limit)
    _ = number(of: UnsafeBufferPointer(start: nil, count: 0))
  }

  /// The number of a text. A text that is new gets the next number. O(length) expected.
  package mutating func number(of text: UnsafeBufferPointer<UInt8>) -> UInt32 {
    var hash = WordHash()
    hash.add(text)
    if let number = slots.number(hash: hash.value, where: { table.holds(text, at: $0) }) { return number }
    table.append(text)
    return slots.add(hash: hash.value)
  }
}
