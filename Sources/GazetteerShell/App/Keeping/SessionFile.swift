import GazetteerIndex
import GazetteerServices
import GazetteerSession
import Glibc
import Synchronization

/// The file by which a prompt leaves its session to the next one.
///
/// Every change replaces it as a whole, so that a kill leaves the old content or the new one. That does not wait for the
/// disk; a copy beside it, made behind the prompt, does. It counts where a power cut left the file itself in pieces.
struct SessionFile {
  let path: String
  private let safeCopy: SafeCopy

  /// The most bytes that a session may have, written or read.
  static let mostBytes = 64 << 20
  private let mostBytes: Int
  /// So old are the files beside it that a program left which was killed while it wrote, in seconds.
  private static let staleAge = 60

  init(path: String, mostBytes: Int = mostBytes) {
    self.path = path
    self.mostBytes = mostBytes
    safeCopy = SafeCopy(path: path + ".safe")
  }

  /// What is kept, and what is wrong with that; nothing where nothing is.
  func load() -> (record: SessionRecord?, warning: Message?) {
    do throws(SystemError) {
      guard let bytes = try read(path) else { return (nil, nil) }
      guard !SessionText.isWhole(bytes) else { return record(in: bytes) }
      let damaged: Message = "\(quoted: Untrusted(path)) is damaged"
      if let safe = try? read(safeCopy.path), SessionText.isWhole(safe), let record = record(in: safe).record {
        return (record, "\(damaged); an older copy of the session came back")
      }
      guard let record = record(in: bytes).record else { return (nil, "\(damaged); the session is a new one") }
      return (record, "\(damaged); what is left of the session came back")
    } catch {
      return (nil, "\(quoted: Untrusted(path)) cannot be read; \(own: error.reason); the session is a new one")
    }
  }

  private func record(in bytes: [UInt8]) -> (record: SessionRecord?, warning: Message?) {
    let (record, unknown) = SessionText.record(in: bytes)
    guard unknown > 0 else { return (record, nil) }
    let lines = Numeral.lines(unknown)
    return (record, "\(own: lines) of \(quoted: Untrusted(path)) say nothing to gaz; the rest came back")
  }

  /// Replaces the saved session. If it is too large, the oldest steps of `undo` are left out.
  ///
  /// - Parameter source: the absolute path of a dataset's source.
  /// - Returns: the number of steps that were left out.
  func keep(_ record: SessionRecord, source: @escaping (Untrusted) -> Untrusted) throws(SystemError) -> Int {
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
    safeCopy.keep(bytes)
    return dropped
  }

  /// Removes what programs left that were killed while they wrote.
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

/// A copy of a file that a power cut leaves whole, made by a thread of its own: the newest bytes of those that come
/// while it is busy. What goes wrong with it is not told: the file itself is there.
private final class SafeCopy: Sendable {
  let path: String
  private let next = Mutex<(bytes: [UInt8]?, isBusy: Bool)>((nil, false))

  init(path: String) { self.path = path }

  func keep(_ bytes: [UInt8]) {
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
