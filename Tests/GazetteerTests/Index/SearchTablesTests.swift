import CWorld
import Foundation
import GazetteerIndex
import Testing

/// Tables of the answers to 300 queries of every kind, by a linear scan that shares no code with the product.
@Suite(.enabled(if: gaz_world_size() > 0, "built without the world; try: Scripts/setup"))
struct SearchTablesTests {
  struct Row {
    let query: String
    let total: Int
    let tiers: String
    let ids: String
  }

  let catalog: Catalog

  init() throws {
    let bytes = UnsafeRawBufferPointer(start: gaz_world_bytes(), count: gaz_world_size())
    catalog = Catalog([try Snapshot.dataset(at: bytes, named: "world")])
  }

  private static func rows(_ table: String) throws -> [Row] {
    let file = PackageFolder.tests.appending(path: "Tables/\(table).tsv")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst().map { line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      return Row(query: fields[0], total: try #require(Int(fields[1])), tiers: fields[2], ids: fields[3])
    }
  }

  @Test(arguments: [("search-world", false), ("prefix-world", true)])
  func everyAnswerIsThatOfTheTable(table: String, prefixOnly: Bool) throws {
    let rows = try Self.rows(table)
    #expect(rows.count >= 300)
    for row in rows {
      var query = Query(Untrusted(row.query))
      query.prefixOnly = prefixOnly
      let result = try catalog.search(query, limit: 20)
      let tiers = Tier.allCases.compactMap { tier in result.totals[tier].map { "\(tier.label)=\($0)" } }
      #expect(result.total == row.total, "\(row.query)")
      #expect(tiers.joined(separator: ",") == row.tiers, "\(row.query)")
      #expect(result.hits.map { Self.text($0.place.id) }.joined(separator: ",") == row.ids, "\(row.query)")
    }
  }

  /// The control: a row of the table with one wrong answer is found.
  @Test func aWrongAnswerWouldBeFound() throws {
    let row = try Self.rows("search-world").first { $0.query == "tokio" }
    let result = try catalog.search(Query(Untrusted("tokyo")), limit: 20)
    #expect(result.hits.map { Self.text($0.place.id) }.joined(separator: ",") != row?.ids)
  }

  @Test(arguments: [
    ("tokio", "Tokyo"), ("東京", "Tokyo"), ("nyc", "New York City"), ("springfield il", "Springfield"),
    ("londn", "London"), ("new yrok", "New York City"), ("mexico", "Mexico City"),
    ("frankfurt", "Frankfurt am Main"), ("rio", "Rio de Janeiro"), ("sanfrancisco", "San Francisco"),
    ("sprngfield il", "Springfield"), ("münchen", "Munich"),
  ])
  func theBestAnswerComesFirst(query: String, name: String) throws {
    let result = try catalog.search(Query(Untrusted(query)), limit: 1)
    let hit = try #require(result.hits.first)
    let place = try #require(catalog.place(hit.place))
    #expect(place.name == Untrusted(name))
    if name == "Springfield" { #expect(place.region.admin1Name == Untrusted("Illinois")) }
  }

  @Test(arguments: [
    ("münchen", "München"), ("munchen", "Munchen"), ("tokio", "Tokio"), ("東京", "東京"), ("nyc", "NYC"),
  ])
  func theRowSaysWhatMatchedAsItWasTyped(query: String, matched: String) throws {
    let result = try catalog.search(Query(Untrusted(query)), limit: 1)
    #expect(result.hits.first?.matched == Untrusted(matched))
  }

  private static func text(_ id: SourceID) -> String {
    switch id {
    case .number(let number): String(number)
    case .text(let text): text
    }
  }
}
