import GazetteerIndex

/// A moment as `GAZ_NOW` and transcripts write it: `2026-01-01T12:00:00Z`, or seconds since 1970 in UTC.
struct Moment: Equatable {
  /// The years 1 to 9999, in seconds since 1970-01-01 00:00 UTC.
  static let range: ClosedRange<Int64> = -62_135_596_800...253_402_300_799

  /// Within `range`.
  let seconds: Int64

  init?(written text: String) {
    if let seconds = Int64(text) {
      guard Self.range.contains(seconds) else { return nil }
      self.seconds = seconds
      return
    }
    let bytes = Array(text.utf8)
    guard bytes.count == 20, String(decoding: [4, 7, 10, 13, 16, 19].map { bytes[$0] }, as: UTF8.self) == "--T::Z"
    else { return nil }
    let numbers = [0..<4, 5..<7, 8..<10, 11..<13, 14..<16, 17..<19].map { range -> Int? in
      guard bytes[range].allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
      return Int(String(decoding: bytes[range], as: UTF8.self))
    }
    let known = numbers.compactMap { $0 }
    guard known.count == 6, known[0] > 0, 1...12 ~= known[1], 1...31 ~= known[2], known[3] < 24, known[4] < 60,
      known[5] < 60
    else {
      return nil
    }
    let day = CivilDate.day(year: known[0], month: known[1], day: known[2])
    guard CivilDate.date(ofDay: day) == (known[0], known[1], known[2]) else { return nil }
    seconds = Int64(day * 86_400 + known[3] * 3600 + known[4] * 60 + known[5])
  }
}
