import GazetteerIndex
import GazetteerServices
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
      case .notHistory: "it is not a history file"
      case .locked: "another program has locked it"
      }
    }
  }

  let path: String
  /// How much of the end of the file is read, in bytes.
  private static let readLimit = 8 << 20

  /// The newest lines that may be offered at the prompt, oldest first; none if there is no file. O(size), up to
  /// `readLimit`.
  func load(newest count: Int) throws(Failure) -> [String] {
    guard let file = try open(flags: O_RDONLY) else { return [] }
    let size = try lockedSize(of: file, .shared)
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
    PrivateFile.makeFolders(above: path)
    guard let file = try open(flags: O_RDWR | O_APPEND | O_CREAT) else { throw .system(ENOENT) }
    let size = try lockedSize(of: file, .exclusive)
    var bytes: [UInt8] = []
    if size == 0 {
      bytes += HistoryEncoding.header
    } else {
      try checkHeader(file, size: size)
      if try read(file, from: size - 1, count: 1) != [UInt8(ascii: "\n")] { bytes.append(UInt8(ascii: "\n")) }
    }
    bytes += HistoryEncoding.encode(line) + [UInt8(ascii: "\n")]
    do throws(SystemError) {
      try file.write(bytes)
    } catch {
      _ = ftruncate(file.descriptor.number, off_t(size))
      throw Failure(error)
    }
  }

  /// nil if there is no file.
  private func open(flags: Int32) throws(Failure) -> OpenFile? {
    do throws(SystemError) {
      let file = try OpenFile(path, flags | O_NOFOLLOW)
      if try file.status().st_mode & 0o077 != 0 { fchmod(file.descriptor.number, 0o600) }
      return file
    } catch {
      if error.code == ENOENT && flags & O_CREAT == 0 { return nil }
      throw Failure(error)
    }
  }

  private func lockedSize(of file: borrowing OpenFile, _ kind: FileLock.Kind) throws(Failure) -> Int {
    do throws(SystemError) {
      try file.lock(kind)
      return Int(try file.status().st_size)
    } catch {
      throw Failure(error)
    }
  }

  private func checkHeader(_ file: borrowing OpenFile, size: Int) throws(Failure) {
    let header = HistoryEncoding.header
    if size == 0 { return }
    guard try read(file, from: 0, count: header.count) == header else { throw .notHistory }
  }

  private func read(_ file: borrowing OpenFile, from offset: Int, count: Int) throws(Failure) -> [UInt8] {
    do throws(SystemError) { return try file.read(from: offset, count: count) } catch { throw Failure(error) }
  }
}

extension HistoryFile.Failure {
  fileprivate init(_ error: SystemError) {
    switch error {
    case SystemError(ELOOP): self = .symbolicLink
    case .notRegular: self = .notRegular
    case SystemError(EWOULDBLOCK): self = .locked
    default: self = .system(error.code)
    }
  }
}
