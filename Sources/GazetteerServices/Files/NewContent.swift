import CFiles
import Glibc

/// The new content of a file, which is written before it gets its path.
struct NewContent {
  private let write: (Descriptor) throws(SystemError) -> Void
  /// nil: those that new files of the user usually have.
  private let permissions: mode_t?
  private let survivesPowerCuts: Bool
  /// Tests set this to false, to act like a file system without unnamed files.
  var mayBeUnnamed = true

  /// - Parameter write: writes the content.
  init(permissions: mode_t?, survivesPowerCuts: Bool, _ write: @escaping (Descriptor) throws(SystemError) -> Void) {
    self.write = write
    self.permissions = permissions
    self.survivesPowerCuts = survivesPowerCuts
  }

  init(_ bytes: [UInt8], permissions: mode_t?, survivesPowerCuts: Bool) {
    self.init(permissions: permissions, survivesPowerCuts: survivesPowerCuts) { file throws(SystemError) in
      try file.write(bytes)
    }
  }

  /// Makes the file at `path`. Returns false if something is at the path already.
  func isPut(at path: String) throws(SystemError) -> Bool {
    do throws(SystemError) {
      if let unnamed = try unnamedFile(beside: path) {
        defer { close(unnamed) }
        if gaz_name(unnamed, path) == 0 { return true }
        if errno == EEXIST { return false }
      }
      try withNamedFile(beside: path) { name throws(SystemError) in
        // Unlike `rename`, `link` does not replace a file.
        if link(name, path) == 0 {
          unlink(name)
          return
        }
        // Some file systems have no hard links.
        guard [EPERM, EOPNOTSUPP, ENOSYS].contains(errno), !PrivateFile.isTaken(path), Glibc.rename(name, path) == 0
        else {
          throw SystemError()
        }
      }
      return true
    } catch {
      if error.code == EEXIST { return false }
      throw error
    }
  }

  /// Replaces the file at `path`.
  func replace(_ path: String) throws(SystemError) {
    if let unnamed = try unnamedFile(beside: path) {
      defer { close(unnamed) }
      do throws(SystemError) {
        return try TemporaryName.use(
          beside: path, make: { gaz_name(unnamed, $0) },
          body: { name throws(SystemError) in try Self.rename(name, to: path) })
      } catch {
        guard error.isOfMissingFeature else { throw error }
      }
    }
    try withNamedFile(beside: path) { name throws(SystemError) in try Self.rename(name, to: path) }
  }

  private static func rename(_ name: String, to path: String) throws(SystemError) {
    guard Glibc.rename(name, path) == 0 else { throw SystemError() }
  }

  /// Throws if no file can be made in the folder of `path`.
  func requireRoom(beside path: String) throws(SystemError) {
    if let unnamed = try unnamedFile(beside: path) {
      close(unnamed)
    } else {
      try withNamedFile(beside: path) { name in unlink(name) }
    }
  }

  /// A file without a name in the folder of `path`, with the content; nil if the file system has no such files.
  private func unnamedFile(beside path: String) throws(SystemError) -> Int32? {
    guard mayBeUnnamed else { return nil }
    let descriptor = gaz_open_unnamed(PrivateFile.folder(of: path), permissions ?? 0o666)
    guard descriptor >= 0 else {
      let error = SystemError()
      if error.isOfMissingFeature { return nil }
      throw error
    }
    do throws(SystemError) {
      try TemporaryName.lock(descriptor)
      try fill(descriptor)
      return descriptor
    } catch {
      close(descriptor)
      throw error
    }
  }

  /// Makes a file with the content under a temporary name. Removes it if `body` throws.
  private func withNamedFile(
    beside path: String, _ body: (_ name: String) throws(SystemError) -> Void
  ) throws(SystemError) {
    var descriptor: Int32 = -1
    defer { if descriptor >= 0 { close(descriptor) } }
    func make(_ name: String) -> Int32 {
      let made = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, permissions ?? 0o666)
      guard made >= 0 else { return -1 }
      guard TemporaryName.isLocked(made, at: name) else {
        close(made)
        errno = EEXIST
        return -1
      }
      descriptor = made
      return 0
    }
    try TemporaryName.use(
      beside: path, make: make,
      body: { name throws(SystemError) in
        try fill(descriptor)
        try body(name)
      })
  }

  private func fill(_ descriptor: Int32) throws(SystemError) {
    if let permissions, fchmod(descriptor, permissions) != 0 { throw SystemError() }
    try write(Descriptor(descriptor))
    guard !survivesPowerCuts || fsync(descriptor) == 0 else { throw SystemError() }
  }
}

extension SystemError {
  /// Whether the file system cannot make a file without a name, or cannot name it later.
  fileprivate var isOfMissingFeature: Bool { [EOPNOTSUPP, EISDIR, EINVAL, ENOSYS, ENOENT, EPERM].contains(code) }
}
