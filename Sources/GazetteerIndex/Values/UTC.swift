/// Moments in UTC as texts. A moment is given in seconds since 1970-01-01 00:00 UTC. If it is not in the calendar, the
/// text is empty.
package enum UTC {
  /// `2026-01-31 12:00 UTC`.
  package static func text(_ seconds: Int64) -> String { parts(seconds).map { "\($0) \($1.prefix(5)) UTC" } ?? "" }

  /// `2026-01-31T12:00:00Z`.
  package static func iso(_ seconds: Int64) -> String { parts(seconds).map { "\($0)T\($1)Z" } ?? "" }

  private static func parts(_ seconds: Int64) -> (date: String, clock: String)? {
    guard let time = LocalTime(secondsSinceEpoch: seconds, offsetSeconds: 0, abbreviation: "UTC") else { return nil }
    let date = CalendarDay(year: time.year, month: time.month, day: time.day)?.text
    let clock = [time.hour, time.minute, time.second].map { $0 < 10 ? "0\($0)" : String($0) }.joined(separator: ":")
    return date.map { ($0, clock) }
  }
}
