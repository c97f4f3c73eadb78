import Glibc

/// Lets one program at a time read and rewrite what lies in a folder. The folder itself is locked: a file that is
/// replaced is another file afterwards, and a lock on the old one would keep nobody out.
package enum FolderLock {
  /// How often a lock is asked for, once a millisecond: a stopped program must not stop the others.
  private static let attempts = 2000

  /// Does `body` while nobody else holds the lock of `folder`.
  package static func hold(_ folder: String, while body: () throws(SystemError) -> Void) throws(SystemError) {
    let descriptor = try locked(folder)
    // Closing lets go of the lock.
    defer { close(descriptor) }
    try body()
  }

  /// The same for the folder that the file at `path` lies in.
  static func hold<Value>(
    folderOf path: String, while body: () throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    let descriptor: Int32
    do throws(SystemError) { descriptor = try locked(PrivateFile.folder(of: path)) } catch { throw StoreError(error) }
    defer { close(descriptor) }
    return try body()
  }

  private static func locked(_ folder: String) throws(SystemError) -> Int32 {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError() }
    for _ in 0..<attempts {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return descriptor }
      guard errno == EWOULDBLOCK || errno == EINTR else { break }
      usleep(1000)
    }
    let error = SystemError()
    close(descriptor)
    throw error
  }

  /// Makes the folders that `path` goes through, for the user alone, and puts their names on the disk: what is flushed
  /// within them outlives a power cut only with them. Says why one is missing; it shows when the file is opened, too.
  @discardableResult
  package static func makeFolders(above path: String) -> SystemError? {
    var missing: SystemError?
    for (index, letter) in path.utf8.enumerated() where letter == UInt8(ascii: "/") && index > 0 {
      let folder = String(decoding: path.utf8.prefix(index), as: UTF8.self)
      if mkdir(folder, 0o700) == 0 {
        PrivateFile.flushFolder(of: folder)
      } else if errno != EEXIST, missing == nil {
        missing = SystemError()
      }
    }
    return missing
  }
}
