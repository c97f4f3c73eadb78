import GazetteerSession

/// The rows under the line that is typed which say how the datasets are getting on that are being opened.
struct OpeningRows {
  let effects: EffectRunner
  /// Seconds that only go forward.
  let stopwatch: @Sendable () -> Double
  let isASCII: Bool

  /// How often the rows change while something is being opened, in milliseconds.
  private static let period: Int32 = 150

  /// A row for each of the openings, in the order of asking, of at most so many cells.
  func statusRows(columns: Int) -> [ScreenRow] {
    effects.statuses(at: stopwatch()).map { [StyledText($0.row(columns: columns, isASCII: isASCII), .dim)] }
  }

  /// In how many milliseconds the rows will be others; nil: never by themselves.
  var nextChange: Int32? { effects.isIdle ? nil : Self.period }
}
