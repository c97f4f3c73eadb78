import CFiles
import GazetteerIndex
import Glibc

/// Replaces files as a whole.
///
///     regular file: write a file without a name → give it a temporary name (`TemporaryName`) → rename it to the path
///     new file:     write a file without a name → name it
///     pipe, device: write into it
///
/// If a signal ends the program, no temporary file remains. If the file system has no files without names, the content
/// is written under the temporary name. Then a file remains only after SIGKILL, and the next replacement removes it.
package enum FileReplacement {
  /// Replaces the file at `path`, or makes it. Readers find the old content or the new one, also after a crash.
  ///
  /// A link to a regular file is refused. A pipe or a device, or a link to one, is written into.
  ///
  /// - Parameters:
  ///   - permissions: those of the new file; nil: those of the old file, or those that new files of the user usually
  ///     have.
  ///   - survivesPowerCuts: whether to wait until the disk has the content. Otherwise a power cut may lose both the old
  ///     and the new content.
  package static func replace(
    _ path: String, with bytes: [UInt8], permissions: mode_t? = nil, survivesPowerCuts: Bool = true
  ) throws(SystemError) {
    try replace(path, permissions: permissions, survivesPowerCuts: survivesPowerCuts) { file throws(SystemError) in
      try file.write(bytes)
    }
  }

  /// The same for content that `write` writes.
  package static func replace(
    _ path: String, permissions: mode_t? = nil, survivesPowerCuts: Bool = true,
    write: @escaping (Descriptor) throws(SystemError) -> Void
  ) throws(SystemError) {
    if try isWritten(intoSpecial: path, write) { return }
    let old = try permissionsOfRegularFile(at: path)
    let content = NewContent(permissions: permissions ?? old, survivesPowerCuts: survivesPowerCuts, write)
    if old == nil, try content.isPut(at: path) { return }
    try content.replace(path)
  }

  /// Makes a file. Returns false if there is a regular file at `path`, even if it was made during this call.
  package static func create(_ path: String, with bytes: [UInt8]) throws(SystemError) -> Bool {
    try create(path) { file throws(SystemError) in try file.write(bytes) }
  }

  /// The same for content that `write` writes.
  package static func create(
    _ path: String, write: @escaping (Descriptor) throws(SystemError) -> Void
  ) throws(SystemError) -> Bool {
    if try isWritten(intoSpecial: path, write) { return true }
    guard try permissionsOfRegularFile(at: path) == nil else { return false }
    return try NewContent(permissions: nil, survivesPowerCuts: true, write).isPut(at: path)
  }

  /// Whether there is a regular file at `path`, which `create` would leave as it is.
  package static func isRegularFile(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Whether there is a terminal or another device at `path`, which shows or takes each byte at once.
  package static func isDevice(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFCHR
  }

  /// Throws if `replace` would fail now. Checks only what can be known without writing.
  package static func check(_ path: String) throws(SystemError) {
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      // `access` may allow writing to a folder, but a folder cannot be replaced.
      guard status.st_mode & S_IFMT != S_IFDIR else { throw SystemError(EISDIR) }
      guard access(path, W_OK) == 0 else { throw SystemError() }
      return
    }
    _ = try permissionsOfRegularFile(at: path)
    try NewContent([], permissions: nil, survivesPowerCuts: false).requireRoom(beside: path)
  }

  /// The permissions of the file; nil if there is none. Throws if it is not a regular file.
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
  private static func isWritten(
    intoSpecial path: String, _ write: (Descriptor) throws(SystemError) -> Void
  ) throws(SystemError) -> Bool {
    guard let descriptor = try openSpecial(path) else { return false }
    defer { close(descriptor) }
    try write(Descriptor(descriptor))
    return true
  }

  /// How often to try to open a pipe that nobody reads from, once a millisecond. Otherwise opening it could wait
  /// forever.
  private static let attempts = 2000

  /// Opens the pipe or the device at `path` for writing; nil for a regular file, or if there is nothing.
  ///
  /// Opening does not change a regular file, so the kind is checked after opening: nobody can put another file there
  /// between the check and the opening.
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
