import GazetteerIndex

/// The table of zip codes, read in place. Its layout is in `Scripts/make-zip-codes`. Any thread may use it, because
/// nobody writes the bytes.
package struct ZipCodes: @unchecked Sendable {
  private let bytes: UnsafeRawBufferPointer
  /// The number of zip codes.
  let count: Int
  private let towns: Range<Int>

  private static let mark = Array("gazzip1\n".utf8)
  private static let header = mark.count + 8
  private static let row = 12
  private static let unknown = 0xFF_FFFF

  /// nil if the bytes are no such table.
  ///
  /// - Parameter bytes: must stay valid.
  package init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= Self.header, bytes.prefix(Self.mark.count).elementsEqual(Self.mark) else { return nil }
    count = Self.number(bytes[Self.mark.count..<Self.mark.count + 4])
    let names = Self.number(bytes[Self.mark.count + 4..<Self.header])
    let start = Self.header + count * Self.row
    guard start + names <= bytes.count else { return nil }
    self.bytes = bytes
    towns = start..<start + names
  }

  /// The zip code with these five digits; nil if there is none. O(log n), and one pass over the names of towns.
  package func zipCode(_ digits: String) -> ZipCode? {
    guard ZipCode.digits(of: digits) == digits, let wanted = Int(digits) else { return nil }
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if code(middle) < wanted { low = middle + 1 } else { high = middle }
    }
    guard low < count, code(low) == wanted else { return nil }
    return ZipCode(
      code: digits, town: line(field(low, 9, 2), of: towns),
      state: line(field(low, 11, 1), of: towns.upperBound..<bytes.count), coordinate: coordinate(low))
  }

  func coordinate(_ row: Int) -> Coordinate? {
    let (latitude, longitude) = (field(row, 3, 3), field(row, 6, 3))
    guard latitude != Self.unknown else { return nil }
    // Whole numbers are divided, so that the result is the nearest number to the written one.
    return Coordinate(
      latitude: Double(latitude - 900_000) / 10_000, longitude: Double(longitude - 1_800_000) / 10_000)
  }

  func code(_ row: Int) -> Int { field(row, 0, 3) }

  private func field(_ row: Int, _ offset: Int, _ size: Int) -> Int {
    let start = Self.header + row * Self.row + offset
    return Self.number(bytes[start..<start + size])
  }

  private static func number(_ bytes: Slice<UnsafeRawBufferPointer>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }

  /// A line of a part of the table; empty if there is none.
  private func line(_ index: Int, of range: Range<Int>) -> Untrusted {
    let lines = bytes[range].split(
      separator: UInt8(ascii: "\n"), maxSplits: index + 1, omittingEmptySubsequences: false)
    return lines.indices.contains(index) ? Untrusted(bytes: lines[index]) : Untrusted("")
  }
}
