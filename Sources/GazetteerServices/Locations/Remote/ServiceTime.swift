import GazetteerIndex

/// Times as services write them, in microseconds since 1970.
enum ServiceTime {
  /// The time of a text such as `2026-01-31T12:00:00.123Z`, with any number of digits of a second; nil for other texts.
  static func microseconds(_ text: Untrusted) -> Int64? {
    let bytes = text.bytes
    guard bytes.count >= 20, bytes.last == UInt8(ascii: "Z") else { return nil }
    for (index, mark) in [(4, "-"), (7, "-"), (10, "T"), (13, ":"), (16, ":")] as [(Int, Unicode.Scalar)] {
      guard bytes[index] == UInt8(ascii: mark) else { return nil }
    }
    func number(_ range: Range<Int>) -> Int? {
      var value = 0
      for byte in bytes[range] {
        guard (0x30...0x39).contains(byte) else { return nil }
        value = value * 10 + Int(byte - 0x30)
      }
      return value
    }
    guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10), let hour = number(11..<13),
      let minute = number(14..<16), let second = number(17..<19), (1...12).contains(month), (1...31).contains(day),
      hour < 24, minute < 60, second <= 60
    else { return nil }
    var fraction = 0
    if bytes.count > 20 {
      guard bytes[19] == UInt8(ascii: "."), bytes.count - 21 > 0, number(20..<(bytes.count - 1)) != nil else {
        return nil
      }
      let digits = bytes[20..<(bytes.count - 1)].prefix(6) + [UInt8](repeating: 0x30, count: 6)
      fraction = digits.prefix(6).reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
    let seconds = CivilDate.day(year: year, month: month, day: day) * 86_400 + hour * 3600 + minute * 60 + second
    return Int64(seconds) * 1_000_000 + Int64(fraction)
  }

  /// The same in reverse, with milliseconds.
  static func text(_ microseconds: Int64) -> String {
    let (seconds, rest) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
    let milliseconds = String(1000 + rest / 1000).dropFirst()
    return UTC.iso(seconds).dropLast() + ".\(milliseconds)Z"
  }
}
