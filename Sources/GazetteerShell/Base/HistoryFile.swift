import GazetteerIndex
import Glibc

/// The history file that all sessions of a user share, in libedit's format, oldest line first.
///
/// Lines are appended under `flock` and nothing is ever rewritten, so no session loses the lines of another.
struct HistoryFile {
  enum Failure: Error, Equatable {
    case system(Int32)
    case symbolicLink
    case notRegular
    /// It does not start like a history, so it is not changed.
    case notHistory
    /// Another program holds the lock.
    case locked

    var reason: Message {
      switch self {
      case .system(let code): Message(own: String(cString: strerror(code)))
      case .symbolicLink: "it is a symbolic link"
      case .notRegular: "it is not a regular file"
      case .notHistory: "it is not a history"
      case .locked: "another program holds its lock"
      }
    }
  }

  let path: String
  /// How much of the end of the file is read, in bytes.
  private static let readLimit = 8 << 20
  /// How often locking is tried, once a millisecond. A stopped session that has the lock must not block the others.
  private static let lockAttempts = 2000

  /// The newest lines that may be offered at the prompt, oldest first; none if there is no file. O(size), up to
  /// `readLimit`.
  func load(newest count: Int) throws(Failure) -> [String] {
    guard let file = try open(flags: O_RDONLY) else { return [] }
    defer { close(file) }
    try lock(file, LOCK_SH)
    let size = try size(of: file)
    try checkHeader(file, size: size)
    let start = max(HistoryEncoding.header.count, size - Self.readLimit)
    var rows = try read(file, from: start, count: max(0, size - start)).split(separator: UInt8(ascii: "\n"))
    // The first row may be only the end of a line.
    if start > HistoryEncoding.header.count, !rows.isEmpty { rows.removeFirst() }
    var lines: [String] = []
    for row in rows.reversed() where lines.count < count {
      guard let bytes = HistoryEncoding.decode(row), let line = String(validating: bytes, as: UTF8.self) else {
        continue
      }
      if HistoryEncoding.isRecallable(line) { lines.append(line) }
    }
    return lines.reversed()
  }

  /// Appends a line. If writing fails halfway, the file is restored.
  func append(_ line: String) throws(Failure) {
    makeDirectory()
    guard let file = try open(flags: O_RDWR | O_APPEND | O_CREAT) else { throw .system(ENOENT) }
    defer { close(file) }
    try lock(file, LOCK_EX)
    let size = try size(of: file)
    var bytes: [UInt8] = []
    if size == 0 {
      bytes += HistoryEncoding.header
    } else {
      try checkHeader(file, size: size)
      if try read(file, from: size - 1, count: 1) != [UInt8(ascii: "\n")] { bytes.append(UInt8(ascii: "\n")) }
    }
    bytes += HistoryEncoding.encode(line) + [UInt8(ascii: "\n")]
    let written = write(file, bytes, bytes.count)
    if written != bytes.count {
      let code = written < 0 ? errno : ENOSPC
      _ = ftruncate(file, off_t(size))
      throw .system(code)
    }
  }

  /// nil if there is no file. Without `O_NONBLOCK`, opening a pipe would wait.
  private func open(flags: Int32) throws(Failure) -> Int32? {
    let file = Glibc.open(path, flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0o600)
    if file < 0 {
      if errno == ENOENT && flags & O_CREAT == 0 { return nil }
      throw errno == ELOOP ? .symbolicLink : .system(errno)
    }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(file)
      throw .notRegular
    }
    if status.st_mode & 0o077 != 0 { fchmod(file, 0o600) }
    return file
  }

  private func lock(_ file: Int32, _ kind: Int32) throws(Failure) {
    for _ in 0..<Self.lockAttempts {
      if flock(file, kind | LOCK_NB) == 0 { return }
      guard errno == EWOULDBLOCK || errno == EINTR else { throw .system(errno) }
      usleep(1000)
    }
    throw .locked
  }

  private func size(of file: Int32) throws(Failure) -> Int {
    var status = stat()
    guard fstat(file, &status) == 0 else { throw .system(errno) }
    return Int(status.st_size)
  }

  private func checkHeader(_ file: Int32, size: Int) throws(Failure) {
    let header = HistoryEncoding.header
    if size == 0 { return }
    guard try read(file, from: 0, count: header.count) == header else { throw .notHistory }
  }

  private func read(_ file: Int32, from offset: Int, count: Int) throws(Failure) -> [UInt8] {
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let got = pread(file, buffer.baseAddress.map { $0 + filled }, count - filled, off_t(offset + filled))
        if got < 0 && errno == EINTR { continue }
        if got < 0 { failure = errno }
        if got <= 0 { return }
        filled += got
      }
    }
    if failure != 0 { throw .system(failure) }
    return bytes
  }

  /// Makes the directories above the file, for the user only. Opening the file reports what failed.
  private func makeDirectory() {
    for (index, letter) in path.utf8.enumerated() where letter == UInt8(ascii: "/") && index > 0 {
      mkdir(String(decoding: path.utf8.prefix(index), as: UTF8.self), 0o700)
    }
  }
}
