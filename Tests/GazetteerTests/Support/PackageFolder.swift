import Foundation

/// The folders of the package and its tests.
enum PackageFolder {
  /// `Tests/GazetteerTests`.
  static let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  static let root = tests.deletingLastPathComponent().deletingLastPathComponent()
  /// The Python that `Scripts/test` installs packages for.
  static let python = root.appending(path: ".build/python/bin/python3")
}
