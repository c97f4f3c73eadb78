import Foundation
import GazetteerIndex
import Testing

@testable import GazetteerServices

/// Large files that are refused by their first 64 KB.
struct TextStartTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A file of 2 GB that takes no room on the disk: after its start there are only zeros.
  private func sparse(_ name: String, _ start: [UInt8]) throws -> String {
    let path = try folder.file(name, start)
    try #require(truncate(path, 2 << 30) == 0)
    return path
  }

  private static func filled(_ text: String) -> [UInt8] {
    Array(String(repeating: text, count: TextStart.size / text.utf8.count + 1).utf8)
  }

  @Test(arguments: [
    ("a.csv", "", "not CSV: line 1, column 1: a NUL byte"),
    ("a.csv", "name,x\0y\n", "not CSV: line 1, column 7: a NUL byte"),
    ("a.tsv", "name\tx\0y\n", "not TSV: line 1, column 7: a NUL byte"),
    (
      "a.json", "[{\"a\":1},\n{b",
      "not JSON: line 2, column 2: expected a key in quotes or '}', found 'b'"
    ),
    ("a.csv", "name\ncaf\u{e9}\n", "line 2 is not UTF-8"),
    ("a.csv", "n\0a\0m\0e\0", "it is in UTF-16"),
  ])
  func noMoreIsReadOfAFileThatIsRefused(name: String, start: String, error: String) throws {
    let bytes = error == "line 2 is not UTF-8" ? start.unicodeScalars.map { UInt8($0.value) } : Array(start.utf8)
    let progress = DatasetProgress()
    let path = try sparse(name, bytes)
    let thrown = #expect(throws: ImportError.self) { _ = try openDataset(at: path, named: "x", progress: progress) }
    #expect(thrown?.reason.neutralised == error)
    #expect(progress.sample.done <= TextStart.size)
  }

  /// The control: files that may be read are still read.
  @Test(arguments: [
    ("a.json", Array("[{\"name\":\"".utf8) + filled("\u{e9}\u{20ac}")),
    ("a.jsonl", filled("{\"name\":\"a\"}\n")), ("a.csv", filled("name,\"note\na\"\n")), ("a.csv", filled(" \n")),
    ("a.csv", Array("name,\"".utf8) + filled("\u{1f600}")), ("a.gpx", filled("<a>")), ("a.json", filled("[1,2]")),
  ])
  func aStartThatMayGoOnIsAccepted(name: String, start: [UInt8]) throws {
    for count in TextStart.size - 8...TextStart.size {
      start.prefix(count).withUnsafeBufferPointer { start in
        #expect(throws: Never.self) { try TextStart.check(start, path: name, as: nil) }
      }
    }
  }
}
