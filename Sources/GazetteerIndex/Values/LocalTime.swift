/// The local date and time of a place, in the proleptic Gregorian calendar, without leap seconds.
public struct LocalTime: Hashable, Sendable {
  public let year: Int
  /// 1…12.
  public let month: Int
  /// 1…31.
  public let day: Int
  /// By ISO 8601: 1 is Monday, 7 is Sunday.
  public let weekday: Int
  public let hour: Int
  public let minute: Int
  public let second: Int
  /// How far the clock is ahead of UTC.
  public let offsetSeconds: Int
  /// For example `CEST` or `+0530`; only letters, digits and signs.
  public let abbreviation: String

  /// The time at `secondsSinceEpoch` (since 1970, UTC) where clocks are ahead of UTC by `offsetSeconds`; nil if the
  /// local time overflows 64 bits.
  package init?(secondsSinceEpoch: Int64, offsetSeconds: Int, abbreviation: String) {
    let (local, overflow) = secondsSinceEpoch.addingReportingOverflow(Int64(offsetSeconds))
    guard !overflow else { return nil }
    let (days, ofDay) = Int(local).dividedDown(by: 86_400)
    (year, month, day) = CivilDate.date(ofDay: days)
    // 1970 began on a Thursday.
    weekday = (days + 3).dividedDown(by: 7).remainder + 1
    hour = ofDay / 3600
    minute = ofDay / 60 % 60
    second = ofDay % 60
    self.offsetSeconds = offsetSeconds
    self.abbreviation = abbreviation
  }
}
