import Testing

@testable import GazetteerIndex
@testable import GazetteerSession

/// Datasets made to be slow or to crash: with plain algorithms, each would take hours or end the process.
@Suite(.mustEnd) struct HostileDatasetTests {
  private static func dataset(_ names: [String], alternates: [String] = [], country: String = "") -> Dataset {
    Dataset(
      names.enumerated().map { row, name in
        ScannedPlace(id: .number(Int64(row)), name: name, alternates: row == 0 ? alternates : [], country: country)
      })
  }

  private static func catalog(_ names: [String], alternates: [String] = [], country: String = "") -> Catalog {
    Catalog([dataset(names, alternates: alternates, country: country)])
  }

  @Test func longNamesMayBeEqual() throws {
    let name = String(repeating: "a", count: 1 << 20)
    let catalog = Self.catalog([name, name, name + "b"])
    let found = try catalog.search(Query(Untrusted(name)), limit: 5)
    #expect(found.hits.map(\.place.id) == [0, 1, 2].map { SourceID.number($0) })
    #expect(found.totals == [.name: 2, .prefix: 1])
  }

  @Test func aNameMayRepeatAWordOften() throws {
    let dataset = Self.dataset([String(repeating: "b a ", count: 25_000), "a b"])
    let catalog = Catalog([dataset])
    #expect(dataset.names.checkInvariants(rowCount: 2))
    #expect(try catalog.search(Query(Untrusted("a")), limit: 5).totals == [.prefix: 1, .words: 1])
    #expect(try catalog.search(Query(Untrusted("a a b")), limit: 5).total == 1)
    #expect(try catalog.search(Query(Untrusted("a a c")), limit: 5).totals == [.relaxed: 1])
  }

  @Test func wordsInAnotherOrderTakeOneScanOfALongName() throws {
    let name = String(repeating: "a ", count: 25_000) + String(repeating: "b ", count: 25_000)
    #expect(try Self.catalog([name]).search(Query(Untrusted("b a")), limit: 5).totals == [.relaxed: 1])
  }

  @Test func aPlaceMayHaveManyAlternateNames() throws {
    let names = (0..<30_000).map { "n\($0)" }
    let dataset = Self.dataset(["x"], alternates: names + names + ["", "X"])
    let catalog = Catalog([dataset])
    #expect(dataset.alternateNames.count == names.count)
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

  @Test func longWordsAreNotConsideredForSuggestions() {
    let long = String(repeating: "a", count: 1 << 20)
    #expect(Spelling.nearest(to: "rial", among: Array(repeating: long, count: 50) + ["rail"]) == ["rail"])
  }

  @Test func idsThatLookAlikeAreDifferent() throws {
    let ids = [SourceID.text("\u{E9}"), .text("e\u{301}")]
    let dataset = Dataset(ids.map { ScannedPlace(id: $0, name: "x") })
    #expect(Set(ids).count == 2 && dataset.row(of: ids[0]) == 0 && dataset.row(of: ids[1]) == 1)
    var session = Session(world: dataset)
    let places = ids.map { PlaceID(dataset: "test", id: $0) }
    _ = session.receive(.listed(Listing(.categories([]), datasets: ["test"], shown: 2), places: places, limit: .all))
    #expect(try session.places(.numbers([1...2])).map(\.id) == places)
  }

  @Test func rangesMayRepeatEachOther() throws {
    let dataset = Dataset((0..<5000).map { ScannedPlace(id: .number($0), name: "x") })
    var session = Session(world: dataset)
    let places = (0..<5000).map { dataset.id($0) }
    _ = session.receive(.listed(Listing(.categories([]), datasets: ["test"], shown: 5000), places: places, limit: .all))
    let ranges = Array(repeating: 1...5000, count: 6000)
    #expect(try session.places(.numbers(ranges)).map(\.id) == places)
  }

  @Test func aMarkOnASpaceIsNotBlank() throws {
    #expect(try Self.catalog(["x"]).search(Query(Untrusted(" \u{345}")), limit: 5).total == 0)
  }
}
