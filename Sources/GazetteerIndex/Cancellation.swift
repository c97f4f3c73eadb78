import Synchronization

/// Says to a long computation that nobody waits for it any more. Polled every few thousand rows.
public final class Cancellation: Sendable {
  private let flag = Atomic(false)
  private let polls = Atomic(0)
  private let limit: Int

  public init() { limit = .max }

  /// One that cancels itself when it has been polled so often.
  package init(afterPolls limit: Int) { self.limit = limit }

  public func cancel() { flag.store(true, ordering: .relaxed) }

  public var isCancelled: Bool {
    if polls.wrappingAdd(1, ordering: .relaxed).newValue > limit { return true }
    return flag.load(ordering: .relaxed)
  }

  /// How often somebody looked whether to go on.
  package var pollCount: Int { polls.load(ordering: .relaxed) }

  package func check() throws(Cancelled) { if isCancelled { throw Cancelled() } }

  /// The same before the step `index` of a loop, where enough steps have passed since the last time.
  @inline(__always)
  func check(every index: Int) throws(Cancelled) { if index & 8191 == 0 { try check() } }
}

/// Thrown by a computation that was cancelled.
public struct Cancelled: Error {}

/// What `work` gives, which nobody cancels.
func uncancelled<Result>(_ work: (Cancellation) throws(Cancelled) -> Result) -> Result {
  let cancellation = Cancellation()
  while true {
    if let result = try? work(cancellation) { return result }
  }
}
