import GazetteerIndex
import Glibc

/// An open file. It is closed at the end of this value's life.
package struct OpenFile: ~Copyable {
  package let descriptor: Descriptor

  /// The kinds of files that can be read or written. A path can also lead to others.
  package enum Kind {
    case regular
    /// A named pipe.
    case pipe
  }

  /// Opens a file without waiting, not even for the other end of a pipe. Reading from a pipe does not wait either, so
  /// callers must poll before they read.
  ///
  /// - Parameters:
  ///   - flags: the flags of `open`.
  ///   - permissions: those of a file that this call makes.
  ///   - kinds: the kinds to accept. Others, such as a device, could block or never end; they throw
  ///     `SystemError.notRegular`.
  package init(
    _ path: String, _ flags: Int32 = O_RDONLY, permissions: mode_t = 0o600, accepting kinds: [Kind] = [.regular]
  ) throws(SystemError) {
    let number = open(path, flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, permissions)
    guard number >= 0 else { throw SystemError() }
    do throws(SystemError) {
      let kind = Kind(try Descriptor(number).status())
      guard kind.map(kinds.contains) == true else { throw .notRegular }
    } catch {
      close(number)
      throw error
    }
    descriptor = Descriptor(number)
  }

  deinit { close(descriptor.number) }

  /// These methods are explained in `Descriptor`. They keep the file open until they return. A call on `descriptor`
  /// does not.
  package func status() throws(SystemError) -> stat { try descriptor.status() }
  package func read(limit: Int = .max) throws(SystemError) -> [UInt8] { try descriptor.read(limit: limit) }
  package func read(from offset: Int, count: Int) throws(SystemError) -> [UInt8] {
    try descriptor.read(from: offset, count: count)
  }
  package func write(_ bytes: [UInt8]) throws(SystemError) { try descriptor.write(bytes) }
  package func lock(
    _ kind: FileLock.Kind, cancellation: Cancellation = Cancellation()
  ) throws(SystemError) {
    try FileLock.lock(descriptor, kind, cancellation: cancellation)
  }

  /// The bytes of the regular file at `path`; nil if there is none.
  ///
  /// - Parameter limit: a larger file is refused with `EFBIG`.
  package static func contents(
    of path: String, _ flags: Int32 = O_RDONLY, limit: Int
  ) throws(SystemError) -> [UInt8]? {
    do throws(SystemError) {
      return try OpenFile(path, flags).read(limit: limit)
    } catch {
      if [ENOENT, ENOTDIR].contains(error.code) { return nil }
      throw error
    }
  }
}

extension OpenFile.Kind {
  /// nil for a folder, a device or a socket.
  package init?(_ status: stat) {
    switch status.st_mode & S_IFMT {
    case S_IFREG: self = .regular
    case S_IFIFO: self = .pipe
    default: return nil
    }
  }
}
