import GazetteerIndex
import Glibc

/// A lock on an open file (`flock`), which goes when the file is closed.
package enum FileLock {
  package enum Kind {
    case shared
    case exclusive
  }

  /// How often a lock is asked for, once a millisecond.
  private static let attempts = 2000

  /// Locks a file. Throws `EWOULDBLOCK` if another program holds the lock for two seconds.
  package static func lock(
    _ file: Descriptor, _ kind: Kind = .exclusive, cancellation: Cancellation = Cancellation()
  ) throws(SystemError) {
    let operation = (kind == .shared ? LOCK_SH : LOCK_EX) | LOCK_NB
    var wait = LockWait(attempts: attempts, cancellation: cancellation)
    try wait.run { flock(file.number, operation) }
  }
}
