import CWorld
import Foundation
import GazetteerIndex
import Testing

/// Tables of the answers to 300 queries of every kind, by a linear scan that shares no code with the product.
@Suite(.enabled(if: gaz_world_size() > 0, "built without the world; try: Scripts/setup"))
struct SearchTablesTests {
  let catalog: Catalog

  init() throws {
    let bytes = UnsafeRawBufferPointer(start: gaz_world_bytes(), count: gaz_world_size())
    catalog = Catalog([try Snapshot.dataset(at: bytes, named: "world")])
  }

  @Test(arguments: [("search-world", false), ("prefix-world", true)])
  func everyAnswerIsThatOfTheTable(table: String, prefixOnly: Bool) throws {
    let rows = try AnswerTable.rows(table)
    #expect(rows.count >= 300)
    for row in rows { try row.expectAnswer(of: catalog, prefixOnly: prefixOnly) }
  }

  /// The control: a row of the table with one wrong answer is found.
  @Test func aWrongAnswerWouldBeFound() throws {
    let row = try AnswerTable.rows("search-world").first { $0.query == "tokio" }
    let result = try catalog.search(Query(Untrusted("tokyo")), limit: 20)
    #expect(AnswerTable.ids(of: result) != row?.ids)
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
}
