/// A day of the proleptic Gregorian calendar, without a time zone.
package struct CalendarDay: Hashable, Sendable {
  package let year: Int
  /// 1…12.
  package let month: Int
  /// 1…31.
  package let day: Int

  /// Returns nil if the calendar has no such day, or the year does not have four digits.
  package init?(year: Int, month: Int, day: Int) {
    guard (0...9999).contains(year), (1...12).contains(month), (1...31).contains(day),
      CivilDate.date(ofDay: CivilDate.day(year: year, month: month, day: day)) == (year, month, day)
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// `2026-01-31`; nil for anything else.
  package init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [4, 2, 2], text.utf8.allSatisfy({ "0123456789-".utf8.contains($0) }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// `2026-01-31`.
  package var text: String {
    [(year, 4), (month, 2), (day, 2)].map { number, width in
      let digits = String(number)
      return String(repeating: "0", count: width - digits.utf8.count) + digits
    }.joined(separator: "-")
  }
}

extension CalendarDay: Comparable {
  package static func < (left: CalendarDay, right: CalendarDay) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }
}
