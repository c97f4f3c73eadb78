import Glibc

/// Files that only the user can read, whatever the umask is, and their folders.
package enum PrivateFile {
  /// Makes an empty file if it is missing, and the missing folders above it.
  static func make(_ path: String) throws(SystemError) {
    let missing = makeFolders(above: path)
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw missing ?? SystemError() }
    defer { close(descriptor) }
    guard fchmod(descriptor, 0o600) == 0 else { throw SystemError() }
  }

  /// Makes the missing folders above `path`. Only the user can read them. Flushes their names, because a flushed file
  /// survives a power cut only if its folders do.
  ///
  /// - Returns: why a folder is missing. Callers may ignore it, because opening the file then fails too.
  @discardableResult
  package static func makeFolders(above path: String) -> SystemError? {
    var missing: SystemError?
    for (index, letter) in path.utf8.enumerated() where letter == UInt8(ascii: "/") && index > 0 {
      let folder = String(decoding: path.utf8.prefix(index), as: UTF8.self)
      if mkdir(folder, 0o700) == 0 {
        flushFolder(of: folder)
      } else if errno != EEXIST, missing == nil {
        missing = SystemError()
      }
    }
    return missing
  }

  /// Makes the missing folders for a file. Throws if the user cannot make a file there.
  static func makeFolder(of path: String) throws(SystemError) {
    let failure = makeFolders(above: path)
    guard access(folder(of: path), W_OK | X_OK) == 0 else { throw failure ?? SystemError() }
  }

  /// Whether somebody else can put files into a folder, or owns it.
  static func isOpenToOthers(_ folder: String) -> Bool {
    var status = stat()
    guard stat(folder, &status) == 0 else { return false }
    return status.st_mode & 0o022 != 0 || ![0, geteuid()].contains(status.st_uid)
  }

  /// The path with all links resolved, or the path itself if there is no such file.
  static func followed(_ path: String) -> String {
    guard let followed = realpath(path, nil) else { return path }
    defer { free(followed) }
    return String(cString: followed)
  }

  /// Whether there is anything at `path`, even a link to a missing file.
  static func isTaken(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// The folder that a path is in.
  package static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Flushes the names in the folder of `path`. Otherwise a new or renamed file may lose its name in a power cut.
  static func flushFolder(of path: String) {
    let descriptor = open(folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}
