import Glibc

/// A value with a lock, and threads that wait until it satisfies a condition.
package final class Monitor<Value: Sendable>: @unchecked Sendable {
  // Unchecked: `value` is read and written only while `mutex` is locked. `mutex` and `changed` are allocated because C
  // needs them at a fixed address.
  private var value: Value
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  package init(_ value: Value) {
    self.value = value
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(changed, nil)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(mutex)
    changed.deallocate()
    mutex.deallocate()
  }

  /// Reads the value. The body must be short, and must not use the monitor.
  package func read<Result>(_ body: (Value) -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body(value)
  }

  /// Changes the value and wakes all waiting threads, which check it again.
  package func change<Result>(_ body: (inout Value) -> Result) -> Result {
    // The lock is free when the waiting threads wake up: they need it at once.
    defer { pthread_cond_broadcast(changed) }
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body(&value)
  }

  /// Waits until `body` returns a result. `body` is called at once, and again after every change.
  ///
  /// - Throws: `Cancelled` if `cancellation` is cancelled first.
  package func wait<Result>(
    _ cancellation: Cancellation, until body: (inout Value) -> Result?
  ) throws(Cancelled) -> Result {
    let registration = cancellation.onCancel { self.change { _ in } }
    defer { registration.end() }
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&value) { return result }
      try cancellation.check()
      pthread_cond_wait(changed, mutex)
    }
  }
}
