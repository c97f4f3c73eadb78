import GazetteerIndex
import GazetteerServices
import GazetteerSession
import Glibc
import Synchronization

/// The file in which a prompt saves its session for the next one.
///
/// Every change replaces the whole file, so after a kill it has the old content or the new one. This does not wait for
/// the disk. A second file is written in the background and waits for the disk. It is used if a power cut damaged the
/// first.
struct SessionFile {
  let path: String
  private let safeCopy: SafeCopy

  /// The most bytes that a session may have, written or read.
  static let mostBytes = 64 << 20
  private let mostBytes: Int
  /// Temporary files older than this were left by a killed program; in seconds.
  private static let staleAge = 60

  init(path: String, mostBytes: Int = mostBytes) {
    self.path = path
    self.mostBytes = mostBytes
    safeCopy = SafeCopy(path: path + ".safe")
  }

  /// The saved session, and what is wrong with its file; nil if there is none.
  func load() -> (record: SessionRecord?, warning: Message?) {
    do throws(SystemError) {
      guard let bytes = try read(path) else { return (nil, nil) }
      guard !SessionText.isWhole(bytes) else { return record(in: bytes) }
      let damaged: Message = "\(quoted: Untrusted(path)) is damaged"
      if let safe = try? read(safeCopy.path), SessionText.isWhole(safe), let record = record(in: safe).record {
        return (record, "\(damaged); an older copy of the session was restored")
      }
      guard let record = record(in: bytes).record else { return (nil, "\(damaged); the session starts empty") }
      return (record, "\(damaged); the readable part of the session was restored")
    } catch {
      return (nil, "\(quoted: Untrusted(path)) cannot be read; \(own: error.reason); the session starts empty")
    }
  }

  private func record(in bytes: [UInt8]) -> (record: SessionRecord?, warning: Message?) {
    let (record, unknown) = SessionText.record(in: bytes)
    guard unknown > 0 else { return (record, nil) }
    let lines = Numeral.lines(unknown)
    return (record, "\(own: lines) of \(quoted: Untrusted(path)) are unknown; the rest was restored")
  }

  /// Saves a session instead of the one before. If it is too large, the oldest steps of `undo` are left out.
  ///
  /// - Parameter source: makes the path of a dataset's source absolute.
  /// - Returns: the number of steps that were left out.
  @discardableResult
  func save(_ record: SessionRecord, source: @escaping (Untrusted) -> Untrusted) throws(SystemError) -> Int {
    guard let (bytes, dropped) = SessionText.text(of: record, atMost: mostBytes, path: source) else {
      throw SystemError(EFBIG)
    }
    do throws(SystemError) {
      try FileReplacement.replace(path, with: bytes, permissions: 0o600, survivesPowerCuts: false)
    } catch {
      guard error.code == ENOENT else { throw error }
      PrivateFile.makeFolders(above: path)
      try FileReplacement.replace(path, with: bytes, permissions: 0o600, survivesPowerCuts: false)
    }
    safeCopy.save(bytes)
    return dropped
  }

  /// Removes temporary files of programs that were killed.
  func removeLeftovers() {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return }
    let (folder, name) = (String(path[..<slash]), String(path[path.utf8.index(after: slash)...]))
    guard let directory = opendir(folder) else { return }
    defer { closedir(directory) }
    let now = time(nil)
    while let entry = readdir(directory) {
      let file = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
      }
      guard file.hasPrefix(name + ".gaz-") || file.hasPrefix(name + ".safe.gaz-") else { continue }
      var status = stat()
      guard lstat(folder + "/" + file, &status) == 0, now - status.st_mtim.tv_sec > Self.staleAge else { continue }
      unlink(folder + "/" + file)
    }
  }

  private func read(_ path: String) throws(SystemError) -> [UInt8]? {
    try OpenFile.contents(of: path, O_RDONLY | O_NOFOLLOW, limit: mostBytes)
  }
}

/// A copy of a file that survives a power cut, written by a thread of its own. If new bytes come while it is writing,
/// it writes the newest of them next. Its errors are not reported, because the file itself exists.
private final class SafeCopy: Sendable {
  let path: String
  private let next = Mutex<(bytes: [UInt8]?, isBusy: Bool)>((nil, false))

  init(path: String) { self.path = path }

  func save(_ bytes: [UInt8]) {
    let wasBusy = next.withLock { next in
      defer { next = (bytes, true) }
      return next.isBusy
    }
    guard !wasBusy else { return }
    Worker.run { [self] in
      while let bytes = take() { try? FileReplacement.replace(path, with: bytes, permissions: 0o600) }
    }
  }

  private func take() -> [UInt8]? {
    next.withLock { next in
      defer { next = (nil, next.bytes != nil) }
      return next.bytes
    }
  }
}
