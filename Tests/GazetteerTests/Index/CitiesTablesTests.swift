import Foundation
import GazetteerIndex
import GazetteerServices
import Testing

/// Answers on the real list of 209,557 cities.
@Suite(.enabled(if: SharedData.has("data/cities/cities.json"), SharedData.absent))
struct CitiesTablesTests {
  private static let catalog = Result {
    Catalog([try openDataset(at: SharedData.url("data/cities/cities.json").path, named: "cities")])
  }

  @Test(arguments: [("search-cities", false, 300), ("prefix-cities", true, 120)])
  func everyAnswerIsThatOfTheTable(table: String, prefixOnly: Bool, count: Int) throws {
    let catalog = try Self.catalog.get()
    let rows = try AnswerTable.rows(table)
    #expect(rows.count == count)
    for row in rows { try row.expectAnswer(of: catalog, prefixOnly: prefixOnly) }
  }

  @Test(arguments: [
    ("al", 3120), ("alb", 414), ("s", 24_478), ("san", 4333), ("us", 20_166), ("cebu", 2), ("xx", 0), ("alabama", 1),
    ("a", 11_298),
  ])
  func thePlainFilterFinds(query: String, total: Int) throws {
    var asked = Query(Untrusted(query))
    asked.prefixOnly = true
    #expect(try Self.catalog.get().search(asked, limit: 0).total == total)
  }
}
