import Testing

@testable import GazetteerIndex
@testable import GazetteerSession

/// Datasets made to be slow or to crash: each would take hours, or end the process, were it laid out or searched the
/// plain way.
@Suite(.timeLimit(.minutes(3))) struct HostileDatasetTests {
  private static func catalog(_ names: [String], alternates: [String] = [], country: String = "") -> Catalog {
    Catalog([
      Dataset(
        names.enumerated().map { row, name in
          ScannedPlace(
            id: .number(Int64(row)), name: name, alternates: row == 0 ? alternates : [], country: country)
        })
    ])
  }

  @Test func longNamesMayBeEqual() throws {
    let name = String(repeating: "a", count: 1 << 20)
    let catalog = Self.catalog([name, name, name + "b"])
    let found = try catalog.search(Query(Untrusted(name)), limit: 5)
    #expect(found.hits.map(\.place.id) == [0, 1, 2].map { SourceID.number($0) })
    #expect(found.totals == [.name: 2, .prefix: 1])
  }

  @Test func aNameMayRepeatAWordOften() throws {
    let catalog = Self.catalog([String(repeating: "b a ", count: 25_000), "a b"])
    #expect(catalog.datasets[0].names.checkInvariants(rowCount: 2))
    #expect(try catalog.search(Query(Untrusted("a")), limit: 5).totals == [.name: 1, .words: 1])
    #expect(try catalog.search(Query(Untrusted("a a b")), limit: 5).total == 1)
    #expect(try catalog.search(Query(Untrusted("a a c")), limit: 5).total == 0)
  }

  @Test func wordsThatAreNotInOrderAreSoughtInALongNameOnce() throws {
    let name = String(repeating: "a ", count: 25_000) + String(repeating: "b ", count: 25_000)
    #expect(try Self.catalog([name]).search(Query(Untrusted("b a")), limit: 5).total == 0)
  }

  @Test func aPlaceMayHaveManyAlternateNames() throws {
    let names = (0..<30_000).map { "n\($0)" }
    let catalog = Self.catalog(["x"], alternates: names + names + ["", "X"])
    #expect(catalog.datasets[0].alternateNames.count == names.count)
    #expect(try catalog.search(Query(Untrusted("n29999")), limit: 1).totals == [.alternate: 1])
  }

  @Test func aPlaceMayHaveManyCategories() {
    let categories = (0..<30_000).map { "c\($0)" }
    var place = ScannedPlace(id: .number(1), name: "x")
    place.categories = categories + categories
    #expect(Dataset([place]).place(0).categories == categories.map { Untrusted($0) })
  }

  @Test(arguments: ["u ", "us ", "u s "])
  func aQueryMayHaveThousandsOfWords(words: String) throws {
    let catalog = Self.catalog(["Springfield", "Us us"], country: "US")
    let query = String(repeating: words, count: 20_000)
    #expect(try catalog.search(Query(Untrusted(query + "springfield")), limit: 5).totals == [.region: 1])
    #expect(try catalog.search(Query(Untrusted(query + "qqqqq")), limit: 5).total == 0)
  }

  @Test func spellingIsNotMeasuredAgainstLongWords() {
    let long = String(repeating: "a", count: 1 << 20)
    #expect(Spelling.nearest(to: "rial", among: Array(repeating: long, count: 50) + ["rail"]) == ["rail"])
  }

  @Test func aMarkOnASpaceIsNotBlank() throws {
    #expect(try Self.catalog(["x"]).search(Query(Untrusted(" \u{345}")), limit: 5).total == 0)
  }
}
