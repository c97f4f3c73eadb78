import Synchronization

/// Tells a long computation that nobody needs its result any more, and ends blocked waits.
///
/// A computation polls `isCancelled` every few thousand rows. A blocked wait (for a socket, a lock, another thread)
/// registers a handler with `onCancel` that ends the wait.
public final class Cancellation: Sendable {
  private struct Handlers {
    var next = 0
    /// Few at a time.
    var registered: [(number: Int, call: @Sendable () -> Void)] = []
  }

  private let flag = Atomic(false)
  private let handlers = Mutex(Handlers())
  private let isOver: (@Sendable () -> Bool)?

  public init() { isOver = nil }

  /// Creates a cancellation that also ends the work when `isOver` returns true. `isOver` is called at every poll. The
  /// handlers are not called then.
  package init(orWhen isOver: @escaping @Sendable () -> Bool) { self.isOver = isOver }

  /// Cancels, and calls the handlers on this thread. Later calls do nothing. Must not be called in a signal handler,
  /// because it takes a lock.
  public func cancel() {
    handlers.withLock { handlers in
      flag.store(true, ordering: .releasing)
      for handler in handlers.registered { handler.call() }
      handlers.registered = []
    }
  }

  public var isCancelled: Bool { flag.load(ordering: .acquiring) || isOver?() == true }

  package func check() throws(Cancelled) { if isCancelled { throw Cancelled() } }

  /// Checks for cancellation in every 8192nd step of a loop.
  @inline(__always)
  package func check(every index: Int) throws(Cancelled) { if index & 8191 == 0 { try check() } }

  /// Calls `handler` once, when this is cancelled; at once if it already is.
  ///
  /// The handler runs on the thread that cancels, under a lock: it must be short and must not use this cancellation.
  /// Keep the registration for as long as the handler may be called.
  package func onCancel(_ handler: @escaping @Sendable () -> Void) -> Registration {
    let number = handlers.withLock { handlers -> Int? in
      if flag.load(ordering: .acquiring) {
        handler()
        return nil
      }
      handlers.next += 1
      handlers.registered.append((handlers.next, handler))
      return handlers.next
    }
    return Registration(of: number, in: self)
  }

  /// A handler to call when a cancellation is cancelled. It is removed by `end()`, or when this object is released.
  package final class Registration: Sendable {
    private let number: Int?
    private let cancellation: Cancellation

    fileprivate init(of number: Int?, in cancellation: Cancellation) {
      self.number = number
      self.cancellation = cancellation
    }

    deinit { end() }

    /// Removes the handler. When this returns, the handler is not running and will not be called, so what it uses (a
    /// descriptor, a C handle) can be closed. May be called more than once.
    package func end() {
      guard let number else { return }
      cancellation.handlers.withLock { handlers in handlers.registered.removeAll { $0.number == number } }
    }
  }

  /// Runs `work`. During that time, cancelling calls `handler`, as `onCancel` describes.
  package func calling<Result, Failure>(
    _ handler: @escaping @Sendable () -> Void, during work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let registration = onCancel(handler)
    defer { registration.end() }
    return try work()
  }
}

/// Thrown by a computation that was cancelled.
public struct Cancelled: Error {}

/// The result of work that cannot be cancelled.
package func uncancelled<Result>(_ work: (Cancellation) throws(Cancelled) -> Result) -> Result {
  do throws(Cancelled) {
    return try work(Cancellation())
  } catch {
    preconditionFailure("work was cancelled by nobody")
  }
}
