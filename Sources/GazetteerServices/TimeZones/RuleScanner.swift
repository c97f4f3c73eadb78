/// Reads a time zone rule part by part from its start. If a part is nil, the rule is malformed.
struct RuleScanner {
  var text: ArraySlice<UInt8>

  /// Three or more letters, or letters, digits and signs in `<>`.
  mutating func name() -> String? {
    let name: ArraySlice<UInt8>
    if accept("<") {
      name = text.prefix { $0.isLetterOrDigit || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }
      text = text.dropFirst(name.count)
      guard accept(">") else { return nil }
    } else {
      name = text.prefix { $0.isLetter }
      text = text.dropFirst(name.count)
    }
    return name.count >= 3 ? String(decoding: name, as: UTF8.self) : nil
  }

  /// `[+-]hh[:mm[:ss]]` in seconds.
  mutating func seconds(hours limit: Int) -> Int? {
    let sign = accept("-") ? -1 : 1
    if sign == 1 { _ = accept("+") }
    guard let hours = number(0...limit) else { return nil }
    var total = hours * 3600
    if accept(":") {
      guard let minutes = number(0...59) else { return nil }
      total += minutes * 60
      if accept(":") {
        guard let seconds = number(0...59) else { return nil }
        total += seconds
      }
    }
    return sign * total
  }

  /// `,date[/time]`; the default time is two o'clock.
  mutating func moment() -> YearlyMoment? {
    guard accept(","), let day = day() else { return nil }
    guard accept("/") else { return YearlyMoment(day: day, secondsIntoDay: 2 * 3600) }
    guard let time = seconds(hours: 167) else { return nil }
    return YearlyMoment(day: day, secondsIntoDay: time)
  }

  private mutating func day() -> YearlyMoment.Day? {
    if accept("J") { return number(1...365).map { .ofCommonYear($0) } }
    guard accept("M") else { return number(0...365).map { .ofYear($0) } }
    guard let month = number(1...12), accept("."), let week = number(1...5), accept("."), let weekday = number(0...6)
    else { return nil }
    return .weekday(weekday, week: week, month: month)
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int? {
    let digits = text.prefix(while: \.isDigit)
    guard (1...3).contains(digits.count) else { return nil }
    text = text.dropFirst(digits.count)
    let value = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    return range.contains(value) ? value : nil
  }

  private mutating func accept(_ character: Unicode.Scalar) -> Bool {
    guard text.first == UInt8(ascii: character) else { return false }
    text = text.dropFirst()
    return true
  }
}
