import GazetteerIndex

/// What a completion needs besides the session.
package struct CompletionContext {
  package struct File: Equatable, Sendable {
    /// Without the folder.
    package let name: String
    package let isFolder: Bool

    package init(_ name: String, isFolder: Bool = false) {
      self.name = name
      self.isFolder = isFolder
    }
  }

  /// The files of a folder: "" is the current folder; other paths end with `/` and may start with `~/`.
  package var files: (_ folder: String) -> [File]
  /// The formats that can be read.
  package var fileFormats: [String]
  /// The location services.
  package var services: [ServiceFacts] = []
  /// The most candidates to list.
  package var limit = 100

  package init(fileFormats: [String] = [], files: @escaping (_ folder: String) -> [File] = { _ in [] }) {
    self.fileFormats = fileFormats
    self.files = files
  }
}
