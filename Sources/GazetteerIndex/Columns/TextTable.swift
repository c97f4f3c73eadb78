import Glibc

/// Texts stored one after the other: the text at `i` is `bytes[starts[i]..<starts[i + 1]]`.
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

  /// The first texts, in the same memory. O(1).
  func prefix(_ count: Int) -> TextTable {
    count == self.count ? self : TextTable(bytes: bytes[0..<Int(starts[count])], starts: starts[0..<count + 1])
  }
}

extension TextTable: Archived {
  init(_ archive: inout some Archive, copying known: TextTable?) throws(SnapshotError) {
    self.init(bytes: try archive.part(known?.bytes), starts: try archive.part(known?.starts))
    guard starts.count > 0 else { throw archive.damage }
  }
}

/// A `TextTable` under construction. When its texts exceed the limit, it is full and ignores further texts.
package struct TextTableDraft {
  package private(set) var bytes: [UInt8] = []
  package private(set) var starts: [UInt32] = [0]
  /// Whether texts were left out because they exceeded the limit. They are empty here.
  package private(set) var isFull = false
  private let limit: Int

  /// - Parameter limit: how many bytes the texts may have together.
  package init(limit: Int = DatasetBuilder.mostText) { self.limit = limit }

  package var count: Int { starts.count - 1 }

  package subscript(_ index: Int) -> ArraySlice<UInt8> { bytes[Int(starts[index])..<Int(starts[index + 1])] }

  package mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
    if bytes.count + text.count <= limit { bytes.append(contentsOf: text) } else { isFull = true }
    starts.append(UInt32(bytes.count))
  }

  package func holds(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    let start = Int(starts[index])
    guard Int(starts[index + 1]) - start == text.count else { return false }
    guard let wanted = text.baseAddress else { return true }
    return bytes.withUnsafeBufferPointer { bytes in
      bytes.baseAddress.map { memcmp($0 + start, wanted, text.count) == 0 } ?? true
    }
  }

  /// Removes all but the first `count` texts.
  package mutating func truncate(to count: Int) {
    starts.removeLast(self.count - count)
    bytes.removeLast(bytes.count - Int(starts[count]))
  }
}
