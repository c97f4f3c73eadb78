import Glibc

/// A file of this user in a folder of this user, mapped into memory. Nobody else can change it.
///
/// The time of its last access is that of its last use. Once its content was checked, the nanoseconds of its last change
/// are a seal, made of a checksum: whoever writes into the file also sets that time, which breaks the seal. A new file is
/// not sealed, since a power cut could damage it and keep its times.
final class MappedCopy {
  let bytes: UnsafeRawBufferPointer
  private let file: OpenFile
  private let changed: timespec

  /// nil if there is no such file, or if others could have made or changed it.
  init?(_ path: String) {
    guard !Self.isOpenToOthers(PrivateFile.folder(of: path)), let file = try? OpenFile(path, O_RDONLY | O_NOFOLLOW),
      let status = try? file.status(), status.st_uid == geteuid(), status.st_mode & 0o077 == 0, status.st_size > 0,
      let start = mmap(nil, Int(status.st_size), PROT_READ, MAP_PRIVATE, file.descriptor.number, 0),
      start != MAP_FAILED
    else { return nil }
    bytes = UnsafeRawBufferPointer(start: start, count: Int(status.st_size))
    self.file = file
    changed = status.st_mtim
  }

  deinit { munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count) }

  /// Whether the file was not written since it was sealed with this checksum.
  func isSealed(with sum: Int64) -> Bool { changed.tv_nsec == Self.seal(sum, at: changed.tv_sec) }

  /// Brings the whole file into memory, for whoever reads all of it.
  func load() { madvise(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count, MADV_POPULATE_READ) }

  /// In seconds. By then, the system has written a file to the disk; whoever has to wait for that, waits little.
  private static let newest = 60

  /// Notes that a copy with right checksums is used.
  func markAsUsed(sealedWith sum: Int64) {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    let file = file.descriptor.number
    let isToSeal = !isSealed(with: sum) && now.tv_sec - changed.tv_sec >= Self.newest && fdatasync(file) == 0
    let sealed = timespec(tv_sec: now.tv_sec, tv_nsec: Self.seal(sum, at: now.tv_sec))
    _ = futimens(file, [now, isToSeal ? sealed : changed])
  }

  private static func seal(_ sum: Int64, at seconds: Int) -> Int {
    Int((UInt64(bitPattern: sum) ^ UInt64(bitPattern: Int64(seconds))) % 1_000_000_000)
  }

  private static func isOpenToOthers(_ folder: String) -> Bool {
    var status = stat()
    guard lstat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return true }
    return status.st_uid != geteuid() || status.st_mode & 0o077 != 0
  }
}
