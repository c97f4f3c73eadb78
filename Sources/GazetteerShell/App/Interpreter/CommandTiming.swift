import GazetteerIndex
import GazetteerSession

/// How long one command takes, from parsing to the end of its effects.
struct CommandTiming {
  let stopwatch: Stopwatch
  private let clock: @Sendable () -> Double
  private let start: Double

  init(clock: @escaping @Sendable () -> Double) {
    self.clock = clock
    stopwatch = Stopwatch(clock: clock)
    start = clock()
  }

  /// `time: parse 0.01 ms, render 0.21 ms, total 0.39 ms`; stages that did not happen are left out.
  var text: String {
    let stages = stopwatch.times.map { ($0.stage.rawValue, $0.seconds) } + [("total", clock() - start)]
    return "time: " + stages.map { "\($0.0) \(Numeral.fixed($0.1 * 1000, decimals: 2)) ms" }.joined(separator: ", ")
  }
}
