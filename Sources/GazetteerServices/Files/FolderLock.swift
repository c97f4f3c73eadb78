import GazetteerIndex
import Glibc

/// Lets only one program at a time read and rewrite the files of a folder. The lock is on the folder, not on a file: a
/// replaced file is a new file, so a lock on the old one would not stop other programs.
package enum FolderLock {
  /// Runs `body` while nobody else holds the lock of the folder that `path` is in.
  package static func hold(folderOf path: String, while body: () throws(SystemError) -> Void) throws(SystemError) {
    try hold(folderOf: path, { $0 }, while: body)
  }

  /// - Parameter wrap: makes the error to throw if the lock cannot be taken.
  package static func hold<Value, Problem: Error>(
    folderOf path: String, _ wrap: (SystemError) -> Problem, cancellation: Cancellation = Cancellation(),
    while body: () throws(Problem) -> Value
  ) throws(Problem) -> Value {
    let descriptor = open(PrivateFile.folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw wrap(SystemError()) }
    // Closing also releases the lock.
    defer { close(descriptor) }
    do throws(SystemError) {
      try FileLock.lock(Descriptor(descriptor), cancellation: cancellation)
    } catch {
      throw wrap(error)
    }
    return try body()
  }
}
