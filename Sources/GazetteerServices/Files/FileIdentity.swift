import Glibc

/// Identifies a file, whatever its name is.
package struct FileIdentity: Equatable, Sendable {
  private let device: UInt64
  private let number: UInt64

  package init(_ status: stat) { (device, number) = (UInt64(status.st_dev), UInt64(status.st_ino)) }

  /// The file at `path`. Follows links. nil if there is no file.
  package init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }
}
