import Foundation
import GazetteerIndex
import GazetteerServices
import Testing

/// The answers of a linear scan in another language, asked now: on the real list of cities, for 40 queries of every kind.
@Suite(.enabled(if: OtherScan.canRun, "no ../shared, or no Python with rapidfuzz in .build/python; try: Scripts/test"))
struct OtherScanTests {
  private static let queries = [
    "a", "s", "sa", "san", "rio", "zurich", "zürich", "ZÜRICH", "münchen", "frankfurt", "new yor", "saint john",
    "de la", "york new", "ton", "ingfiel", "l'aquila", "ß", "łódź", "москва", "us", "united states", "paris fr",
    "fr paris", "springfield us", "korea south", "cebu ph", "uk", "germany", "united kingdom lond", "londn",
    "sprngfield",
    "sprngfield us", "new yrok", "sanfrancisco", "alabamaaaa", "qqqqqqqq", "***", "10", "bezirk zurich",
  ]

  @Test func bothGiveTheSameTotalsTiersAndFirstPage() throws {
    #expect(Self.queries.count == 40)
    let cities = try openDataset(at: OtherScan.cities.path, named: "cities")
    let answers = try OtherScan.answers(to: Self.queries)
    #expect(answers.map(\.query) == Self.queries)
    for answer in answers {
      let result = try Catalog([cities]).search(Query(Untrusted(answer.query)), limit: 20)
      let tiers = Dictionary(uniqueKeysWithValues: result.totals.map { ($0.key.label, $0.value) })
      #expect(result.total == answer.total, "\(answer.query)")
      #expect(tiers == answer.tiers, "\(answer.query)")
      #expect(result.hits.map(\.place.id) == answer.ids.map { .number($0) }, "\(answer.query)")
    }
  }
}

private enum OtherScan {
  struct Answer: Decodable {
    let query: String
    let total: Int
    let tiers: [String: Int]
    let ids: [Int64]
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
