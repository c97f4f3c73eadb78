import GazetteerIndex
import GazetteerSession

/// What the lines before the first command of a transcript set: the clock and the width.
struct ReplayHead: Equatable {
  /// Seconds since 1970-01-01 00:00 UTC; `# now: MOMENT` sets it. By default 2026-01-01 12:00 UTC.
  private(set) var now: Int64 = 1_767_268_800
  /// Cells of a line; `# width: CELLS` sets it.
  private(set) var width = 80

  private static let widths = 1...10_000

  /// - Parameter path: the file, for errors.
  init(of transcript: Transcript, in path: Untrusted) throws(Failure) {
    if let (value, line) = transcript.setting("now") {
      guard let moment = Moment(written: value) else {
        throw Failure(
          "\(path):\(line): \(quoted: Untrusted(value)) is not a valid time from the year 1 to 9999",
          try: "2026-01-01T12:00:00Z, or seconds since 1970", code: .usage)
      }
      now = moment.seconds
    }
    if let (value, line) = transcript.setting("width") {
      guard let width = Int(value), Self.widths.contains(width) else {
        throw Failure(
          "\(path):\(line): \(quoted: Untrusted(value)) is not a width from 1 to 10,000", try: "# width: 80",
          code: .usage)
      }
      self.width = width
    }
  }

  init() {}
}
