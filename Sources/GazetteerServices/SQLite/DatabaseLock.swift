import CSQLite
import GazetteerIndex
import Glibc

/// Blocks all SQLite connections to a file, also those of this process.
enum DatabaseLock {
  /// Runs `body` while no connection reads or writes the file at `path`. If the system cannot lock files, `body` runs
  /// without a lock: SQLite cannot lock them either.
  ///
  /// - Parameters:
  ///   - attempts: how often to ask for the lock, once a millisecond.
  ///   - wrap: makes the error to throw if the lock cannot be taken: `EWOULDBLOCK` or `ECANCELED`.
  static func hold<Value, Problem: Error>(
    _ path: String, _ wrap: (SystemError) -> Problem, attempts: Int = 5000,
    cancellation: Cancellation = Cancellation(), while body: () throws(Problem) -> Value
  ) throws(Problem) -> Value {
    let descriptor = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return try body() }
    defer { close(descriptor) }
    var wait = LockWait(attempts: attempts, cancellation: cancellation)
    do throws(SystemError) {
      try wait.run { gaz_lock_out(descriptor) }
    } catch {
      if [EWOULDBLOCK, ECANCELED].contains(error.code) { throw wrap(error) }
    }
    return try body()
  }
}
