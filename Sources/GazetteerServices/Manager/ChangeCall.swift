import GazetteerIndex
import Synchronization

/// A call that makes a change, for the user who may cancel it at any moment: before it has begun, while it waits, or when
/// the service has the change.
package final class ChangeCall: Sendable {
  private enum Stage {
    /// Nothing is written and nothing sent.
    case new
    /// The change waits under this number, and may be sent at any time.
    case written(Int64)
    /// It is stored without waiting.
    case begun
    /// This call does not make the change any more.
    case over
  }

  private let stage = Mutex(Stage.new)

  package init() {}

  /// The number under which the change waits; nil if it does not wait.
  package var number: Int64? { stage.withLock { if case .written(let number) = $0 { number } else { nil } } }

  /// Writes the change, unless it was withdrawn.
  ///
  /// - Parameter body: returns its number.
  func write(_ body: () throws(ServiceError) -> Int64) throws(ServiceError) -> Int64 {
    try stage.withLock { stage throws(ServiceError) in
      guard case .new = stage else { throw .cancelled }
      let number = try body()
      stage = .written(number)
      return number
    }
  }

  /// Throws if the change was withdrawn; after this, it cannot be.
  func begin() throws(ServiceError) {
    try stage.withLock { stage throws(ServiceError) in
      guard case .new = stage else { throw .cancelled }
      stage = .begun
    }
  }

  /// Nothing was sent, and nothing waits.
  func end() { stage.withLock { $0 = .over } }

  /// Takes the change out, so that it will not be made.
  ///
  /// - Parameter body: takes out what is written under a number; returns false if that may have been sent.
  /// - Returns: whether nothing of it was sent.
  func withdraw(_ body: (Int64) throws(ServiceError) -> Bool) throws(ServiceError) -> Bool {
    try stage.withLock { stage throws(ServiceError) in
      switch stage {
      case .written(let number): guard try body(number) else { return false }
      case .begun: return false
      case .new, .over: break
      }
      stage = .over
      return true
    }
  }
}
