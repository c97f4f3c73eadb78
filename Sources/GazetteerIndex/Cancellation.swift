import Synchronization

/// Says to a long computation that nobody waits for it any more. Polled every few thousand rows.
public final class Cancellation: Sendable {
  private let flag = Atomic(false)
  public init() {}
  public func cancel() { flag.store(true, ordering: .relaxed) }
  public var isCancelled: Bool { flag.load(ordering: .relaxed) }
}

/// Thrown by a computation that was cancelled.
public struct Cancelled: Error {}
