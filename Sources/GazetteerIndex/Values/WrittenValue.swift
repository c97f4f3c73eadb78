/// Reads numbers and dates as people and programs write them.
enum WrittenValue {
  private typealias Text = UnsafeBufferPointer<UInt8>

  /// The minus sign of typesetting, as in tables of encyclopedias.
  private static let minus = Array("−".utf8)

  /// Longer texts are no numbers and no dates.
  private static let mostBytes = 64

  /// Digits with a sign, a decimal point or an exponent. `inf`, `nan` and `0x10` are texts.
  static func number(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    if let value = Numeral.quickValue(of: text) { return value }
    if text.starts(with: minus) {
      let rest = UnsafeBufferPointer(rebasing: text.dropFirst(minus.count))
      return rest.first.map(isDigit) == true ? number(rest).map { -$0 } : nil
    }
    guard text.count <= mostBytes, text.contains(where: isDigit),
      text.allSatisfy({ isDigit($0) || "+-.eE".utf8.contains($0) }),
      let value = Double(String(decoding: text, as: UTF8.self)), value.isFinite
    else { return nil }
    return value
  }

  /// What is between groups of digits in some languages, besides points and commas.
  private static let otherGroupMarks = [" ", "\u{A0}", "\u{2009}", "\u{202F}", "'", "’"].map { Array($0.utf8) }

  /// The text with `group` instead of another mark between groups; nil if there is no other mark, or more than one.
  private static func regrouped(_ text: UnsafeBufferPointer<UInt8>, with group: UInt8) -> [UInt8]? {
    let marks = otherGroupMarks.filter { text.firstRange(of: $0) != nil }
    guard marks.count == 1, !text.contains(group) else { return nil }
    return Array(text.split(separator: marks[0], omittingEmptySubsequences: false).joined(separator: [group]))
  }

  /// The same with marks for decimals and between groups of three digits, perhaps with a unit. All groups are marked, or
  /// none.
  static func number(
    _ text: UnsafeBufferPointer<UInt8>, point: Unicode.Scalar, group: Unicode.Scalar
  ) -> Double? {
    guard let (_, number) = NumberUnit.split(text) else { return bareNumber(text, point: point, group: group) }
    return number.withUnsafeBufferPointer { bareNumber($0, point: point, group: group) }
  }

  private static func bareNumber(
    _ text: UnsafeBufferPointer<UInt8>, point: Unicode.Scalar, group: Unicode.Scalar
  ) -> Double? {
    guard text.count <= mostBytes else { return nil }
    if !text.allSatisfy({ isDigit($0) || "+-.,".utf8.contains($0) }),
      let regrouped = regrouped(text, with: UInt8(ascii: group))
    {
      return regrouped.withUnsafeBufferPointer { bareNumber($0, point: point, group: group) }
    }
    var rest = text[...]
    let sign = skip("-", &rest) || skipMinus(&rest) ? "-" : ""
    if sign.isEmpty { _ = skip("+", &rest) }
    let parts = rest.split(separator: UInt8(ascii: point), omittingEmptySubsequences: false)
    let groups = parts[0].split(separator: UInt8(ascii: group), omittingEmptySubsequences: false)
    guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty }), parts.dropFirst().allSatisfy({ $0.allSatisfy(isDigit) }),
      groups.allSatisfy({ $0.allSatisfy(isDigit) }), groups.dropFirst().allSatisfy({ $0.count == 3 }),
      groups.count == 1 || (1...3 ~= groups[0].count && groups[0].first != UInt8(ascii: "0"))
    else { return nil }
    let digits = groups.joined() + (parts.count == 2 ? [UInt8(ascii: ".")] + parts[1] : [])
    return Double(sign + String(decoding: digits, as: UTF8.self))
  }

  /// The seconds since 1970 of a date, perhaps with a time: `2024-05-01`, `2024-05-01T12:30:00.5+02:00`,
  /// `1.5.2024 12:30`, `05/31/2024 02:30:00 PM`, `31-May-2024`. Without a zone, the time is UTC.
  ///
  /// - Parameter notation: which of the three numbers is the year, the month and the day.
  static func seconds(_ text: UnsafeBufferPointer<UInt8>, _ notation: Notation) -> Double? {
    guard 8...mostBytes ~= text.count, let first = text.first, isDigit(first) else { return nil }
    var rest = text[...]
    guard let midnight = midnight(&rest, notation) else { return nil }
    if rest.isEmpty { return Double(midnight) }
    guard skip("T", &rest) || skip(" ", &rest), let time = secondsOfDay(&rest), let zone = zone(&rest), rest.isEmpty
    else { return nil }
    return Double(midnight) + time - Double(zone)
  }

  private static func midnight(_ rest: inout Slice<Text>, _ notation: Notation) -> Int? {
    let sizes = notation == .yearFirst ? [4...4, 1...2, 1...2] : [1...2, 1...2, 4...4]
    guard let first = digits(sizes[0], &rest), let mark = rest.first, "-/. ".utf8.contains(mark) else { return nil }
    rest.removeFirst()
    let named = notation == .dayFirst ? namedMonth(&rest) : nil
    guard named != nil || mark != UInt8(ascii: " "), let second = named ?? digits(sizes[1], &rest), rest.first == mark
    else { return nil }
    rest.removeFirst()
    guard let third = digits(sizes[2], &rest) else { return nil }
    let (year, month, day) =
      switch notation {
      case .yearFirst: (first, second, third)
      case .monthFirst: (third, first, second)
      default: (third, second, first)
      }
    // Nobody writes the month first with points.
    guard notation != .monthFirst || mark != UInt8(ascii: "."), 1...12 ~= month, day >= 1,
      day <= daysOfMonth(month, year)
    else { return nil }
    return CivilDate.day(year: year, month: month, day: day) * secondsPerDay
  }

  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
  ]

  /// The month whose English name, or its beginning (`jan`, `sept`), is at the beginning of a text; nil if none is.
  private static func namedMonth(_ rest: inout Slice<Text>) -> Int? {
    let letters = rest.prefix { 0x41...0x5A ~= $0 & 0xDF }
    let name = String(decoding: letters, as: UTF8.self).lowercased()
    guard name.utf8.count >= 3, let month = months.firstIndex(where: { $0.hasPrefix(name) }),
      name.utf8.count == 3 || name == "sept" || name == months[month]
    else { return nil }
    rest = rest[letters.endIndex...]
    return month + 1
  }

  private static func secondsOfDay(_ rest: inout Slice<Text>) -> Double? {
    guard var hour = digits(1...2, &rest), skip(":", &rest), let minute = digits(2...2, &rest), minute < 60 else {
      return nil
    }
    var seconds = 0.0
    if skip(":", &rest) {
      guard let second = digits(2...2, &rest), second < 60 else { return nil }
      seconds = Double(second)
      if skip(".", &rest) {
        let fraction = rest.prefix(while: isDigit)
        guard let value = Double("0." + String(decoding: fraction, as: UTF8.self)) else { return nil }
        seconds += value
        rest = rest[fraction.endIndex...]
      }
    }
    if rest.count == 3, rest.first == UInt8(ascii: " "), let half = halfOfDay(rest.dropFirst()) {
      guard 1...12 ~= hour else { return nil }
      hour = hour % 12 + half * 12
      rest = rest[rest.endIndex...]
    }
    return hour < 24 ? Double(hour * 3600 + minute * 60) + seconds : nil
  }

  /// 0 for `AM`, 1 for `PM`.
  private static func halfOfDay(_ text: Slice<Text>) -> Int? {
    switch String(decoding: text, as: UTF8.self).uppercased() {
    case "AM": 0
    case "PM": 1
    default: nil
    }
  }

  /// How many seconds a zone is ahead of UTC: `Z`, `+02:00`, `-0530`, `+02`. 0 if there is none.
  private static func zone(_ rest: inout Slice<Text>) -> Int? {
    if rest.isEmpty || skip("Z", &rest) { return 0 }
    let sign = skip("+", &rest) ? 1 : skip("-", &rest) ? -1 : 0
    guard sign != 0, let hours = digits(2...2, &rest) else { return nil }
    _ = skip(":", &rest)
    guard let minutes = rest.isEmpty ? 0 : digits(2...2, &rest) else { return nil }
    return sign * (hours * 3600 + minutes * 60)
  }

  /// From the first second of a day to its last moment.
  static func day(from midnight: Double) -> ClosedRange<Double> {
    midnight...(midnight + Double(secondsPerDay)).nextDown
  }

  /// From the first second to the last moment of a year, `2024`, or of a month, `2024-05`.
  static func yearOrMonth(_ text: Untrusted) -> ClosedRange<Double>? {
    text.bytes.withUnsafeBufferPointer { text in
      var rest = text[...]
      guard let year = digits(4...4, &rest) else { return nil }
      var months = 1...12
      if skip("-", &rest) {
        guard let month = digits(2...2, &rest), 1...12 ~= month else { return nil }
        months = month...month
      }
      guard rest.isEmpty else { return nil }
      let first = CivilDate.day(year: year, month: months.lowerBound, day: 1)
      let last = CivilDate.day(year: year, month: months.upperBound, day: daysOfMonth(months.upperBound, year))
      return Double(first * secondsPerDay)...Double((last + 1) * secondsPerDay).nextDown
    }
  }

  private static let secondsPerDay = 86_400

  private static func daysOfMonth(_ month: Int, _ year: Int) -> Int {
    switch month {
    case 2: CivilDate.isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

  /// As many digits as there are, up to the most; nil if there are too few.
  private static func digits(_ sizes: ClosedRange<Int>, _ rest: inout Slice<Text>) -> Int? {
    var value = 0
    var count = 0
    while count < sizes.upperBound, let byte = rest.first, isDigit(byte) {
      value = value * 10 + Int(byte - UInt8(ascii: "0"))
      count += 1
      rest.removeFirst()
    }
    return count >= sizes.lowerBound ? value : nil
  }

  private static func skipMinus(_ rest: inout Slice<Text>) -> Bool {
    guard rest.starts(with: minus) else { return false }
    rest.removeFirst(minus.count)
    return true
  }

  private static func skip(_ mark: Unicode.Scalar, _ rest: inout Slice<Text>) -> Bool {
    guard rest.first == UInt8(ascii: mark) else { return false }
    rest.removeFirst()
    return true
  }
}
