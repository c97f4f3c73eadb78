import CSQLite
import Glibc

/// Keeps every connection of SQLite out of a file, those of other processes and of this one.
enum DatabaseLock {
  /// Does `body` while nobody is in the file at `path`, nor comes in. Where files cannot be locked, SQLite cannot either.
  ///
  /// - Parameter attempts: how often the lock is asked for, once a millisecond.
  static func hold<Value>(
    _ path: String, attempts: Int = 5000, while body: () throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    let descriptor = open(path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { return try body() }
    defer { close(descriptor) }
    for _ in 0..<attempts {
      if gaz_lock_out(descriptor) == 0 { return try body() }
      guard [EAGAIN, EACCES, EINTR].contains(errno) else { return try body() }
      usleep(1000)
    }
    throw .busy
  }
}
