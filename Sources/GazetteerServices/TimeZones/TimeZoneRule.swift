import GazetteerIndex

/// The rule for all future times in the form of the POSIX variable `TZ`, with the hours of RFC 9636 (−167…167):
///
///     CET-1CEST,M3.5.0,M10.5.0/3      name, offset west of UTC, summer name, its offset, start, end
///
/// A rule with a summer time must have its start and end.
struct TimeZoneRule {
  private typealias Clock = (abbreviation: String, offset: Int)

  private let standard: Clock
  private var summer: (clock: Clock, start: YearlyMoment, end: YearlyMoment)?

  /// O(length).
  init?(_ text: ArraySlice<UInt8>) {
    var scanner = RuleScanner(text: text)
    guard let name = scanner.name(), let west = scanner.seconds(hours: 24) else { return nil }
    standard = (name, -west)
    guard !scanner.text.isEmpty else { return }

    guard let summerName = scanner.name() else { return nil }
    var ahead = standard.offset + 3600
    if scanner.text.first != UInt8(ascii: ",") {
      guard let west = scanner.seconds(hours: 24) else { return nil }
      ahead = -west
    }
    guard let start = scanner.moment(), let end = scanner.moment(), scanner.text.isEmpty else { return nil }
    summer = ((summerName, ahead), start, end)
  }

  func localTime(at seconds: Int64) -> LocalTime? {
    let clock = clock(at: seconds)
    return LocalTime(
      secondsSinceEpoch: seconds, offsetSeconds: clock.offset, abbreviation: clock.abbreviation)
  }

  /// The clock after the latest change up to an instant. A change may be up to a week outside its year, so changes of
  /// the previous and the next year count too. If one summer time starts when another ends, summer time continues.
  private func clock(at seconds: Int64) -> Clock {
    guard let summer else { return standard }
    // The calendar, including weekdays, repeats every 400 years. Within that span nothing overflows.
    let seconds = Int(seconds) % (146_097 * 86_400)
    let year = CivilDate.date(ofDay: seconds / 86_400).year
    var latest: (time: Int, isSummer: Bool)?
    for year in year - 1...year + 1 {
      let changes = [
        (time: summer.end.seconds(in: year) - summer.clock.offset, isSummer: false),
        (time: summer.start.seconds(in: year) - standard.offset, isSummer: true),
      ]
      for change in changes where change.time <= seconds {
        if let known = latest, (known.time, known.isSummer ? 1 : 0) > (change.time, change.isSummer ? 1 : 0) {
          continue
        }
        latest = change
      }
    }
    return latest?.isSummer == true ? summer.clock : standard
  }
}

/// A moment in every year, in the local time that is valid before it.
struct YearlyMoment {
  enum Day {
    /// 1…365; February 29 is never counted.
    case ofCommonYear(Int)
    /// 0…365.
    case ofYear(Int)
    /// `weekday` 0…6 from Sunday; `week` 1…5, where 5 is the last.
    case weekday(Int, week: Int, month: Int)
  }

  let day: Day
  let secondsIntoDay: Int

  /// Seconds since 1970 in that local time.
  func seconds(in year: Int) -> Int { date(in: year) * 86_400 + secondsIntoDay }

  private func date(in year: Int) -> Int {
    let newYear = CivilDate.day(year: year, month: 1, day: 1)
    switch day {
    case .ofCommonYear(let number):
      return newYear + number - (CivilDate.isLeap(year) && number >= 60 ? 0 : 1)
    case .ofYear(let number):
      return newYear + number
    case .weekday(let weekday, let week, let month):
      let first = CivilDate.day(year: year, month: month, day: 1)
      let next = CivilDate.day(year: month == 12 ? year + 1 : year, month: month == 12 ? 1 : month + 1, day: 1)
      // 1970 began on a Thursday, the fourth day from Sunday.
      let weekdayOfFirst = ((first + 4) % 7 + 7) % 7
      let found = first + (weekday - weekdayOfFirst + 7) % 7 + (week - 1) * 7
      return found < next ? found : found - 7
    }
  }
}
