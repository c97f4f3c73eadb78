import Glibc

/// Folded texts, each with the row of the place it belongs to, in ascending order: what search by name looks into.
///
///     text       "…\0san antonio\0san antonio\0san bruno\0…"    the keys, in order, end to end
///     starts        ^            ^            ^                 entry → its key
///     rows                                                      entry → its place
///     words           "antonio" "bruno" …                       later words of keys, in order
///
/// Entries with a given prefix are a range: O(log n). Empty keys come first and match nothing.
/// Invariants: keys ascend; every word starts after a space; words ascend, equal ones
/// by their entries.
final class KeyIndex: Sendable {
  /// Every key is followed by a NUL.
  let text: Column<UInt8>
  let starts: Column<UInt32>
  let rows: Column<UInt32>
  /// Where in `text` a word starts that is not the first of its key.
  let wordStarts: Column<UInt32>
  /// The entries that these words are in.
  let wordEntries: Column<UInt32>
  /// The number of bytes of the longest key, its NUL included.
  let longestKey: Int

  init(
    text: Column<UInt8>, starts: Column<UInt32>, rows: Column<UInt32>, wordStarts: Column<UInt32>,
    wordEntries: Column<UInt32>, longestKey: Int
  ) {
    self.text = text
    self.starts = starts
    self.rows = rows
    self.wordStarts = wordStarts
    self.wordEntries = wordEntries
    self.longestKey = longestKey
  }

  var count: Int { rows.count }

  @inline(__always)
  func key(_ entry: Int) -> UnsafeBufferPointer<UInt8> {
    let start = Int(starts[entry])
    return UnsafeBufferPointer(start: text.pointer + start, count: Int(starts[entry + 1]) - start - 1)
  }

  /// The entries whose keys start with `prefix`, which is not empty and holds no NUL.
  func entries(withPrefix prefix: UnsafeBufferPointer<UInt8>) -> Range<Int> {
    range(in: count, of: prefix) { text.pointer + Int(starts[$0]) }
  }

  /// The later words (indices into `wordEntries`) that start with `prefix`.
  func words(withPrefix prefix: UnsafeBufferPointer<UInt8>) -> Range<Int> {
    range(in: wordStarts.count, of: prefix) { text.pointer + Int(wordStarts[$0]) }
  }

  /// The first of `entries`, which all start with `length` equal bytes, whose next byte is greater than `byte`.
  func end(of entries: Range<Int>, after length: Int, upTo byte: UInt8) -> Int {
    partition(entries) { text[Int(starts[$0]) + length] <= byte }
  }

  /// The entry whose key holds the byte of `text` at `position`, which is not before that of the entry `start`.
  /// O(log of the entries passed over).
  func entry(at position: Int, from start: Int) -> Int {
    var low = start
    var step = 1
    while low + step < count && Int(starts[low + step]) <= position {
      low += step
      step *= 2
    }
    return partition(low..<min(low + step, count)) { Int(starts[$0 + 1]) <= position }
  }

  private func range(
    in count: Int, of prefix: UnsafeBufferPointer<UInt8>, text: (Int) -> UnsafePointer<UInt8>
  ) -> Range<Int> {
    guard let wanted = prefix.baseAddress else { return 0..<0 }
    func order(_ index: Int) -> Int32 {
      text(index).withMemoryRebound(to: CChar.self, capacity: 1) { key in
        wanted.withMemoryRebound(to: CChar.self, capacity: 1) { strncmp(key, $0, prefix.count) }
      }
    }
    let lower = partition(0..<count) { order($0) < 0 }
    return lower..<partition(lower..<count) { order($0) == 0 }
  }
}

/// The first index of `range` for which `isBefore` does not hold; it holds for a beginning of the range only.
@inline(__always)
func partition(_ range: Range<Int>, where isBefore: (Int) -> Bool) -> Int {
  var low = range.lowerBound
  var high = range.upperBound
  while low < high {
    let middle = (low + high) / 2
    if isBefore(middle) { low = middle + 1 } else { high = middle }
  }
  return low
}

extension KeyIndex {
  /// Whether the columns are what the type promises. O(n log n). For tests, and for files that are not trusted.
  func checkInvariants(rowCount: Int) -> Bool {
    guard starts.count == count + 1, wordStarts.count == wordEntries.count, Int(starts[count]) == text.count else {
      return false
    }
    for entry in 0..<count {
      guard starts[entry] < starts[entry + 1], rows[entry] < rowCount, text[Int(starts[entry + 1]) - 1] == 0 else {
        return false
      }
      if entry > 0 && key(entry).lexicographicallyPrecedes(key(entry - 1)) { return false }
    }
    for word in 0..<wordStarts.count {
      let entry = Int(wordEntries[word])
      let start = wordStarts[word]
      guard entry < count, start > starts[entry], start < starts[entry + 1], text[Int(start) - 1] == 0x20 else {
        return false
      }
      if word > 0 && self.word(word).lexicographicallyPrecedes(self.word(word - 1)) { return false }
    }
    return true
  }

  private func word(_ word: Int) -> Slice<UnsafeBufferPointer<UInt8>> {
    text.elements[Int(wordStarts[word])...].prefix { $0 > 0x20 }
  }
}
