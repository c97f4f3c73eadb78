import Foundation
import GazetteerIndex
import GazetteerServices
import Testing

@testable import GazetteerSession

/// The answers of a linear scan in another language, on a part of the real list of cities, for queries of every kind.
@Suite(.enabled(if: OtherScan.canRun, "no ../shared, or no Python with rapidfuzz in .build/python; try: Scripts/test"))
struct OtherScanTests {
  private static let queries = [
    "sa", "zürich", "new yor", "ingfiel", "l'aquila", "ß", "us", "paris fr", "korea south", "uk", "londn", "sprngfield",
    "alabamaaaa", "qqqqqqqq", "***", "a", "san f", "st pau", "mt vernon", "saint lou", "bad", "los", "são jo",
    "москва", "o'", "port au", "au port", "new us", "germany", "dover", "berlin germany", "springfeild us", "munchen",
    "köln de", "cafe near berlin", "san jose cr", "al", "united states", "ville", "x",
  ]

  @Test func bothGiveTheSameAnswers() throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("cities.json", try OtherScan.someCities(every: 8))
    let cities = try openDataset(at: path, named: "cities")
    for isPrefix in [false, true] {
      let answers = try OtherScan.answers(to: Self.queries, in: path, isPrefix ? ["--prefix"] : [])
      #expect(answers.map(\.query) == Self.queries)
      for answer in answers {
        var query = Query(Untrusted(answer.query))
        query.prefixOnly = isPrefix
        let result = try Catalog([cities]).search(query, limit: 20)
        #expect(result.total == answer.total, "\(answer.query) \(isPrefix)")
        #expect(result.hits.map(\.place.id) == answer.ids.map(SourceID.number), "\(answer.query) \(isPrefix)")
      }
    }
  }

  /// Each row gets the first answer, its tier, and the number of answers of this tier.
  @Test func rowsGetTheFirstAnswer() throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("cities.json", try OtherScan.someCities(every: 100))
    let cities = try openDataset(at: path, named: "cities")
    let names = (0..<200).map { Self.misspelled(cities.place($0 * 7 % cities.count).name.text, $0) }
    let answers = try OtherScan.answers(to: names, in: path)
    let matching = RowMatching(.name, path: Untrusted("-"))
    let matcher = RowMatcher(matching, in: Catalog([cities]), columns: [], format: .table(delimiter: 0x2C))
    let rows = names.map { FileRow(text: Untrusted("x"), name: Untrusted($0), position: .missing) }
    let lines = try matcher.lines(of: rows[...], Cancellation()).text.split(separator: "\n")
    #expect(lines.count == answers.count)
    for (line, answer) in zip(lines, answers) {
      let found = line.split(separator: ",", omittingEmptySubsequences: false).suffix(4).map(String.init)
      let tier = answer.tiers.keys.first { tier in !answer.ids.isEmpty && tier == found[2] }
      #expect(found[0] == answer.ids.first.map(String.init) ?? "", "\(answer.query)")
      #expect(Int(found[3]) == tier.flatMap { answer.tiers[$0] }, "\(answer.query)")
    }
  }

  /// A name without a letter, with one twice, with two letters exchanged, or as it is.
  private static func misspelled(_ name: String, _ number: Int) -> String {
    var letters = Array(name)
    let place = number * 31 % letters.count
    switch number % 4 {
    case 0: letters.remove(at: place)
    case 1: letters.insert(letters[place], at: place)
    case 2 where letters.count > 1: letters.swapAt(max(1, place) - 1, max(1, place))
    default: break
    }
    let text = String(letters).trimmingCharacters(in: .whitespaces)
    return text.isEmpty || text.hasPrefix("-") ? name : text
  }
}

private enum OtherScan {
  struct Answer: Decodable {
    let query: String
    let total: Int
    /// How many answers are in each tier.
    let tiers: [String: Int]
    /// The first of them.
    let ids: [Int64]
  }

  private static let cities = SharedData.url("data/cities/cities.json")
  private static let script = SharedData.url("oracle/search_oracle.py")
  private static let python = PackageFolder.python

  static var canRun: Bool {
    SharedData.has("oracle/search_oracle.py") && SharedData.has("data/cities/cities.json")
      && FileManager.default.isExecutableFile(atPath: python.path)
      && (try? output(of: ["-c", "import rapidfuzz; print(1)"]))?.isEmpty == false
  }

  /// One city of so many. The file has one on each line between its first and its last.
  static func someCities(every step: Int) throws -> String {
    let lines = String(decoding: try Data(contentsOf: cities), as: UTF8.self).split(separator: "\n")
    let records = stride(from: 1, to: lines.count - 1, by: step).map { lines[$0].drop { $0 == "," } }
    return "[" + records.map { $0.hasSuffix(",") ? $0.dropLast() : $0 }.joined(separator: ",\n") + "]"
  }

  static func answers(to queries: [String], in path: String, _ options: [String] = []) throws -> [Answer] {
    try output(of: [script.path, path] + options + ["--"] + queries).split(separator: UInt8(ascii: "\n"))
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
