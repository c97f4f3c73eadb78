import Glibc

/// Files that are the user's alone, whatever the file mode creation mask says.
enum PrivateFile {
  /// Makes an empty file, and the folders above it, where there are none.
  static func make(_ path: String) throws(SystemError) {
    let missing = FolderLock.makeFolders(above: path)
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw missing ?? SystemError() }
    defer { close(descriptor) }
    guard fchmod(descriptor, 0o600) == 0 else { throw SystemError() }
  }

  /// Makes the folder that a file is to lie in, where there is none; throws where no file can be made in it.
  static func makeFolder(of path: String) throws(SystemError) {
    let failure = FolderLock.makeFolders(above: path)
    guard access(folder(of: path), W_OK | X_OK) == 0 else { throw failure ?? SystemError() }
  }

  /// The path that a link at `path` leads to; else the path itself.
  static func followed(_ path: String) -> String {
    guard let followed = realpath(path, nil) else { return path }
    defer { free(followed) }
    return String(cString: followed)
  }

  /// Whether something is called so, be it a link that leads nowhere.
  static func isTaken(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// The folder that a path lies in.
  static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Puts the names of a folder on the disk.
  static func flushFolder(of path: String) {
    let descriptor = open(folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}
