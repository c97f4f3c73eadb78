import Glibc
import Synchronization

/// A value made when it is first asked for, once, whoever asks.
package final class Lazy<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)

  package init() {}

  /// The value; `make` runs at most once at a time and once in all unless it is cancelled. Others wait for it, as long
  /// as their own `cancellation` lets them.
  package func callAsFunction(
    _ cancellation: Cancellation = Cancellation(), _ make: (Cancellation) throws(Cancelled) -> Value
  ) throws(Cancelled) -> Value {
    while true {
      let made = value.withLockIfAvailable { value -> Result<Value, Cancelled> in
        if let value { return .success(value) }
        do throws(Cancelled) {
          let made = try make(cancellation)
          value = made
          return .success(made)
        } catch {
          return .failure(error)
        }
      }
      if let made { return try made.get() }
      try cancellation.check()
      usleep(1000)
    }
  }
  /// The value of what nobody cancels; others wait for it.
  package func callAsFunction(_ make: () -> Value) -> Value {
    value.withLock { value in
      if let value { return value }
      let made = make()
      value = made
      return made
    }
  }
}
