import Foundation
import GazetteerIndex
import GazetteerServices
import Testing

/// The totals of a linear scan in another language, on an eighth of the real list of cities, for queries of every kind.
@Suite(.enabled(if: OtherScan.canRun, "no ../shared, or no Python with rapidfuzz in .build/python; try: Scripts/test"))
struct OtherScanTests {
  private static let queries = [
    "sa", "zürich", "new yor", "ingfiel", "l'aquila", "ß", "us", "paris fr", "korea south", "uk", "londn", "sprngfield",
    "alabamaaaa", "qqqqqqqq", "***",
  ]

  @Test func bothGiveTheSameTotals() throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("cities.json", try OtherScan.someCities())
    let cities = try openDataset(at: path, named: "cities")
    let answers = try OtherScan.answers(to: Self.queries, in: path)
    #expect(answers.map(\.query) == Self.queries)
    for answer in answers {
      let result = try Catalog([cities]).search(Query(Untrusted(answer.query)), limit: 20)
      #expect(result.total == answer.total, "\(answer.query)")
    }
  }
}

private enum OtherScan {
  struct Answer: Decodable {
    let query: String
    let total: Int
  }

  private static let cities = SharedData.url("data/cities/cities.json")
  private static let script = SharedData.url("oracle/search_oracle.py")
  private static let python = PackageFolder.python

  static var canRun: Bool {
    SharedData.has("oracle/search_oracle.py") && SharedData.has("data/cities/cities.json")
      && FileManager.default.isExecutableFile(atPath: python.path)
      && (try? output(of: ["-c", "import rapidfuzz; print(1)"]))?.isEmpty == false
  }

  /// Every eighth city. The file has one on each line between its first and its last.
  static func someCities() throws -> String {
    let lines = String(decoding: try Data(contentsOf: cities), as: UTF8.self).split(separator: "\n")
    let records = stride(from: 1, to: lines.count - 1, by: 8).map { lines[$0].drop { $0 == "," } }
    return "[" + records.map { $0.hasSuffix(",") ? $0.dropLast() : $0 }.joined(separator: ",\n") + "]"
  }

  static func answers(to queries: [String], in path: String) throws -> [Answer] {
    try output(of: [script.path, path] + queries).split(separator: UInt8(ascii: "\n"))
      .map { try JSONDecoder().decode(Answer.self, from: $0) }
  }

  private static func output(of arguments: [String]) throws -> Data {
    let process = Process()
    process.executableURL = python
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return data
  }
}
