import GazetteerIndex
import Glibc

/// Asks for a lock once a millisecond, since no call can wait for one and be cancelled.
package struct LockWait {
  private let attempts: Int
  private let cancellation: Cancellation
  private var count = 0

  /// - Parameter attempts: how often to ask. A program that was stopped must not stop the others for good.
  package init(attempts: Int, cancellation: Cancellation = Cancellation()) {
    self.attempts = attempts
    self.cancellation = cancellation
  }

  /// Waits before the next attempt. Returns false once it is time to give up.
  package mutating func waits() -> Bool {
    count += 1
    guard count < attempts, !cancellation.isCancelled else { return false }
    usleep(1000)
    return true
  }

  /// Calls `attempt` until it succeeds. Throws `EWOULDBLOCK` after the last attempt, and `ECANCELED`.
  ///
  /// - Parameter attempt: returns -1 and sets `errno` on failure. Any other error than that of a lock that somebody else
  ///   holds ends the waiting.
  package mutating func run(_ attempt: () -> Int32) throws(SystemError) {
    while attempt() != 0 {
      guard [EWOULDBLOCK, EACCES, EINTR].contains(errno) else { throw SystemError() }
      guard waits() else { throw cancellation.isCancelled ? .cancelled : SystemError(EWOULDBLOCK) }
    }
  }
}
