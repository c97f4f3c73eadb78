import GazetteerIndex
import Glibc

/// A lock on an open file (`flock`). Closing the file releases it.
package enum FileLock {
  package enum Kind {
    case shared
    case exclusive
  }

  /// Locks a file. Throws `EWOULDBLOCK` if another program holds the lock for so many milliseconds.
  package static func lock(
    _ file: Descriptor, _ kind: Kind = .exclusive, milliseconds: Int = 2000,
    cancellation: Cancellation = Cancellation()
  ) throws(SystemError) {
    let operation = (kind == .shared ? LOCK_SH : LOCK_EX) | LOCK_NB
    var wait = LockWait(attempts: milliseconds, cancellation: cancellation)
    try wait.run { flock(file.number, operation) }
  }
}
