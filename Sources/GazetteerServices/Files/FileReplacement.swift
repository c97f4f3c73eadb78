import CFiles
import GazetteerIndex
import Glibc

/// Files that are replaced as a whole.
///
///     regular file: content into a file without a name → a name for a moment (`TemporaryName`) → renamed to the path
///     new file:     content into a file without a name → its name
///     pipe, device: content into it
///
/// A signal that ends the program leaves nothing behind. Where the file system has no files without names, the content is
/// written under the temporary name; then only SIGKILL leaves that, and the next replacement removes it.
package enum FileReplacement {
  /// Replaces the file at `path`, or makes it. Whoever reads it finds the old content or the new one, also after a crash.
  ///
  /// A link to a regular file is refused. A pipe or a device is written into, also by way of a link.
  ///
  /// - Parameters:
  ///   - permissions: those of the new file; nil: those of the old one, or of any new file of the user.
  ///   - survivesPowerCuts: whether to wait until the disk has the content. Otherwise a power cut may lose the old and the
  ///     new content.
  package static func replace(
    _ path: String, with bytes: [UInt8], permissions: mode_t? = nil, survivesPowerCuts: Bool = true
  ) throws(SystemError) {
    if try write(bytes, intoSpecial: path) { return }
    let old = try permissionsOfRegularFile(at: path)
    let content = NewContent(bytes, permissions: permissions ?? old, survivesPowerCuts: survivesPowerCuts)
    if old == nil, try content.isPut(at: path) { return }
    try content.replace(path)
  }

  /// Makes a file. Returns false if there is a regular file at `path`, even one that was made meanwhile.
  package static func create(_ path: String, with bytes: [UInt8]) throws(SystemError) -> Bool {
    if try write(bytes, intoSpecial: path) { return true }
    guard try permissionsOfRegularFile(at: path) == nil else { return false }
    return try NewContent(bytes, permissions: nil, survivesPowerCuts: true).isPut(at: path)
  }

  /// Throws if `replace` would fail now, as far as can be known without writing.
  package static func check(_ path: String) throws(SystemError) {
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      // A folder may be writable, but not as a file.
      guard status.st_mode & S_IFMT != S_IFDIR else { throw SystemError(EISDIR) }
      guard access(path, W_OK) == 0 else { throw SystemError() }
      return
    }
    _ = try permissionsOfRegularFile(at: path)
    try NewContent([], permissions: nil, survivesPowerCuts: false).requireRoom(beside: path)
  }

  /// The permissions of the file; nil without a file. Throws if there is anything else than a regular file.
  private static func permissionsOfRegularFile(at path: String) throws(SystemError) -> mode_t? {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return status.st_mode & 0o777
    case S_IFLNK: throw SystemError(ELOOP)
    // A device that could not be opened for writing.
    default: throw SystemError(EACCES)
    }
  }

  /// Writes into the pipe or the device at `path`. Returns false if there is none.
  private static func write(_ bytes: [UInt8], intoSpecial path: String) throws(SystemError) -> Bool {
    guard let descriptor = try openSpecial(path) else { return false }
    defer { close(descriptor) }
    try Descriptor(descriptor).write(bytes)
    return true
  }

  /// How often to try to open a pipe that nobody reads from, once a millisecond: opening it could wait for ever.
  private static let attempts = 2000

  /// Opens what is at `path` for writing; nil for a regular file, or nothing.
  ///
  /// It is opened before it is looked at, and a regular file is not changed by that: so nobody can put a link to another
  /// file in its place in between.
  private static func openSpecial(_ path: String) throws(SystemError) -> Int32? {
    var wait = LockWait(attempts: attempts)
    while true {
      let descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
      if descriptor >= 0 {
        var status = stat()
        if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
          _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
          return descriptor
        }
        close(descriptor)
        return nil
      }
      let error = SystemError()
      switch error.code {
      case ENXIO, EINTR: guard wait.waits() else { throw error }
      case EISDIR: throw error
      default: return nil
      }
    }
  }
}
