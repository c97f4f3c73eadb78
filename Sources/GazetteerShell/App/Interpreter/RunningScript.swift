import GazetteerIndex
import GazetteerServices

/// A script that is running.
struct RunningScript {
  let path: Untrusted
  private let file: FileIdentity?

  /// - Parameter place: the path of the file, for `stat`.
  init(_ path: Untrusted, at place: String) {
    self.path = path
    file = FileIdentity(place)
  }

  /// Whether both are the same file, whatever their paths are.
  func isSameFile(as other: RunningScript) -> Bool { file != nil && file == other.file }
}
