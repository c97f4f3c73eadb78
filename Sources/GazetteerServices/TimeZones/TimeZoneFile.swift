import GazetteerIndex

/// A file in the Time Zone Information Format (RFC 9636), versions 1 to 4.
///
///     header, block of 32-bit times │ versions 2+: header, block of 64-bit times, \n rule \n
///     block = times │ the type after each │ types (offset, DST, name) │ names │ leap seconds │ indicators
///
/// Of versions 2 and later only the second block is read. Files that count leap seconds are refused.
package struct TimeZoneFile {
  private var times: [Int64] = []
  private var typeAfter: [UInt8] = []
  private var types: [(offset: Int, abbreviation: String)] = []
  /// The rule after the last of `times`.
  private var rule: TimeZoneRule?

  /// The content of a file; nil if any part that is read is malformed. O(size).
  package init?(_ bytes: [UInt8]) {
    var reader = Reader(bytes: bytes[...])
    guard var header = reader.header() else { return nil }
    let version = header.version
    if version >= UInt8(ascii: "2") {
      guard reader.skip(header.size(ofTime: 4)), let second = reader.header(), second.version == version else {
        return nil
      }
      header = second
    } else if version != 0 {
      return nil
    }
    guard readBlock(header, timeSize: version == 0 ? 4 : 8, from: &reader) else { return nil }
    guard version != 0 else { return }
    guard let footer = reader.footer() else { return nil }
    guard !footer.isEmpty else { return }
    guard let rule = TimeZoneRule(footer) else { return nil }
    self.rule = rule
  }

  /// O(log transitions).
  package func localTime(at seconds: Int64) -> LocalTime? {
    var low = 0
    var high = times.count
    while low < high {
      let middle = (low + high) / 2
      if times[middle] <= seconds { low = middle + 1 } else { high = middle }
    }
    if low == times.count, let rule { return rule.localTime(at: seconds) }
    let type = types[low == 0 ? 0 : Int(typeAfter[low - 1])]
    return LocalTime(secondsSinceEpoch: seconds, offsetSeconds: type.offset, abbreviation: type.abbreviation)
  }

  private mutating func readBlock(_ header: Header, timeSize: Int, from reader: inout Reader) -> Bool {
    guard header.leapCount == 0, header.typeCount > 0, header.size(ofTime: timeSize) <= reader.bytes.count else {
      return false
    }
    for _ in 0..<header.timeCount {
      guard let time = reader.integer(size: timeSize), times.last.map({ $0 < time }) ?? true else { return false }
      times.append(time)
    }
    typeAfter = Array(reader.take(header.timeCount))
    guard typeAfter.allSatisfy({ $0 < header.typeCount }) else { return false }
    var rows: [(offset: Int, name: Int)] = []
    for _ in 0..<header.typeCount {
      guard let offset = reader.integer(size: 4), Self.offsets.contains(offset), reader.skip(1),
        let name = reader.take(1).first
      else { return false }
      rows.append((Int(offset), Int(name)))
    }
    let names = reader.take(header.nameCount)
    for row in rows {
      guard let name = Self.name(at: row.name, in: names) else { return false }
      types.append((row.offset, name))
    }
    return reader.skip(header.standardCount + header.universalCount)
  }

  /// The offsets from UTC that are accepted: up to a week, the limit of rules.
  private static let offsets: ClosedRange<Int64> = -604_800...604_800

  private static func name(at index: Int, in names: ArraySlice<UInt8>) -> String? {
    let name = names.dropFirst(index).prefix { $0 != 0 }
    guard name.endIndex < names.endIndex, name.allSatisfy({ $0.isLetterOrDigit || $0 == 0x2B || $0 == 0x2D }) else {
      return nil
    }
    return String(decoding: name, as: UTF8.self)
  }
}

/// The header of a block.
private struct Header {
  let version: UInt8
  let universalCount: Int
  let standardCount: Int
  let leapCount: Int
  let timeCount: Int
  let typeCount: Int
  let nameCount: Int

  /// The bytes of the block that follows; the counts are 32 bits each, so the sum cannot overflow.
  func size(ofTime timeSize: Int) -> Int {
    timeCount * (timeSize + 1) + typeCount * 6 + nameCount + leapCount * (timeSize + 4) + standardCount + universalCount
  }
}

/// Reads bytes from the start, never beyond the end.
private struct Reader {
  var bytes: ArraySlice<UInt8>

  mutating func take(_ count: Int) -> ArraySlice<UInt8> {
    defer { bytes = bytes.dropFirst(count) }
    return bytes.prefix(count)
  }

  mutating func skip(_ count: Int) -> Bool { take(count).count == count }

  /// A signed number of 4 or 8 bytes, highest byte first.
  mutating func integer(size: Int) -> Int64? {
    let taken = take(size)
    guard taken.count == size else { return nil }
    let bits = taken.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return size == 4 ? Int64(Int32(truncatingIfNeeded: bits)) : Int64(bitPattern: bits)
  }

  mutating func header() -> Header? {
    guard take(4).elementsEqual("TZif".utf8), let version = take(1).first, skip(15) else { return nil }
    var counts: [Int] = []
    for _ in 0..<6 {
      guard let count = integer(size: 4), count >= 0 else { return nil }
      counts.append(Int(count))
    }
    return Header(
      version: version, universalCount: counts[0], standardCount: counts[1], leapCount: counts[2],
      timeCount: counts[3], typeCount: counts[4], nameCount: counts[5])
  }

  /// The text between the two line ends that close the file.
  mutating func footer() -> ArraySlice<UInt8>? {
    guard take(1).first == UInt8(ascii: "\n") else { return nil }
    let text = bytes.prefix { $0 != UInt8(ascii: "\n") }
    return text.endIndex < bytes.endIndex ? text : nil
  }
}
