import GazetteerIndex
import GazetteerSession

/// Reckons from samples of its progress how an opening goes: how much is done, how fast, how long still.
struct OpeningMeter {
  private let request: OpenRequest
  private let start: Double
  private var last: (seconds: Double, records: Int)
  /// Records a second, smoothed: what is a second old counts half.
  private var rate: Double?

  /// What part of the whole is done when a phase begins, and when it ends: a guess that fits large files of JSON lines.
  private static let shares: [DatasetProgress.Phase: ClosedRange<Double>] = [
    .reading: 0...0.1, .parsing: 0.1...0.4, .indexing: 0.4...1,
  ]

  /// - Parameter start: when the opening began, in seconds of the clock that samples are taken by.
  init(_ request: OpenRequest, start: Double) {
    self.request = request
    self.start = start
    last = (start, 0)
  }

  /// The status at `seconds`, which do not go back.
  mutating func status(_ sample: DatasetProgress.Sample, at seconds: Double) -> OpeningStatus {
    var status = OpeningStatus(name: request.name, source: request.source)
    status.records = sample.records
    status.fraction = Self.fraction(sample)
    status.rate = sample.phase == .parsing ? rate(sample.records, at: seconds) : nil
    let elapsed = seconds - start
    // Before that it is a guess about nothing.
    if let fraction = status.fraction, fraction >= 0.05, elapsed >= 0.3 {
      status.remaining = elapsed * (1 - fraction) / fraction
    }
    return status
  }

  private static func fraction(_ sample: DatasetProgress.Sample) -> Double? {
    guard sample.total > 0, let share = shares[sample.phase] else { return nil }
    let done = min(1, Double(sample.done) / Double(sample.total))
    return share.lowerBound + (share.upperBound - share.lowerBound) * done
  }

  private mutating func rate(_ records: Int, at seconds: Double) -> Double? {
    let passed = seconds - last.seconds
    // Samples close to each other say little.
    guard passed >= 0.05, records > last.records else { return rate }
    let now = Double(records - last.records) / passed
    let weight = rate == nil ? 1 : passed / (passed + 1)
    rate = (rate ?? 0) + (now - (rate ?? 0)) * weight
    last = (seconds, records)
    return rate
  }
}
