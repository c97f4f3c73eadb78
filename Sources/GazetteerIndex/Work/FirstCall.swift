import Synchronization

/// Tells the first of several calls from the later ones, on any thread. Copies of a value can share it.
final class FirstCall: Sendable {
  private let wasCalled = Atomic(false)

  /// Whether this is the first call.
  func callAsFunction() -> Bool { !wasCalled.exchange(true, ordering: .relaxed) }
}
