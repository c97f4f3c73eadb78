import GazetteerIndex

/// A line every few seconds that says that a command still runs, for terminals on which no row can move.
///
///     matching visits.csv: 120,000 rows: 5 s
struct WorkLines {
  /// Seconds between two lines.
  private static let pace = 5.0

  private let title: Message
  private let stopwatch: () -> Double
  private let send: (String) -> Void
  private let start: Double
  private var next: Double

  /// Create it when a command, or a part of one, starts. The lines of a part go on with those of the parts before.
  ///
  /// - Parameter since: when the work began of which this is a part, in seconds of the stopwatch; nil: now.
  init(title: Message, since: Double?, stopwatch: @escaping () -> Double, send: @escaping (String) -> Void) {
    (self.title, self.stopwatch, self.send) = (title, stopwatch, send)
    start = since ?? stopwatch()
    next = start
    next = start + last + Self.pace
  }

  /// After how many seconds the last line should have come.
  private var last: Double { ((stopwatch() - start) / Self.pace).rounded(.down) * Self.pace }

  /// In how many milliseconds the next line comes.
  var nextChange: Int32 { Int32(max(0, (next - stopwatch()) * 1000).rounded(.up)) }

  /// Writes a line, if it is time.
  mutating func draw() {
    guard stopwatch() >= next else { return }
    // A pause of the program is no reason for several lines.
    let last = last
    next = start + last + Self.pace
    send("\(title.neutralised): \(Int(last)) s\n")
  }
}
