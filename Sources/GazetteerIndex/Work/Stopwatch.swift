import Synchronization

/// A part of what a command does.
public enum Stage: String, CaseIterable, Sendable {
  /// Taking the line apart.
  case parse
  /// Finding in the indexes what matches.
  case index
  /// Ordering that and making the page.
  case rank
  /// Making text of it.
  case render
}

/// Adds up the time that a command spends in its stages. Who has none measures nothing, which costs nothing.
///
/// At any moment one stage is under way, or none: `enter` ends the one before. Used by one thread after the other.
public final class Stopwatch: Sendable {
  private struct State {
    var stage: Stage?
    var since = 0.0
    var seconds: [Stage: Double] = [:]
  }

  private let clock: @Sendable () -> Double
  private let state = Mutex(State())

  /// - Parameter clock: seconds that only go forward.
  public init(clock: @escaping @Sendable () -> Double) { self.clock = clock }

  /// From now on time belongs to `stage`; to none for nil.
  public func enter(_ stage: Stage?) {
    let now = clock()
    state.withLock { state in
      if let ended = state.stage { state.seconds[ended, default: 0] += now - state.since }
      state.stage = stage
      state.since = now
    }
  }

  /// The seconds of each stage that was entered, in their order.
  public var times: [(stage: Stage, seconds: Double)] {
    let seconds = state.withLock(\.seconds)
    return Stage.allCases.compactMap { stage in seconds[stage].map { (stage, $0) } }
  }
}
