import Foundation
import Testing

@testable import GazetteerIndex

/// A table of queries with their answers, by a linear scan that shares no code with the product.
enum AnswerTable {
  struct Row {
    let query: String
    let total: Int
    /// The total of each tier that has any, such as "name=1,prefix=3".
    let tiers: String
    /// The ids of the first 20.
    let ids: String

    func expectAnswer(of catalog: Catalog, prefixOnly: Bool) throws {
      var asked = Query(Untrusted(query))
      asked.prefixOnly = prefixOnly
      let result = try catalog.search(asked, limit: 20)
      let tiers = Tier.allCases.compactMap { tier in result.totals[tier].map { "\(tier.label)=\($0)" } }
      #expect(result.total == total, "\(query)")
      #expect(tiers.joined(separator: ",") == self.tiers, "\(query)")
      #expect(AnswerTable.ids(of: result) == ids, "\(query)")
    }
  }

  static func rows(_ table: String) throws -> [Row] {
    let file = PackageFolder.tests.appending(path: "Tables/\(table).tsv")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst().map { line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      return Row(query: fields[0], total: try #require(Int(fields[1])), tiers: fields[2], ids: fields[3])
    }
  }

  static func ids(of result: SearchResult) -> String {
    result.hits.map { text($0.place.id) }.joined(separator: ",")
  }

  private static func text(_ id: SourceID) -> String {
    switch id {
    case .number(let number): String(number)
    case .text(let text): text
    }
  }
}
