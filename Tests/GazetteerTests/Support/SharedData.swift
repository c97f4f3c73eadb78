import Foundation
import Testing

/// Test data that is not in the package. If it is present, it is next to the package; else tests that need it are
/// skipped.
enum SharedData {
  static let absent: Comment = "../shared is absent: the data of this test is not available"

  private static let root = PackageFolder.root.deletingLastPathComponent().appending(path: "shared")

  static func url(_ path: String) -> URL { root.appending(path: path) }
  static func has(_ path: String) -> Bool { FileManager.default.fileExists(atPath: url(path).path) }
  static func bytes(_ path: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: url(path))) }

  /// The lines of a text file that are neither blank nor comments.
  static func lines(_ path: String) throws -> [String] {
    String(decoding: try bytes(path), as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
      .filter { !$0.hasPrefix("#") }
  }
}
