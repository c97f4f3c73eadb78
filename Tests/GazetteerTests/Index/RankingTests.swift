import Testing

@testable import GazetteerIndex

/// Which match of a place counts, how much, and what comes first.
@Suite struct RankingTests {
  private static func places(_ rows: (name: String, alternates: [String], country: String, population: UInt32)...)
    -> [ScannedPlace]
  {
    rows.enumerated().map { row, place in
      ScannedPlace(
        id: .number(Int64(row)), name: place.name, alternates: place.alternates, country: place.country,
        population: place.population)
    }
  }

  private static func found(_ text: String, _ places: [ScannedPlace]) throws -> SearchResult {
    try Catalog([Dataset(places)]).search(Query(Untrusted(text)), limit: 20)
  }

  private static func ids(_ result: SearchResult) -> [SourceID] { result.hits.map(\.place.id) }

  @Test(
    arguments: [
      ("Saint Paul", [], "saint paul", .name, 1_000_000), ("Munich", ["München"], "munchen", .alternate, 100_000),
      ("Newark on Trent", [], "newark", .prefix, 30_000), ("Newark", [], "newa", .prefix, 10_000),
      ("Rio de Janeiro", [], "ri jan", .words, 3000), ("Rio de Janeiro", [], "jan", .words, 100),
      ("Los Angeles", ["LAX"], "lax", .alternatePrefix, 10_000),
      ("Munich", ["Monaco di Baviera"], "monaco", .alternatePrefix, 300),
      ("Munich", ["Monaco di Baviera"], "mona", .alternatePrefix, 100),
      ("Munich", ["Monaco di Baviera"], "mon bav", .alternatePrefix, 30),
      ("Munich", ["Monaco di Baviera"], "bav", .alternatePrefix, 10),
      ("Munich", [], "munich germany", .region, 100_000), ("Munich", ["Monaco"], "de monaco", .region, 10_000),
      ("Munich", [], "germany", .region, 1000), ("Munich", [], "germ", .region, 1),
      ("Saint Paul", [], "st paul", .name, 100_000), ("Ft Worth", [], "fort wo", .prefix, 1000),
      ("Mount Vernon", [], "mt vernon de", .region, 10_000),
    ] as [(String, [String], String, Tier, Int)])
  func theHeaviestMatchCounts(name: String, others: [String], query: String, tier: Tier, weight: Int) throws {
    let hit = try Self.found(query, Self.places((name, others, "DE", 9))).hits.first
    #expect(hit?.tier == tier && hit?.weight == weight)
    #expect(hit?.importance(9) == 10 * weight)
  }

  /// In this order, because of the people and of what matched.
  @Test(
    arguments: [
      // A metropolis by another name comes before a hamlet of exactly this name, but not before a town.
      ("roma", [1, 0]), ("pa", [2, 4, 3]), ("paris", [2, 3]), ("inside", []),
    ] as [(String, [Int64])])
  func theImportantPlaceComesFirst(query: String, ids: [Int64]) throws {
    let places = Self.places(
      ("Roma", [], "AU", 6000), ("Rome", ["Roma"], "IT", 2_300_000), ("Paris", [], "FR", 2_100_000),
      ("Paris", [], "US", 25_000), ("Paranaguá", [], "BR", 120_000))
    #expect(Self.ids(try Self.found(query, places)).prefix(ids.count) == ids.map { .number($0) }[...])
  }

  /// Without people, the better match comes first; of equal ones, the folded name decides.
  @Test func withoutPopulationsTheBetterMatchComesFirst() throws {
    let places = Self.places(
      ("Port Newark", [], "", 0), ("Newark Port", [], "", 0), ("Newark", [], "", 0), ("Newarkia", [], "", 0),
      ("newark", [], "", 0))
    #expect(Self.ids(try Self.found("newark", places)) == [2, 4, 1, 3, 0].map { .number($0) })
  }

  /// Equal importance, from different weights: the lower tier first, then the folded name.
  @Test func ofEquallyImportantPlacesTheLowerTierComesFirst() throws {
    let places = Self.places(
      ("x", ["Ab Rio"], "", 999), ("Rio Ab", [], "", 0), ("Ab", [], "", 0), ("Rio ab", [], "", 99), ("Rio", [], "", 0))
    // 1000 × 300 = 300 × 1000; the others weigh a million, or less.
    let scan = LinearScan(places)
    for text in ["ab", "rio", "rio ab", "a"] {
      #expect(Self.ids(try Self.found(text, places)) == scan.search(text).map { places[$0.row].id }, "\(text)")
    }
  }

  @Test func theGreatestImportanceIsStillANumber() {
    let grades = [Grade(full: .name, weight: 1_000_000), Grade(full: .region, weight: 1)]
    let numbers = [UInt32.max, 0].flatMap { people in grades.map { $0.relevance(people) } }
    #expect(numbers[0] < numbers[1] && numbers[2] < numbers[3] && numbers[0] < numbers[2])
    let later = [.inside, Grade(typos: 1, inAlternate: false), Grade(typos: 2, inAlternate: true), Grade(relaxed: 1)]
      .map { $0.relevance(0) }
    #expect(later == later.sorted() && numbers.allSatisfy { $0 < later[0] })
  }

  // MARK: queries that nothing matches

  @Test(
    arguments: [
      ("cafe near munich", "cafe near", [0]), ("munich cafe", "cafe", [0]), ("bad munich de xx", "bad xx", [0]),
      ("munich saint paul", "munich", [1]), ("one two three munich", nil, []),
      ("muniq cafe", nil, []), ("munich", nil, [0]),
    ] as [(String, String?, [Int64])])
  func wordsAreLeftOut(query: String, leftOut: String?, ids: [Int64]) throws {
    let places = Self.places(("Munich", [], "DE", 9), ("Saint Paul", [], "US", 5))
    for catalog in [Catalog([Dataset(places)]), Catalog([Dataset([places[0]], named: "a"), Dataset([places[1]])])] {
      let result = try catalog.search(Query(Untrusted(query)), limit: 20)
      #expect(result.relaxation?.leftOut == leftOut.map { Untrusted($0) })
      #expect(Self.ids(result) == ids.map { .number($0) })
      #expect(result.hits.allSatisfy { ($0.tier == .relaxed) == (leftOut != nil) })
      #expect(result.asked.contains(.relaxed) == (leftOut != nil))
    }
  }

  // MARK: nothing to search for

  @Test func aBlankQueryIsInTheOrderOfItsFilter() throws {
    var places = Self.places(("a", [], "DE", 1), ("b", [], "DE", 3), ("c", [], "FR", 2))
    for (row, degrees) in [3.0, 1, 2].enumerated() { (places[row].latitude, places[row].longitude) = (degrees, 0) }
    func ids(_ places: [ScannedPlace], _ change: (inout Query) -> Void) throws -> [SourceID] {
      var query = Query(Untrusted(" "))
      change(&query)
      return Self.ids(try Catalog([Dataset(places)]).search(query, limit: 9))
    }
    #expect(try ids(places) { _ in } == [.number(0), .number(1), .number(2)])
    #expect(
      try ids(places) { $0.origin = Coordinate(latitude: 0, longitude: 0) } == [.number(1), .number(2), .number(0)])
    #expect(try ids(places) { $0.country = Untrusted("de") } == [.number(1), .number(0)])
    // The control: nobody knows how many people live there.
    for row in places.indices { places[row].population = 0 }
    #expect(try ids(places) { $0.country = Untrusted("de") } == [.number(0), .number(1)])
  }
}
