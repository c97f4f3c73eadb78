import GazetteerSession

/// The status rows under the line being typed: one for each job in the background.
struct JobRows {
  let jobs: Jobs
  /// Seconds that only go forward.
  let stopwatch: @Sendable () -> Double
  let isASCII: Bool

  /// How often the rows change while a job is running, in milliseconds.
  private static let period: Int32 = 150

  /// A row of at most so many cells for each job, in the order of starting.
  func rows(columns: Int) -> [ScreenRow] {
    jobs.statuses(at: stopwatch()).filter(\.id.isShown)
      .map { [StyledText($0.row(columns: columns, isASCII: isASCII), .dim)] }
  }

  /// In how many milliseconds the rows look different; nil: they do not change by themselves.
  var nextChange: Int32? { jobs.isIdle ? nil : Self.period }
}
