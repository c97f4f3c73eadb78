import CSQLite
import GazetteerIndex
import Glibc

/// Keeps all connections of SQLite away from a file, those of this process too.
enum DatabaseLock {
  /// Runs `body` while no connection is reading or writing the file at `path`. Where the system cannot lock files, `body`
  /// runs without a lock: SQLite cannot lock them either.
  ///
  /// - Parameters:
  ///   - attempts: how often to ask for the lock, once a millisecond.
  ///   - wrap: makes the error that is thrown if the lock cannot be had: `EWOULDBLOCK` or `ECANCELED`.
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
