import GazetteerIndex
import Glibc

extension PendingChanges {
  /// Runs `body` while no other program sends changes of this file; returns nil if one does so all the time. Otherwise
  /// two programs could send the same change at once, and a service that makes the ids itself would store it twice.
  func whileAlone<Value: Sendable>(
    _ patience: Duration, _ cancellation: Cancellation, _ body: () throws(ServiceError) -> Value
  ) throws(ServiceError) -> Value? {
    guard let path else { return try body() }
    // Not the file itself: closing it would release the locks of SQLite.
    PrivateFile.makeFolders(above: path)
    let descriptor = open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else {
      throw .storage("\"\(Untrusted(path)).lock\" cannot be opened: \(own: SystemError().reason)")
    }
    defer { close(descriptor) }
    do throws(SystemError) {
      try FileLock.lock(
        Descriptor(descriptor), milliseconds: Int(patience.components.seconds) * 1000, cancellation: cancellation)
    } catch {
      if cancellation.isCancelled { throw .cancelled }
      if error.code == EWOULDBLOCK { return nil }
      throw .storage("\"\(Untrusted(path)).lock\" cannot be locked: \(own: error.reason)")
    }
    return try body()
  }
}
