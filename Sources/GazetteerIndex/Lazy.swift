import Synchronization

/// A value made when it is first asked for, once, whoever asks.
final class Lazy<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)

  /// The value; `make` runs at most once, and others wait for it.
  func callAsFunction(_ make: () -> Value) -> Value {
    value.withLock { value in
      if let value { return value }
      let made = make()
      value = made
      return made
    }
  }
}
