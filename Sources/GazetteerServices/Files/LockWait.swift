import GazetteerIndex
import Glibc

/// Asks for a lock once a millisecond. A system call that waits for a lock could not be cancelled.
package struct LockWait {
  private let attempts: Int
  private let cancellation: Cancellation
  private var count = 0

  /// - Parameter attempts: how often to ask. There is a limit because a suspended program may hold a lock forever.
  package init(attempts: Int, cancellation: Cancellation = Cancellation()) {
    self.attempts = attempts
    self.cancellation = cancellation
  }

  /// Waits before the next attempt. Returns false when it is time to give up.
  package mutating func waits() -> Bool {
    count += 1
    guard count < attempts, !cancellation.isCancelled else { return false }
    usleep(1000)
    return true
  }

  /// Calls `attempt` until it succeeds. Throws `EWOULDBLOCK` after the last attempt, and `ECANCELED` after a
  /// cancellation.
  ///
  /// - Parameter attempt: returns -1 and sets `errno` on failure. After an interruption, or if others hold the lock, it
  ///   is called again. Any other error is thrown.
  package mutating func run(_ attempt: () -> Int32) throws(SystemError) {
    while attempt() != 0 {
      guard [EWOULDBLOCK, EACCES, EINTR].contains(errno) else { throw SystemError() }
      guard waits() else { throw cancellation.isCancelled ? .cancelled : SystemError(EWOULDBLOCK) }
    }
  }
}
