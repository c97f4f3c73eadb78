import Foundation
import GazetteerIndex
import GazetteerServices
import Testing

/// The totals of a linear scan in another language, on the real list of cities, for queries of every kind.
@Suite(.enabled(if: OtherScan.canRun, "no ../shared, or no Python with rapidfuzz in .build/python; try: Scripts/test"))
struct OtherScanTests {
  private static let queries = ["sa", "new yor", "ß", "uk", "paris fr", "londn", "alabamaaaa", "***"]

  @Test func bothGiveTheSameTotals() throws {
    let cities = try openDataset(at: OtherScan.cities.path, named: "cities")
    let answers = try OtherScan.answers(to: Self.queries)
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

  static let cities = SharedData.url("data/cities/cities.json")
  private static let script = SharedData.url("oracle/search_oracle.py")
  private static let python = PackageFolder.python

  static var canRun: Bool {
    SharedData.has("oracle/search_oracle.py") && SharedData.has("data/cities/cities.json")
      && FileManager.default.isExecutableFile(atPath: python.path)
      && (try? output(of: ["-c", "import rapidfuzz; print(1)"]))?.isEmpty == false
  }

  static func answers(to queries: [String]) throws -> [Answer] {
    try output(of: [script.path, cities.path] + queries).split(separator: UInt8(ascii: "\n"))
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
