import Glibc

/// Folded texts in ascending order, each with the row of its place. Search by name uses it.
///
///     text       "…\0san antonio\0san antonio\0san bruno\0…"    the keys, in order, one after the other
///     starts        ^            ^            ^                 entry → its key
///     rows                                                      entry → its place
///     words           "antonio" "bruno" …                       later words of keys, in order
///
/// Entries with a given prefix are a range: O(log n). Empty keys come first and match nothing.
/// Invariants: keys ascend; every word starts after a space; words ascend, and equal words ascend by their entries.
final class KeyIndex: Archived, Sendable {
  /// Every key is followed by a NUL.
  let text: Column<UInt8>
  let starts: Column<UInt32>
  let rows: Column<UInt32>
  /// The positions in `text` of the words that are not the first of their key.
  let wordStarts: Column<UInt32>
  /// The entry of each of these words.
  let wordEntries: Column<UInt32>
  /// The number of bytes of the longest key, including its NUL.
  let longestKey: Int
  private let keySamples: KeySamples
  private let wordSamples: KeySamples

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
    keySamples = Self.samples(ofKeys: text, starts)
    wordSamples = Self.samples(ofWords: text, wordStarts)
  }

  init(_ archive: inout some Archive, copying known: KeyIndex?) throws(SnapshotError) {
    text = try archive.part(known?.text)
    starts = try archive.part(known?.starts)
    rows = try archive.part(known?.rows)
    wordStarts = try archive.part(known?.wordStarts)
    wordEntries = try archive.part(known?.wordEntries)
    // What each search reads first is together.
    keySamples = try archive.part(known?.keySamples)
    let longest = try archive.part(known.map { Column([UInt32($0.longestKey)]) })
    wordSamples = try archive.part(known?.wordSamples)
    guard longest.count == 1, starts.count == rows.count + 1, wordStarts.count == wordEntries.count,
      keySamples.isFor(count: rows.count), wordSamples.isFor(count: wordStarts.count)
    else { throw archive.damage }
    longestKey = Int(longest[0])
  }

  var count: Int { rows.count }

  @inline(__always)
  func key(_ entry: Int) -> UnsafeBufferPointer<UInt8> {
    let bytes = bytes(ofKey: entry)
    return UnsafeBufferPointer(start: text.pointer + bytes.lowerBound, count: bytes.count)
  }

  /// Where a key is in `text`, without its NUL.
  @inline(__always)
  func bytes(ofKey entry: Int) -> Range<Int> { Int(starts[entry])..<Int(starts[entry + 1]) - 1 }

  /// The entries whose keys start with `prefix`, which is not empty and holds no NUL.
  func entries(withPrefix prefix: UnsafeBufferPointer<UInt8>) -> Range<Int> {
    range(keySamples.bounds(of: prefix, count: count), of: prefix) { text.pointer + Int(starts[$0]) }
  }

  /// The later words (indices into `wordEntries`) that start with `prefix`.
  func words(withPrefix prefix: UnsafeBufferPointer<UInt8>) -> Range<Int> {
    range(wordSamples.bounds(of: prefix, count: wordStarts.count), of: prefix) { text.pointer + Int(wordStarts[$0]) }
  }

  /// The first of `entries`, which all start with `length` equal bytes, whose next byte is greater than `byte`.
  func end(of entries: Range<Int>, after length: Int, upTo byte: UInt8) -> Int {
    partition(entries) { text[Int(starts[$0]) + length] <= byte }
  }

  /// The entry whose key contains the byte of `text` at `position`, which must not be before the key of `start`.
  /// O(log of the entries in between).
  func entry(at position: Int, from start: Int) -> Int {
    var low = start
    var step = 1
    while low + step < count && Int(starts[low + step]) <= position {
      low += step
      step *= 2
    }
    return partition(low..<min(low + step, count)) { Int(starts[$0 + 1]) <= position }
  }

  /// The entries that have the same key as `entry`. O(log of their number) comparisons.
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

  /// The beginning that all keys of `entries` share, in whole characters. O(length).
  func common(_ entries: Range<Int>) -> [UInt8] {
    guard !entries.isEmpty else { return [] }
    return key(entries.lowerBound).sharedCharacters(with: key(entries.upperBound - 1))
  }

  private func range(
    _ bounds: (lower: Range<Int>, upper: Range<Int>), of prefix: UnsafeBufferPointer<UInt8>,
    text: (Int) -> UnsafePointer<UInt8>
  ) -> Range<Int> {
    guard let wanted = prefix.baseAddress else { return 0..<0 }
    func order(_ index: Int) -> Int32 {
      text(index).withMemoryRebound(to: CChar.self, capacity: 1) { key in
        wanted.withMemoryRebound(to: CChar.self, capacity: 1) { strncmp(key, $0, prefix.count) }
      }
    }
    let lower = partition(bounds.lower) { order($0) < 0 }
    return lower..<partition(max(lower, bounds.upper.lowerBound)..<bounds.upper.upperBound) { order($0) == 0 }
  }

  /// Whether the samples are those of the keys and words. O(n / 64).
  var hasItsSamples: Bool {
    keySamples.isSame(as: Self.samples(ofKeys: text, starts))
      && wordSamples.isSame(as: Self.samples(ofWords: text, wordStarts))
  }

  private static func samples(ofKeys text: Column<UInt8>, _ starts: Column<UInt32>) -> KeySamples {
    KeySamples(count: max(0, starts.count - 1), lastEnd: 0) { text.pointer + Int(starts[$0]) }
  }

  private static func samples(ofWords text: Column<UInt8>, _ starts: Column<UInt32>) -> KeySamples {
    KeySamples(count: starts.count, lastEnd: 0x20) { text.pointer + Int(starts[$0]) }
  }
}

extension KeyIndex {
  /// Whether the invariants hold. O(n log n). For tests.
  func checkInvariants(rowCount: Int) -> Bool {
    guard starts.count == count + 1, wordStarts.count == wordEntries.count, Int(starts[count]) == text.count else {
      return false
    }
    guard hasItsSamples else { return false }
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

extension RandomAccessCollection<UInt8> where Index == Int {
  /// The beginning that two UTF-8 texts share, in whole characters. The indices of both start at 0.
  func sharedCharacters(with other: some RandomAccessCollection<UInt8>) -> [UInt8] {
    var length = zip(self, other).prefix { $0 == $1 }.count
    while length > 0 && length < count && self[length] & 0xC0 == 0x80 { length -= 1 }
    return Array(prefix(length))
  }
}
