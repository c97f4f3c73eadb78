/// What a clock on the wall shows somewhere, by the Gregorian calendar.
public struct LocalTime: Hashable, Sendable {
  public let year: Int
  /// 1…12.
  public let month: Int
  /// 1…31.
  public let day: Int
  /// 0…23.
  public let hour: Int
  /// 0…59.
  public let minute: Int
  /// Seconds east of UTC.
  public let offset: Int
  /// What the zone calls this time, such as `CEST`.
  public let abbreviation: Untrusted

  public init(
    year: Int, month: Int, day: Int, hour: Int, minute: Int, offset: Int, abbreviation: Untrusted
  ) {
    self.year = year
    self.month = month
    self.day = day
    self.hour = hour
    self.minute = minute
    self.offset = offset
    self.abbreviation = abbreviation
  }
}
