@testable import GazetteerServices

/// A zip archive whose files are not compressed.
enum StoredZip {
  static func bytes(_ files: KeyValuePairs<String, String>) throws -> [UInt8] {
    try bytes(files.map { ($0, Array($1.utf8)) })
  }

  static func bytes(_ files: [(name: String, data: [UInt8])]) throws -> [UInt8] {
    var (content, directory): ([UInt8], [UInt8]) = ([], [])
    for (name, data) in files {
      let name = Array(name.utf8)
      let checksum = try data.withUnsafeBufferPointer { Int(try Inflation.checksum($0)) }
      let facts =
        number(20) + number(0) + number(0) + number(0, 4) + number(checksum, 4) + number(data.count, 4)
        + number(data.count, 4) + number(name.count) + number(0)
      directory += [0x50, 0x4B, 1, 2] + number(20) + facts + number(0) + number(0) + number(0) + number(0, 4)
      directory += number(content.count, 4) + name
      content += [0x50, 0x4B, 3, 4] + facts + name + data
    }
    let end = number(0) + number(0) + number(files.count) + number(files.count) + number(directory.count, 4)
    return content + directory + [0x50, 0x4B, 5, 6] + end + number(content.count, 4) + number(0)
  }

  /// The lowest byte first.
  private static func number(_ value: Int, _ bytes: Int = 2) -> [UInt8] {
    (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
