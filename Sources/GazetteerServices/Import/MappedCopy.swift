import Glibc

/// A file of this user in a folder of this user, mapped into memory. Nobody else can change it.
final class MappedCopy {
  let bytes: UnsafeRawBufferPointer
  private let file: OpenFile

  /// nil if there is no such file, or if others could have made or changed it.
  init?(_ path: String) {
    guard !Self.isOpenToOthers(PrivateFile.folder(of: path)), let file = try? OpenFile(path, O_RDONLY | O_NOFOLLOW),
      let status = try? file.status(), status.st_uid == geteuid(), status.st_mode & 0o077 == 0, status.st_size > 0,
      let start = mmap(nil, Int(status.st_size), PROT_READ, MAP_PRIVATE | MAP_POPULATE, file.descriptor.number, 0),
      start != MAP_FAILED
    else { return nil }
    bytes = UnsafeRawBufferPointer(start: start, count: Int(status.st_size))
    self.file = file
  }

  deinit { munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count) }

  /// The time of the file is the time of its last use.
  func markAsUsed() { _ = futimens(file.descriptor.number, nil) }

  private static func isOpenToOthers(_ folder: String) -> Bool {
    var status = stat()
    guard lstat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return true }
    return status.st_uid != geteuid() || status.st_mode & 0o077 != 0
  }
}
