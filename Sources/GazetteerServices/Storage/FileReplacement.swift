import Glibc

/// What the system said of a call that failed.
package struct SystemError: Error, Equatable {
  package let code: Int32
  package init() { self.init(errno) }
  package init(_ code: Int32) { self.code = code }
  package var reason: String {
    switch code {
    case ELOOP: "it is a link, and links to files are not followed"
    case ENXIO: "nobody reads from it"
    default: String(cString: strerror(code))
    }
  }
}

/// Files that change as a whole.
package enum FileReplacement {
  /// Puts `bytes` in the place of the file at `path`, by way of a file beside it: whoever reads finds the old content
  /// or the new one, also after a crash. A link to a file is refused, neither followed nor replaced. What is no ordinary
  /// file, such as a pipe, is written into, also by way of a link.
  ///
  /// - Parameters:
  ///   - permissions: what the file then has; nil: what it had, or what the user's files have at first.
  ///   - survivesPowerCuts: whether to wait until the disk has the content; else a power cut may leave nothing of either.
  package static func replace(
    _ path: String, with bytes: [UInt8], permissions: mode_t? = nil, survivesPowerCuts: Bool = true
  ) throws(SystemError) {
    if isSpecial(path) { return try write(bytes, into: path) }
    let temporary = try writeTemporary(bytes, beside: path, permissions, survivesPowerCuts: survivesPowerCuts)
    guard rename(temporary, path) == 0 else {
      let error = SystemError()
      unlink(temporary)
      throw error
    }
  }

  /// The same where no ordinary file stands at `path`; false where one does, also one that came there meanwhile.
  package static func create(_ path: String, with bytes: [UInt8]) throws(SystemError) -> Bool {
    if isSpecial(path) {
      try write(bytes, into: path)
      return true
    }
    var status = stat()
    if lstat(path, &status) == 0 {
      guard status.st_mode & S_IFMT != S_IFLNK else { throw SystemError(ELOOP) }
      return false
    }
    let temporary = try writeTemporary(bytes, beside: path, nil)
    // Unlike a rename, a second name takes nobody's place.
    if link(temporary, path) == 0 {
      unlink(temporary)
      return true
    }
    // Some file systems have no second names.
    guard [EPERM, EOPNOTSUPP, ENOSYS].contains(errno), lstat(path, &status) != 0, rename(temporary, path) == 0 else {
      let error = SystemError()
      unlink(temporary)
      if error.code == EEXIST { return false }
      throw error
    }
    return true
  }

  /// Writes into what is no ordinary file.
  private static func write(_ bytes: [UInt8], into path: String) throws(SystemError) {
    let descriptor = try openSpecial(path)
    defer { close(descriptor) }
    try write(bytes, to: descriptor)
  }

  /// How often to look whether somebody reads from a pipe, once a millisecond: one that nobody reads from would hold us
  /// for good.
  private static let patience = 2000

  private static func openSpecial(_ path: String) throws(SystemError) -> Int32 {
    for _ in 0..<patience {
      let descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
      if descriptor >= 0 {
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
        return descriptor
      }
      guard errno == ENXIO || errno == EINTR else { break }
      usleep(1000)
    }
    throw SystemError()
  }

  /// The path of a new file beside `path` that has these bytes, for good where it is to survive power cuts.
  private static func writeTemporary(
    _ bytes: [UInt8], beside path: String, _ permissions: mode_t?, survivesPowerCuts: Bool = true
  ) throws(SystemError) -> String {
    let (descriptor, temporary) = try openTemporary(beside: path, permissions)
    do throws(SystemError) {
      defer { close(descriptor) }
      try write(bytes, to: descriptor)
      guard !survivesPowerCuts || fsync(descriptor) == 0 else { throw SystemError() }
    } catch {
      unlink(temporary)
      throw error
    }
    return temporary
  }

  /// Whether `replace` would find a place to write into: what is only known from trying.
  package static func check(_ path: String) throws(SystemError) {
    if isSpecial(path) {
      // A folder may well be writable, but not as a file.
      guard !isFolder(path) else { throw SystemError(EISDIR) }
      guard access(path, W_OK) == 0 else { throw SystemError() }
      return
    }
    let (descriptor, temporary) = try openTemporary(beside: path, nil)
    close(descriptor)
    unlink(temporary)
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Whether something stands at `path` that is no ordinary file.
  private static func isSpecial(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
  }

  /// Opens a new file beside `path`, which is an ordinary file or nothing.
  private static func openTemporary(
    beside path: String, _ permissions: mode_t?
  ) throws(SystemError) -> (descriptor: Int32, path: String) {
    var status = stat()
    let exists = lstat(path, &status) == 0
    if exists, status.st_mode & S_IFMT == S_IFLNK { throw SystemError(ELOOP) }
    let temporary = path + ".gaz-\(getpid())"
    let mode = permissions ?? (exists ? status.st_mode & 0o777 : 0o666)
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
    var descriptor = open(temporary, flags, mode)
    if descriptor < 0, errno == EEXIST {
      // A program of this number was killed before it had done.
      unlink(temporary)
      descriptor = open(temporary, flags, mode)
    }
    guard descriptor >= 0 else { throw SystemError() }
    return (descriptor, temporary)
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
