import Foundation
import Testing

/// The data that tests share with other work on the product. It lies beside the package where it is to be had;
/// tests that need it are skipped elsewhere.
enum SharedData {
  static let absent: Comment = "../shared is absent: the data of this test are not to be had"

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
