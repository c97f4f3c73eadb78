import GazetteerIndex
import Testing

@testable import GazetteerSession

/// Lists in narrow windows: what a row must have is below it rather than left out.
@Suite struct NarrowListsTests {
  private static let eats = Example.dataset(
    "eats",
    [
      Example(
        id: .number(1), name: "Seoul Garden and Karaoke Bar", position: (40.7478, -73.9866), country: "US",
        admin1: "New York", population: 12, category: "Restaurant", attributes: [("rating", "4.5")]),
      Example(id: .number(2), name: "Deli", position: (40.7502, -73.9901), category: "Deli"),
    ])

  private static let locations = LocationDataset(
    .local,
    [
      Location(
        id: "a", owner: Untrusted("ada"), firstName: Untrusted("Ada"), lastName: Untrusted("Lovelace"),
        place: Untrusted("New York, New York, US"), url: Untrusted("https://example.org/people/ada-lovelace"),
        coordinate: Coordinate(latitude: 40.75, longitude: -73.98), created: 1, updated: 1)
    ])

  private static let widths = [30, 40, 50, 60, 80, 100, 140, 160]

  private func lines(of list: String) -> [String] { list.split(separator: "\n").map(String.init) }

  /// A list around Penn Station, of restaurants and of people.
  private func mixed(_ width: Int?) throws -> String {
    let catalog = Catalog([Self.eats, Self.locations])
    let origin = try #require(Coordinate(latitude: 40.75, longitude: -73.99))
    let result = try catalog.places(near: origin, within: nil, limit: 20)
    let view = PlacesView(result, of: .near(origin, within: nil, categories: []), in: catalog)
    return Reply(view).rendered(in: Style(width: width))
  }

  @Test(arguments: widths) func aMixedListHasDistancesPlacesAndLinks(width: Int) throws {
    let list = try mixed(width)
    // A link is never cut, so that it can be copied: the terminal breaks its line.
    let link = "https://example.org/people/ada-lovelace"
    #expect(lines(of: list).allSatisfy { Width.of($0) <= width || $0 == link }, "\(list)")
    // At 30 cells, long texts are cut.
    for fact in ["24 m", "377 m", "842 m", "Ada Love", "New York", link] {
      #expect(list.contains(fact), "\(fact) in \(list)")
    }
    // The control: what is not needed is left out.
    #expect(list.contains("40.7478,-73.9866") == (width > 150), "\(list)")
  }

  /// The division is cut first, then the distance is below the row. The country is always in the line.
  @Test(arguments: [20, 24, 30, 36, 40, 46, 60]) func theCountryStays(width: Int) throws {
    let towns = ["London", "City of Westminster"].enumerated().map { index, name in
      Example(
        id: .number(Int64(index)), name: name, position: (51.5 + Double(index) / 100, -0.1), country: "GB",
        admin1: "England", population: 8_900_000)
    }
    let catalog = Catalog([Example.dataset("towns", towns)])
    let origin = try #require(Coordinate(latitude: 51.5, longitude: -0.1))
    let result = try catalog.places(near: origin, within: nil, limit: 20)
    let view = PlacesView(result, of: .near(origin, within: nil, categories: []), in: catalog)
    let rows = lines(of: Reply(view).rendered(in: Style(width: width))).filter {
      $0.contains("Lon") || $0.contains("City")
    }
    #expect(rows.count == 2 && rows.allSatisfy { $0.contains("GB") }, "\(rows)")
  }

  @Test func aMixedListAt80Columns() throws {
    #expect(
      try mixed(80) == """
        #     name                          where                   distance
        1  ♡  Deli                                                      24 m
        2  ♡  Seoul Garden and Karaoke Bar  New York, US               377 m
        3  ♡  Ada Lovelace                  New York, New York, US     842 m
              link https://example.org/people/ada-lovelace
        3 places

        """)
  }

  @Test func aMixedListAt40Columns() throws {
    #expect(
      try mixed(40) == """
        #     name                      distance
        1  ♡  Deli                          24 m
        2  ♡  Seoul Garden and Karaok…     377 m
              where New York, US
        3  ♡  Ada Lovelace                 842 m
              where New York, New York, US
         https://example.org/people/ada-lovelace
        3 places

        """)
  }

  /// In the details of a place, too.
  @Test(arguments: [24, 40, 80]) func detailsHaveTheWholeLink(width: Int) throws {
    let link = "https://example.org/" + String(repeating: "people/", count: 12)
    var conversation = Conversation()
    conversation.open(
      Example.dataset("one", [Example(id: .number(1), name: "A", position: (1, 2), attributes: [("url", link)])]))
    conversation.style.width = width
    let page = conversation.say("show one:1")
    #expect(page.contains(link + "\n"), "\(page)")
  }

  @Test(arguments: widths) func favoritesHaveTheirStationAtAnyWidth(width: Int) {
    var conversation = Conversation.keeping()
    conversation.open(Example.stops)
    conversation.keep("favorite world:2643743 --rating 4 --note \"with the river\" --station stops:A2")
    conversation.keep("favorite world:2867714")
    conversation.style.width = width
    let list = conversation.keep("favorites")
    #expect(lines(of: list).allSatisfy { Width.of($0) <= width }, "\(list)")
    #expect(list.contains("5,579 km, P"), "\(list)")
    // The favorite without a station and without a note has no lines below it.
    #expect(lines(of: list).count <= 6)
  }

  @Test(arguments: [40, 60, 80]) func restaurantsHaveHeartsDistancesAndStars(width: Int) {
    var conversation = Conversation()
    conversation.open(Self.eats)
    conversation.style.width = width
    let rows = lines(of: conversation.say("restaurants 40.75,-73.99"))
    let seoul = rows.first { $0.contains("Seoul") } ?? ""
    #expect(seoul.contains("♡") && seoul.contains("377 m") && seoul.contains("★★★★½"), "\(rows)")
    #expect(rows.count == 4, "each row is one line")
  }

  @Test func starsBelowARowCanBeASCII() {
    var conversation = Conversation()
    conversation.open(Self.eats)
    conversation.style.width = 24
    let starry = conversation.say("restaurants 40.75,-73.99")
    #expect(starry.contains("      rating ★★★★½\n") || starry.contains("  rating ★★★★½\n"), "\(starry)")
    conversation.style.isASCII = true
    let plain = conversation.say("restaurants 40.75,-73.99")
    #expect(plain.contains("rating 4.5\n") && plain.utf8.allSatisfy { $0 < 0x80 }, "\(plain)")
  }

  @Test func aLineWithoutAWidthHasEverything() throws {
    let list = lines(of: try mixed(nil))
    #expect(list.count == 5 && list[1...3].allSatisfy { $0.hasPrefix("1") || $0.hasPrefix("2") || $0.hasPrefix("3") })
  }
}
