import Glibc

/// What it takes to find the best of the names that begin with some letters, however many there are.
///
/// For names and alternate names by where their keys stand in order, and for the later words of names by where the words
/// do.
struct NameRanks: Sendable {
  let names: RangeLeast
  let alternates: RangeLeast
  let words: RangeLeast

  /// O(names + alternates + words).
  init(_ dataset: Dataset) {
    names = RangeLeast(count: dataset.names.count) { dataset.rank(ofName: $0) }
    alternates = RangeLeast(count: dataset.alternateNames.count) { dataset.rank(ofAlternate: $0) }
    words = RangeLeast(count: dataset.names.wordEntries.count) { dataset.rank(ofWord: $0) }
  }
}

extension Dataset {
  /// The position in the order of relevance of the place that an entry of the index of names belongs to.
  @inline(__always)
  func rank(ofName entry: Int) -> UInt32 { order.relevance[Int(names.rows[entry])] }

  /// The same for an entry of the index of alternate names.
  @inline(__always)
  func rank(ofAlternate entry: Int) -> UInt32 { order.relevance[Int(alternateNames.rows[entry])] }

  /// The same for a later word of a name.
  @inline(__always)
  func rank(ofWord word: Int) -> UInt32 { rank(ofName: Int(names.wordEntries[word])) }
}

extension KeyIndex {
  /// The entries of the same key as `entry`. O(log of their number) comparisons.
  func run(of entry: Int) -> Range<Int> {
    let start = text.pointer + Int(starts[entry])
    let length = Int(starts[entry + 1]) - Int(starts[entry])
    func isSame(_ other: Int) -> Bool {
      Int(starts[other + 1]) - Int(starts[other]) == length
        && memcmp(text.pointer + Int(starts[other]), start, length) == 0
    }
    var step = 1
    var low = entry
    while low - step >= 0 && isSame(low - step) {
      low -= step
      step *= 2
    }
    low = partition(max(0, low - step)..<low) { !isSame($0) }
    step = 1
    var high = entry
    while high + step < count && isSame(high + step) {
      high += step
      step *= 2
    }
    return low..<partition(high + 1..<min(high + step, count)) { isSame($0) }
  }

  /// The bytes that the keys of `entries` begin with, whole characters only. O(length).
  func common(_ entries: Range<Int>) -> [UInt8] {
    guard !entries.isEmpty else { return [] }
    return key(entries.lowerBound).sharedCharacters(with: key(entries.upperBound - 1))
  }
}

extension RandomAccessCollection<UInt8> where Index == Int {
  /// The beginning of UTF-8 that it shares with another, whole characters only; both start at index 0.
  func sharedCharacters(with other: some RandomAccessCollection<UInt8>) -> [UInt8] {
    var length = zip(self, other).prefix { $0 == $1 }.count
    while length > 0 && length < count && self[length] & 0xC0 == 0x80 { length -= 1 }
    return Array(prefix(length))
  }
}
