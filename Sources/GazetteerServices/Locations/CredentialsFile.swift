import GazetteerIndex
import Glibc

/// The user's file of passwords for services, for machines without a keyring. Only the user can read it.
///
/// A line for each: the service, the user and the secret, the last two as base64.
package struct CredentialsFile: Sendable {
  package let path: String

  /// Why the file cannot be used.
  package enum Fault: Error, Equatable, Sendable {
    /// Others can read it, or it belongs to somebody else.
    case notPrivate
    /// Others can write to the folder, so the file may be one of theirs.
    case openFolder(Untrusted)
    case system(SystemError)

    package var reason: Message {
      switch self {
      case .notPrivate: "others can read it; try: chmod 600"
      case .openFolder(let path): "others can write to its folder; try: chmod 700 \"\(path)\""
      case .system(let error): "\(own: error.reason)"
      }
    }
  }

  /// The largest file that is read, in bytes.
  private static let largest = 1 << 20

  package init(path: String) { self.path = path }

  /// The secret of a user at a service; nil if it is not there.
  package func secret(of user: Untrusted, at service: String) throws(Fault) -> Secret? {
    let key = Self.key(user, service)
    guard let line = try lines().first(where: { $0.starts(with: key) }) else { return nil }
    return [UInt8](base64: line.dropFirst(key.count)).map { Secret($0) }
  }

  /// Keeps a secret in place of the older one.
  package func keep(_ secret: Secret, of user: Untrusted, at service: String) throws(Fault) {
    try change(user, service, to: Self.key(user, service) + secret.bytes.base64)
  }

  /// Removes a secret; false if it is not there.
  @discardableResult
  package func forget(_ user: Untrusted, at service: String) throws(Fault) -> Bool {
    guard try secret(of: user, at: service) != nil else { return false }
    try change(user, service, to: nil)
    return true
  }

  private static func key(_ user: Untrusted, _ service: String) -> [UInt8] {
    Array(service.utf8) + [UInt8(ascii: " ")] + user.bytes.base64 + [UInt8(ascii: " ")]
  }

  private func change(_ user: Untrusted, _ service: String, to line: [UInt8]?) throws(Fault) {
    let key = Self.key(user, service)
    PrivateFile.makeFolders(above: path)
    try FolderLock.hold(folderOf: path, Fault.system) { () throws(Fault) in
      let kept = try lines().filter { !$0.starts(with: key) } + [line].compactMap(\.self)
      do throws(SystemError) {
        try FileReplacement.replace(path, with: kept.flatMap { $0 + [UInt8(ascii: "\n")] }, permissions: 0o600)
      } catch {
        throw .system(error)
      }
    }
  }

  /// The lines; none if there is no file.
  private func lines() throws(Fault) -> [[UInt8]] {
    let folder = PrivateFile.folder(of: path)
    guard !PrivateFile.isOpenToOthers(folder) else { throw .openFolder(Untrusted(folder)) }
    let bytes: [UInt8]
    do throws(SystemError) {
      let file = try OpenFile(path, O_RDONLY | O_NOFOLLOW)
      let status = try file.status()
      guard status.st_mode & 0o077 == 0, status.st_uid == geteuid() else { throw SystemError(EACCES) }
      bytes = try file.read(limit: Self.largest)
    } catch {
      if [ENOENT, ENOTDIR].contains(error.code) { return [] }
      throw error.code == EACCES ? .notPrivate : .system(error)
    }
    return bytes.split(separator: UInt8(ascii: "\n")).map { Array($0) }
  }
}
