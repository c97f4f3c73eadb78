/// What surrounds a completion besides the session.
package struct CompletionContext {
  package struct File: Equatable, Sendable {
    /// Without its folder.
    package let name: String
    package let isFolder: Bool

    package init(_ name: String, isFolder: Bool = false) {
      self.name = name
      self.isFolder = isFolder
    }
  }

  /// What lies in a folder: the current one for "", else a path that ends with `/` and may begin with `~/`.
  package var files: (_ folder: String) -> [File]
  /// The formats that files are read in.
  package var fileFormats: [String]
  /// How many candidates are listed.
  package var limit = 60

  package init(fileFormats: [String] = [], files: @escaping (_ folder: String) -> [File] = { _ in [] }) {
    self.fileFormats = fileFormats
    self.files = files
  }
}
