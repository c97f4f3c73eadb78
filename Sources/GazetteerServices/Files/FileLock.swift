import GazetteerIndex
import Glibc

/// A lock on an open file (`flock`). Closing the file releases it.
package enum FileLock {
  package enum Kind {
    case shared
    case exclusive
  }

  /// How often to ask for a lock, once a millisecond.
  package static let attempts = 2000

  /// Locks a file. Throws `EWOULDBLOCK` if another program holds the lock during all attempts: for two seconds.
  package static func lock(
    _ file: Descriptor, _ kind: Kind = .exclusive, attempts: Int = attempts,
    cancellation: Cancellation = Cancellation()
  ) throws(SystemError) {
    let operation = (kind == .shared ? LOCK_SH : LOCK_EX) | LOCK_NB
    var wait = LockWait(attempts: attempts, cancellation: cancellation)
    try wait.run { flock(file.number, operation) }
  }
}
