import GazetteerIndex
import GazetteerSession

/// Work that takes time, for a thread of its own: opening a dataset, reading or writing a file, asking the store.
package struct Job<Result: Sendable>: Sendable {
  /// What it does, as the status row shows it: `opening cities.json`.
  package let title: Message
  /// When the work began of which this job is a part, in seconds of the stopwatch; nil: the job is all of it.
  let since: Double?
  /// Cancels the work. The work polls it, or adds a handler that ends its waiting.
  package let cancellation: Cancellation
  /// How far it has come; any thread may ask.
  let progress: @Sendable () -> JobProgress
  private let work: @Sendable (Cancellation) -> Result
  /// Runs after the result was delivered: preparation that nobody waits for.
  private let afterwards: @Sendable (Result) -> Void

  package init(
    _ title: Message, since: Double? = nil, cancellation: Cancellation = Cancellation(),
    progress: @escaping @Sendable () -> JobProgress = { JobProgress() },
    afterwards: @escaping @Sendable (Result) -> Void = { _ in },
    work: @escaping @Sendable (Cancellation) -> Result
  ) {
    self.title = title
    self.since = since
    self.cancellation = cancellation
    self.progress = progress
    self.afterwards = afterwards
    self.work = work
  }

  /// Runs the job on a worker, which posts its result.
  func start(_ post: @escaping @Sendable (Result) -> Void) {
    Worker.run {
      let result = work(cancellation)
      post(result)
      afterwards(result)
    }
  }

  /// Runs the job on the caller's thread.
  func run() -> Result {
    let result = work(cancellation)
    afterwards(result)
    return result
  }
}

/// How far a job has come.
package struct JobProgress: Equatable, Sendable {
  /// Between 0 and 1; nil if unknown.
  package var fraction: Double?
  /// How many items it has handled so far: the places of a dataset.
  package var items = 0
  /// Whether it handles items one after the other now, so that they have a rate.
  package var isCounting = false
  /// What it does now, if that is not what its title says.
  package var title: Message?
  /// Whether a post still checks its link, before anything is sent.
  package var isCheckingLink = false

  package init() {}
}

extension Failure {
  static let interrupted = Failure("interrupted", code: .interrupted)
}
