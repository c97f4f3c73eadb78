import Synchronization

/// A stage of a command.
public enum Stage: String, CaseIterable, Sendable {
  /// Parsing the line.
  case parse
  /// Finding matches in the indexes.
  case index
  /// Sorting them and making the page.
  case rank
  /// Making the text.
  case render
}

/// Adds up the time that a command spends in its stages. Code without a stopwatch measures nothing and loses no time.
///
/// At most one stage runs at a time: `enter` ends the one before. Several threads may use it, but not at the same time.
public final class Stopwatch: Sendable {
  private struct State {
    var stage: Stage?
    var since = 0.0
    var seconds: [Stage: Double] = [:]
  }

  private let clock: @Sendable () -> Double
  private let state = Mutex(State())

  /// - Parameter clock: seconds that never go back.
  public init(clock: @escaping @Sendable () -> Double) { self.clock = clock }

  /// From now on, time counts for `stage`; nil: for no stage.
  public func enter(_ stage: Stage?) {
    let now = clock()
    state.withLock { state in
      if let ended = state.stage { state.seconds[ended, default: 0] += now - state.since }
      state.stage = stage
      state.since = now
    }
  }

  /// The seconds of each stage that was entered, in the order of the stages.
  public var times: [(stage: Stage, seconds: Double)] {
    let seconds = state.withLock(\.seconds)
    return Stage.allCases.compactMap { stage in seconds[stage].map { (stage, $0) } }
  }
}
