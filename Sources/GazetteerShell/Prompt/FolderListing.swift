import GazetteerIndex
import GazetteerSession
import Glibc

/// The files of a folder, for completion.
enum FolderListing {
  /// The most files. Reading more would take too long between two keys, and nobody chooses from so many.
  private static let most = 10_000

  /// The files in `folder`, in the system's order; none if it cannot be read. Names that are not UTF-8 cannot be typed
  /// and are left out.
  static func files(in folder: String, _ environment: Environment) -> [CompletionContext.File] {
    // "" is the current folder, which the environment may map to another one.
    let path = environment.path(Untrusted(folder + "./")).text
    guard let stream = opendir(path) else { return [] }
    defer { closedir(stream) }
    var files: [CompletionContext.File] = []
    while files.count < most, let entry = readdir(stream) {
      guard let name = name(of: entry), name != ".", name != ".." else { continue }
      files.append(.init(name, isFolder: isFolder(entry, at: path + name)))
    }
    return files
  }

  private static func name(of entry: UnsafeMutablePointer<dirent>) -> String? {
    guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { return nil }
    let name = UnsafeRawPointer(entry) + offset
    return String(validatingCString: name.assumingMemoryBound(to: CChar.self))
  }

  private static func isFolder(_ entry: UnsafeMutablePointer<dirent>, at path: String) -> Bool {
    switch Int(entry.pointee.d_type) {
    case Int(DT_DIR): return true
    case Int(DT_LNK), Int(DT_UNKNOWN):
      var status = stat()
      return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    default: return false
    }
  }
}
