import Synchronization

/// The clock of a replay. Only `sleep` moves it.
final class ReplayClock: Sendable {
  private let seconds: Mutex<Double>

  /// - Parameter start: seconds since 1970-01-01 00:00 UTC, within `Moment.range`.
  init(start: Int64) { seconds = Mutex(Double(start)) }

  var now: Int64 { seconds.withLock { Int64($0) } }
  func advance(by pause: Double) { seconds.withLock { $0 += pause } }
}
