import Synchronization

/// A clock that goes forward by the same time whenever it is read.
final class Ticks: Sendable {
  private let step: Double
  private let now = Mutex(0.0)

  init(_ step: Double) { self.step = step }

  var next: @Sendable () -> Double {
    { [self] in
      now.withLock { now in
        now += step
        return now
      }
    }
  }
}
