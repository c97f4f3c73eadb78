import CFiles
import GazetteerIndex
import Glibc

/// The name of a new file until it gets the name of the file that it replaces: `.gaz-` and a checksum of that name, or,
/// if other files have such names, random digits.
///
/// A program locks its file while it runs. A file without a lock was left by a program that was killed. It is removed
/// when its name is needed.
enum TemporaryName {
  /// How many names a file has before random ones are tried.
  private static let count = 8

  /// Calls `make` with a free name in the folder of `path`, then `body`, which gives the file its final name. Removes
  /// the file if `body` fails, or if a signal ends the program before the end.
  ///
  /// - Parameter make: makes the file. Returns -1 and sets `errno` on failure, `EEXIST` if the name is taken.
  static func use(
    beside path: String, make: (String) -> Int32, body: (String) throws(SystemError) -> Void
  ) throws(SystemError) {
    for name in names(beside: path) {
      let number = gaz_begin_making(name)
      defer { gaz_keep_at_signal(number) }
      var error = make(name) == 0 ? nil : SystemError()
      if error?.code == EEXIST, removeAbandoned(name) { error = make(name) == 0 ? nil : SystemError() }
      gaz_end_making(number, error == nil)
      if error?.code == EEXIST { continue }
      if let error { throw error }
      do throws(SystemError) {
        return try body(name)
      } catch {
        unlink(name)
        throw error
      }
    }
    throw SystemError(EEXIST)
  }

  private static func names(beside path: String) -> [String] {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let start = slash.map { path.utf8.index(after: $0) } ?? path.startIndex
    var checksum = Checksum()
    checksum.add(String(path[start...]))
    let digits = String(UInt64(bitPattern: checksum.value), radix: 16)
    let endings = [digits] + (1..<count).map { "\(digits)-\($0)" }
    let random = (0..<count).map { _ in String(UInt64.random(in: 0 ... .max), radix: 16) }
    return (endings + random).map { "\(path[..<start]).gaz-\($0)" }
  }

  /// Locks a file that has no name yet. On a file system without locks this does nothing.
  static func lock(_ descriptor: Int32) throws(SystemError) { _ = flock(descriptor, LOCK_EX | LOCK_NB) }

  /// Locks a file that was just made. Returns false if another program has removed it because it was not locked yet.
  static func isLocked(_ descriptor: Int32, at name: String) -> Bool {
    if flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK { return false }
    return isFile(descriptor, at: name)
  }

  /// Removes a file that no program has locked. Returns whether it did.
  private static func removeAbandoned(_ name: String) -> Bool {
    let file = open(name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    if flock(file, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK { return false }
    // Another program may have removed the file and made its own under this name.
    return isFile(file, at: name) && unlink(name) == 0
  }

  private static func isFile(_ descriptor: Int32, at name: String) -> Bool {
    guard let status = try? Descriptor(descriptor).status(), OpenFile.Kind(status) == .regular else { return false }
    return FileIdentity(status) == FileIdentity(name)
  }
}
