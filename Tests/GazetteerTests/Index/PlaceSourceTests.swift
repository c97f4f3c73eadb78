import Testing

@testable import GazetteerIndex

/// A source that is not a dataset is searched like a dataset.
@Suite struct PlaceSourceTests {
  private static let places = IndexesAgreeTests.places(300, seed: 71).enumerated().map { row, place in
    var place = place
    (place.latitude, place.longitude) = (Double(row % 9), Double(row % 7))
    place.categories = row % 4 == 0 ? ["rail"] : ["bus"]
    return place
  }

  /// The same places as two datasets, and as a dataset and a source that scans.
  private static let datasets = Catalog([
    Dataset(Array(places[..<120]), named: "a"), Dataset(Array(places[120...]), named: "b"),
  ])
  private static let mixed = Catalog([
    Dataset(Array(places[..<120]), named: "a"), ScannedSource(Array(places[120...]), named: "b"),
  ])

  @Test(arguments: [false, true])
  func aDatasetAndAnotherSourceAreMergedLikeTwoDatasets(prefixOnly: Bool) throws {
    for text in IndexesAgreeTests.queries(Self.places, 100, seed: 72) + ["", "zzzz", "us"] {
      var query = Query(Untrusted(text))
      query.prefixOnly = prefixOnly
      let expected = try Self.datasets.search(query, limit: .max)
      let found = try Self.mixed.search(query, limit: .max)
      #expect(found.hits.map(\.place) == expected.hits.map(\.place), "\(text)")
      #expect((found.total, found.isTotalExact) == (expected.total, true), "\(text)")
      // In the plain filter, the scan counts matches of a name's beginning in the tier of names.
      #expect(prefixOnly || found.totals == expected.totals, "\(text)")
      #expect(found.asked == expected.asked, "\(text)")
      #expect(expected.mostTypos == expected.hits.map(\.typos).max() ?? 0, "\(text)")
      #expect(try Self.datasets.search(query, limit: 1).mostTypos == expected.mostTypos, "\(text)")
      let page = try Self.mixed.search(query, offset: 5, limit: 7)
      #expect(page.hits == Array(found.hits.dropFirst(5).prefix(7)), "a page of \(text)")
    }
  }

  @Test(arguments: [Query.Order.name, .population, .distance, .relevance])
  func theOtherOrdersAreMergedToo(order: Query.Order) throws {
    var query = Query(Untrusted("s"))
    query.order = order
    query.origin = Coordinate(latitude: 4, longitude: 3)
    let expected = try Self.datasets.search(query, limit: .max).hits.map(\.place)
    #expect(try Self.mixed.search(query, limit: .max).hits.map(\.place) == expected)
    #expect(!expected.isEmpty)
  }

  @Test func theOtherListsAreTheSameToo() throws {
    let origin = try #require(Coordinate(latitude: 4, longitude: 3))
    let corner = try #require(Coordinate(latitude: 6, longitude: 5))
    let lists: [(Catalog, _ offset: Int, _ limit: Int) throws -> SearchResult] = [
      { try $0.places(near: origin, within: .kilometres(400), offset: $1, limit: $2) },
      { try $0.places(near: origin, within: nil, categories: [Untrusted("rail")], offset: $1, limit: $2) },
      { try $0.places(Self.around(origin, .name, "sa"), offset: $1, limit: $2) },
      { try $0.places(Self.around(origin, .rating, "bus"), offset: $1, limit: $2) },
      { try $0.places(Self.around(origin, .distance, "b", unnamed: "s"), offset: $1, limit: $2) },
      { try $0.places(from: origin, to: corner, offset: $1, limit: $2) },
      { try $0.places(of: [Untrusted("rail")], offset: $1, limit: $2) },
    ]
    for list in lists {
      let expected = try list(Self.datasets, 0, .max)
      #expect(expected.total > 9)
      #expect(try list(Self.mixed, 0, .max) == expected)
      for offset in [3, expected.total - 4, expected.total + 1] {
        #expect(try list(Self.mixed, offset, 9) == list(Self.datasets, offset, 9))
      }
    }
  }

  private static func around(
    _ origin: Coordinate, _ order: Around.Order, _ terms: String, unnamed: String = ""
  ) -> Around {
    var around = Around(origin, within: order == .rating ? nil : .kilometres(900))
    (around.order, around.terms, around.unnamed) = (order, PlaceTerms(Untrusted(terms)), Untrusted(unnamed))
    return around
  }

  @Test func whyIsExplainedForEverySource() throws {
    for text in IndexesAgreeTests.queries(Self.places, 20, seed: 73) {
      let query = Query(Untrusted(text))
      let hits = try Self.mixed.search(query, limit: .max).hits
      for hit in hits.prefix(3) + hits.suffix(3) {
        let explanation = try #require(try Self.mixed.explain(hit.place, for: query))
        #expect(explanation.hit == hit, "\(text)")
      }
      let other = Self.places.map { PlaceID(dataset: "b", id: $0.id) }.first { id in !hits.contains { $0.place == id } }
      if let other, Self.mixed.place(other) != nil {
        #expect(try Self.mixed.explain(other, for: query)?.hit == nil, "\(text)")
      }
    }
  }

  @Test func oneTotalThatIsNotExactMakesTheSumInexact() throws {
    let counted = ScannedSource(Array(Self.places[120...]), named: "b", mostCounted: 30)
    let catalog = Catalog([Dataset(Array(Self.places[..<120]), named: "a"), counted])
    let result = try catalog.search(Query(Untrusted("")), limit: 200)
    #expect((result.total, result.isTotalExact, result.hits.count) == (150, false, 200))
    #expect(catalog.size == .atLeast(150))
  }
}
