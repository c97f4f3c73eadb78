/// Texts laid end to end: the text at `i` is `bytes[starts[i]..<starts[i + 1]]`.
package struct TextTable: Sendable {
  package let bytes: Column<UInt8>
  package let starts: Column<UInt32>

  package init(bytes: Column<UInt8>, starts: Column<UInt32>) {
    self.bytes = bytes
    self.starts = starts
  }

  package init(_ draft: TextTableDraft) {
    self.init(bytes: Column(draft.bytes), starts: Column(draft.starts))
  }

  package var count: Int { max(0, starts.count - 1) }

  package subscript(_ index: Int) -> UnsafeBufferPointer<UInt8> {
    @inline(__always) get {
      let start = Int(starts[index])
      return UnsafeBufferPointer(start: bytes.pointer + start, count: Int(starts[index + 1]) - start)
    }
  }

  package func untrusted(_ index: Int) -> Untrusted { Untrusted(bytes: self[index]) }
}

/// A `TextTable` while it grows. Once its texts are more than can be addressed, it is full and takes no more.
package struct TextTableDraft {
  package private(set) var bytes: [UInt8] = []
  package private(set) var starts: [UInt32] = [0]
  /// Whether texts are missing, which are empty here, for want of room.
  package private(set) var isFull = false
  private let limit: Int

  /// - Parameter limit: how many bytes the texts may have.
  package init(limit: Int = DatasetBuilder.mostText) { self.limit = limit }

  package var count: Int { starts.count - 1 }

  package subscript(_ index: Int) -> ArraySlice<UInt8> { bytes[Int(starts[index])..<Int(starts[index + 1])] }

  package mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
    if bytes.count + text.count <= limit { bytes.append(contentsOf: text) } else { isFull = true }
    starts.append(UInt32(bytes.count))
  }

  package func holds(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    self[index].elementsEqual(text)
  }

  /// Keeps the first `count` texts.
  package mutating func truncate(to count: Int) {
    starts.removeLast(self.count - count)
    bytes.removeLast(bytes.count - Int(starts[count]))
  }
}

/// Texts that occur often, each kept once. The empty text is always number 0.
package struct Interner {
  package private(set) var table: TextTableDraft
  private var slots = SlotTable()

  package init(limit: Int = DatasetBuilder.mostText) {
    table = TextTableDraft(limit: limit)
    _ = number(of: UnsafeBufferPointer(start: nil, count: 0))
  }

  /// The number of a text, a new one where it is new. O(length) expected.
  package mutating func number(of text: UnsafeBufferPointer<UInt8>) -> UInt32 {
    var hash = WordHash()
    hash.add(text)
    if let number = slots.number(hash: hash.value, where: { table.holds(text, at: $0) }) { return number }
    table.append(text)
    return slots.add(hash: hash.value)
  }
}
