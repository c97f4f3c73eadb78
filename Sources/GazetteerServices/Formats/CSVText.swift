/// The bytes of a file of separated values, and the scans over them. At least eight zero bytes follow the last byte, so
/// a scan that reads eight bytes at a time stops without checking for the end.
struct CSVText {
  let base: UnsafePointer<UInt8>
  let count: Int
  /// Where the text starts: after a byte order mark, if there is one.
  let start: Int
  private let delimiters: UInt64

  static let quote = UInt8(ascii: "\"")
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let tab = UInt8(ascii: "\t")

  init?(_ bytes: UnsafeBufferPointer<UInt8>, delimiter: UInt8) {
    guard let base = bytes.baseAddress else { return nil }
    self.base = base
    count = bytes.count
    start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    delimiters = Self.ones &* UInt64(delimiter)
  }

  @inline(__always)
  subscript(_ index: Int) -> UInt8 { base[index] }

  /// The first delimiter, quote or control character from `index` on; the end if there is none. Reads eight bytes at a
  /// time. Afterwards, `isBeyondASCII(seen)` says whether one of the words that were read, including the last, has
  /// bytes above ASCII.
  @inline(__always)
  func stopOutsideQuotes(from index: Int, seen: inout UInt64) -> Int {
    var index = index
    while true {
      let word = word(at: index)
      seen |= word
      let stops = Self.controls(word) | Self.zeros(word ^ Self.quotes) | Self.zeros(word ^ delimiters)
      if stops != 0 { return index + stops.trailingZeroBitCount / 8 }
      index += 8
    }
  }

  /// The first quote or control character from `index` on. Otherwise the same as `stopOutsideQuotes`.
  @inline(__always)
  func stopInsideQuotes(from index: Int, seen: inout UInt64) -> Int {
    var index = index
    while true {
      let word = word(at: index)
      seen |= word
      let stops = Self.controls(word) | Self.zeros(word ^ Self.quotes)
      if stops != 0 { return index + stops.trailingZeroBitCount / 8 }
      index += 8
    }
  }

  /// Whether a record may end at `index`: at a line end or the end of the text.
  @inline(__always)
  func isRecordEnd(_ index: Int) -> Bool {
    let byte = self[index]
    return byte == Self.lineFeed || byte == Self.carriageReturn || index == count
  }

  /// The first line end from `index` on, or the end of the text.
  func lineEnd(from index: Int) -> Int {
    var index = index
    while !isRecordEnd(index) { index += 1 }
    return index
  }

  /// The index after the line end at `index`.
  @inline(__always)
  func afterLineEnd(at index: Int) -> Int {
    self[index] == Self.carriageReturn && self[index + 1] == Self.lineFeed ? index + 2 : index + 1
  }

  /// The place of `index` in a record that starts at `start`, on the line `line`. O(index - start).
  func place(of index: Int, recordStart start: Int, line: Int) -> CSVError.Place {
    var line = line
    var lineStart = start
    var end = lineEnd(from: start)
    while end < index {
      lineStart = afterLineEnd(at: end)
      line += 1
      end = lineEnd(from: lineStart)
    }
    var column = 1
    for byte in UnsafeBufferPointer(start: base + lineStart, count: index - lineStart) where byte & 0xC0 != 0x80 {
      column += 1
    }
    return CSVError.Place(line: line, column: column)
  }

  /// Whether a word that a scan has read has bytes above ASCII.
  @inline(__always)
  static func isBeyondASCII(_ seen: UInt64) -> Bool { seen & high != 0 }

  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let high: UInt64 = 0x8080_8080_8080_8080
  private static let quotes = ones &* UInt64(UInt8(ascii: "\""))

  @inline(__always)
  private func word(at index: Int) -> UInt64 {
    UInt64(littleEndian: UnsafeRawPointer(base + index).loadUnaligned(as: UInt64.self))
  }

  // The borrow of a subtraction can wrongly mark a byte above the first hit, but never a byte below it. The scans use
  // only the lowest mark.

  /// The high bit of the bytes of `word` that are below 0x20.
  @inline(__always)
  private static func controls(_ word: UInt64) -> UInt64 { (word &- ones &* 0x20) & ~word & high }

  /// The high bit of the bytes of `word` that are zero.
  @inline(__always)
  private static func zeros(_ word: UInt64) -> UInt64 { (word &- ones) & ~word & high }
}
