import Glibc

/// What the system said of a call that failed.
package struct SystemError: Error, Equatable {
  package let code: Int32
  package init() { self.init(errno) }
  init(_ code: Int32) { self.code = code }
  package var reason: String {
    code == ELOOP ? "it is a link, and links to files are not followed" : String(cString: strerror(code))
  }
}

/// Files that change as a whole.
package enum FileReplacement {
  /// Puts `bytes` in the place of the file at `path`, by way of a file beside it: whoever reads finds the old content
  /// or the new one, also after a crash. A link to a file is refused, neither followed nor replaced. What is no ordinary
  /// file, such as a pipe, is written into, also by way of a link.
  package static func replace(_ path: String, with bytes: [UInt8]) throws(SystemError) {
    var status = stat()
    let exists = stat(path, &status) == 0
    if exists, status.st_mode & S_IFMT != S_IFREG {
      let descriptor = open(path, O_WRONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw SystemError() }
      defer { close(descriptor) }
      return try write(bytes, to: descriptor)
    }
    var link = stat()
    if lstat(path, &link) == 0, link.st_mode & S_IFMT == S_IFLNK { throw SystemError(ELOOP) }
    let temporary = path + ".gaz-\(getpid())"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, exists ? status.st_mode & 0o777 : 0o666)
    guard descriptor >= 0 else { throw SystemError() }
    do throws(SystemError) {
      defer { close(descriptor) }
      try write(bytes, to: descriptor)
      guard fsync(descriptor) == 0 else { throw SystemError() }
    } catch {
      unlink(temporary)
      throw error
    }
    guard rename(temporary, path) == 0 else {
      let error = SystemError()
      unlink(temporary)
      throw error
    }
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        throw SystemError()
      }
    }
  }
}
