import GazetteerIndex
import GazetteerSession

/// Computes a job's rate and remaining time from samples of its progress.
struct JobMeter {
  private let id: JobID
  private let title: Message
  private let start: Double
  private var last: (seconds: Double, items: Int)
  /// Items a second, smoothed: a rate measured a second ago counts half.
  private var rate: Double?

  /// - Parameter start: when the job began, in seconds of the clock used for samples.
  init(_ id: JobID, title: Message, start: Double) {
    self.id = id
    self.title = title
    self.start = start
    last = (start, 0)
  }

  /// The status at `seconds`, which never decreases.
  mutating func status(_ progress: JobProgress, at seconds: Double) -> JobStatus {
    var status = JobStatus(id, title: progress.title ?? title)
    status.isCheckingLink = progress.isCheckingLink
    status.items = progress.items
    status.fraction = progress.fraction
    status.rate = progress.isCounting ? rate(progress.items, at: seconds) : nil
    let elapsed = seconds - start
    // An estimate made earlier would mean nothing.
    if let fraction = status.fraction, fraction >= 0.05, elapsed >= 0.3 {
      status.remaining = elapsed * (1 - fraction) / fraction
    }
    return status
  }

  private mutating func rate(_ items: Int, at seconds: Double) -> Double? {
    let passed = seconds - last.seconds
    // Samples taken shortly after each other say little.
    guard passed >= 0.05, items > last.items else { return rate }
    let now = Double(items - last.items) / passed
    let weight = rate == nil ? 1 : passed / (passed + 1)
    rate = (rate ?? 0) + (now - (rate ?? 0)) * weight
    last = (seconds, items)
    return rate
  }
}
