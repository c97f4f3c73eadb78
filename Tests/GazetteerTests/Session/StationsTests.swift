import GazetteerIndex
import Testing

@testable import GazetteerSession

/// Lists of stations and of places around them.
struct StationsTests {
  /// 120 stops on a line to the east of Springfield in Illinois, every third of them with the name of the town, some
  /// without a position.
  private static let stops = Example.dataset("feed", (0..<120).map(stop))

  private static func stop(_ index: Int) -> Example {
    var stop = Example(id: .number(Int64(index)), name: "Stop \(index)")
    if index.isMultiple(of: 3) { stop.name = "Springfield \(index)" }
    if !index.isMultiple(of: 10) { stop.position = (39.8, -89.6 + Double(index * 37 % 120) / 100) }
    stop.category = ["stop", "station", "platform", "entrance"][index % 4]
    return stop
  }

  private static let eats = Example.dataset(
    "eats", (0..<50).map(eatery), about: DatasetAbout(format: "test", attribution: Untrusted("Eats Inc.")))

  private static func eatery(_ index: Int) -> Example {
    var eatery = Example(id: .number(Int64(index)), name: "Place \(index)")
    eatery.position = (39.8005, -89.6 + Double(index) / 2000)
    eatery.category = ["restaurant", "Fast Food", "cafe", "bank"][index % 4]
    if !index.isMultiple(of: 3) {
      eatery.attributes = [("rating", String(Double(index % 11) / 2)), ("cuisine", "thai")]
    }
    return eatery
  }

  private func conversation(_ datasets: [Dataset]) -> Conversation {
    var conversation = Conversation()
    for dataset in datasets { conversation.open(dataset) }
    conversation.context.world = { Example.cities }
    return conversation
  }

  /// The names in the rows of a list.
  private func names(_ list: String) -> [String] {
    list.split(separator: "\n").compactMap { line in
      let words = line.split(separator: "♡")
      return words.count == 2 ? words[1].split(separator: "  ")[0].drop { $0 == " " }.description : nil
    }
  }

  @Test func pagesTogetherAreTheWholeList() {
    var conversation = conversation([Self.stops])
    let whole = names(conversation.say("stations springfield --limit all"))
    var pages = names(conversation.say("stations springfield --limit 7"))
    while pages.count < whole.count { pages += names(conversation.say("more --limit 9")) }
    #expect(pages == whole && Set(whole).count == whole.count)
    // Every station and stop, those without a position only if the name is theirs; no platform and no entrance.
    let stations = (0..<120).filter { $0 % 4 < 2 }
    let named = stations.filter { $0.isMultiple(of: 3) }
    #expect(whole.count == stations.count { !$0.isMultiple(of: 10) || $0.isMultiple(of: 3) })
    #expect(Set(whole.prefix(named.count)) == Set(named.map { "Springfield \($0)" }))
    #expect(conversation.say("stations springfield --limit 0") == "\(whole.count) places\n")
    #expect(conversation.say("more --limit 5") == "no more places\n")
  }

  @Test func eachPartIsSortedByDistance() throws {
    var conversation = conversation([Self.stops])
    _ = conversation.say("stations springfield --limit all")
    let town = try #require(Coordinate(latitude: 39.80172, longitude: -89.64371))
    let metres = try conversation.session.filtered.map { id in
      try #require(conversation.session.catalog(of: ["feed"]).place(id)).coordinate?.distance(to: town).metres
        ?? .infinity
    }
    let named = (0..<120).count { $0 % 4 < 2 && $0.isMultiple(of: 3) }
    #expect(Array(metres.prefix(named)) == metres.prefix(named).sorted())
    #expect(Array(metres.dropFirst(named)) == metres.dropFirst(named).sorted())
  }

  @Test func withARadiusOnlyThoseWithinAreListed() {
    var conversation = conversation([Self.stops])
    let all = conversation.say("stations --near 39.8,-89.6 --within 20km --limit all")
    #expect(!names(all).isEmpty)
    let named = names(conversation.say("stations springfield --within 20km --limit all"))
    #expect(named.allSatisfy { !$0.hasSuffix("0") } && named.count < names(all).count + 20)
    #expect(conversation.say("stations --near 0,0 --within 1km") == "no station within 1.0 km\n")
  }

  @Test func aTownFarFromAllStationsIsOnlyAName() {
    var conversation = conversation([Self.stops])
    #expect(conversation.say("stations munich") == "no station matches \"munich\"\n")
    // With the world closed, its towns are still known.
    conversation.say("close world")
    #expect(conversation.say("stations springfield --limit 1").contains("others around Springfield, Illinois, US"))
  }

  @Test func aDatasetThatIsBeingOpenedIsAwaited() {
    var conversation = conversation([])
    _ = conversation.session.receive(.openAsked(OpenRequest(source: Untrusted("f"), name: "feed")))
    #expect(conversation.say("stations x") == "! feed is still being opened; try: wait, then run the command again\n")
  }

  // MARK: restaurants

  @Test(arguments: ["distance", "rating", "name"]) func everyOrderHasTheSamePlaces(order: String) {
    var conversation = conversation([Self.eats])
    let usual = names(conversation.say("restaurants 39.8,-89.6 --limit all"))
    let sorted = names(conversation.say("restaurants 39.8,-89.6 --limit all --sort \(order)"))
    #expect(usual.count == 38 && Set(sorted) == Set(usual))
    var pages = names(conversation.say("restaurants 39.8,-89.6 --sort \(order) --limit 10"))
    while pages.count < usual.count { pages += names(conversation.say("more --limit 10")) }
    #expect(pages == sorted)
  }

  @Test(arguments: [
    ("4.5", "★★★★½", "4.5"), ("5", "★★★★★", "5"), ("0.5", "½", "0.5"), ("0.1", "½", "0.5"), ("4.2", "★★★★", "4"),
    ("4.3", "★★★★½", "4.5"), ("1", "★", "1"),
  ])
  func starsHaveHalves(rating: String, stars: String, digits: String) {
    #expect(SourceRating(Untrusted(rating))?.stars == stars)
    #expect(SourceRating.inASCII(stars) == digits)
  }

  @Test(arguments: ["0", "-1", "5.5", "nan", "inf", "", "good", "★★★"])
  func otherRatingsAreNone(rating: String) {
    #expect(SourceRating(Untrusted(rating)) == nil)
  }

  @Test func theStationAndItsDistanceAreKept() throws {
    var conversation = conversation([Self.stops, Self.eats])
    conversation.context.allowed = [.favorites]
    conversation.say("restaurants feed:13 --limit 3")
    conversation.say("favorite 1-2")
    let kept = conversation.effects.compactMap { effect -> FavoritesEdit? in
      if case .keepFavorites(let edit, _) = effect { edit } else { nil }
    }
    let favorites = try #require(kept.first).changes.compactMap(\.after)
    #expect(favorites.count == 2)
    for favorite in favorites {
      let station = try #require(favorite.station)
      #expect(station.id == PlaceID(dataset: "feed", id: .number(13)) && station.name == Untrusted("Stop 13"))
      let between = station.coordinate.flatMap { favorite.place.coordinate?.distance(to: $0) }
      #expect(station.distance == between && between != nil)
      #expect(favorite.attribution == Untrusted("Eats Inc."))
    }
  }

  /// The control: from other lists, no station is kept.
  @Test(arguments: ["search place --limit 3", "restaurants 39.8,-89.6 --limit 3", "near feed:13 --limit 3"])
  func otherListsHaveNoStation(line: String) throws {
    var conversation = conversation([Self.stops, Self.eats])
    conversation.context.allowed = [.favorites]
    conversation.say(line)
    conversation.say("favorite 1")
    guard case .keepFavorites(let edit, _)? = conversation.effects.last else {
      Issue.record("nothing is kept")
      return
    }
    #expect(edit.changes.first?.after?.station == nil)
  }

  @Test(arguments: [
    ("places thai near feed:13", "thai"), ("places fast food near feed:13", "fast food"),
    ("places banks near 39.8,-89.6", "bank"), ("places place 1 near feed:13", "place 1"),
  ])
  func termsAreFoundInNamesCategoriesAndKinds(line: String, term: String) {
    var conversation = conversation([Self.stops, Self.eats])
    #expect(!names(conversation.say(line)).isEmpty)
    #expect(conversation.say(line + " --within 1m").hasPrefix("nothing matches "))
  }
}
