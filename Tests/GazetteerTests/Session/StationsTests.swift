import GazetteerIndex
import Testing

@testable import GazetteerSession

/// Lists of stations and of places around them.
struct StationsTests {
  /// 120 stops on a line to the east of Springfield in Illinois, every third of them with the name of the town, some
  /// without a position.
  private static let stops = Example.dataset("feed", (0..<120).map(stop))

  private static func stop(_ index: Int) -> Example { stop(index, id: index) }

  private static func stop(_ index: Int, id: Int) -> Example {
    var stop = Example(id: .number(Int64(id)), name: "Stop \(index)")
    if index.isMultiple(of: 3) { stop.name = "Springfield \(index)" }
    if !index.isMultiple(of: 10) { stop.position = (39.8, -89.6 + Double(index * 37 % 120) / 100) }
    stop.category = ["stop", "station", "platform", "entrance"][index % 4]
    return stop
  }

  private static let eats = Example.dataset(
    "eats", (0..<50).map(eatery), about: DatasetAbout(format: "test", attribution: Untrusted("Eats Inc.")))

  private static func eatery(_ index: Int) -> Example { eatery(index, id: index) }

  private static func eatery(_ index: Int, id: Int) -> Example {
    var eatery = Example(id: .number(Int64(id)), name: "Place \(index)")
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

  @Test func pagesTogetherAreTheWholeList() throws {
    var conversation = conversation([Self.stops])
    let whole = names(conversation.say("stations springfield --limit all"))
    var pages = names(conversation.say("stations springfield --limit 7"))
    while pages.count < whole.count { pages += names(conversation.say("more --limit 9")) }
    #expect(pages == whole && Set(whole).count == whole.count)
    // Every station and stop, those without a position only if the name is theirs; no platform and no entrance.
    let stations = (0..<120).filter { $0 % 4 < 2 }
    let named = stations.filter { $0.isMultiple(of: 3) }
    let town = try #require(Coordinate(latitude: 39.80172, longitude: -89.64371))
    let near = stations.filter { index in
      let point = Self.stop(index).position.flatMap { Coordinate(latitude: $0.latitude, longitude: $0.longitude) }
      return point.map { $0.distance(to: town) <= .kilometres(25) } ?? false
    }
    #expect(near.count > 5 && near.count < stations.count / 2)
    #expect(whole.count == stations.count { near.contains($0) || $0.isMultiple(of: 3) })
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
  @Test(arguments: ["search place --limit 3", "near feed:13 --limit 3", "stations springfield --limit 3"])
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
    #expect(conversation.say(line + " --within 1m").contains("nothing matches "))
  }

  // MARK: what is meant by WHERE

  /// Only whole names are towns, not their beginnings, and not regions.
  @Test(arguments: [
    ("springfield missouri", true), ("missouri springfield", true), ("turicum", true),
    ("zuri", false), ("lond", false), ("missouri", false), ("us", false), ("spring missouri", false), ("lomdon", false),
  ])
  func aTownIsNamedByItsWholeName(name: String, isTown: Bool) {
    var conversation = conversation([Self.eats])
    let list = conversation.say("restaurants \"\(name)\"")
    #expect(list.hasPrefix("around ") == isTown)
    #expect(list.contains("was not found") == !isTown)
    #expect(!list.contains("♡") || list.contains("Illinois"))
  }

  /// The second town has more than half of the people of the first one.
  @Test func severalTownsAreOffered() {
    var conversation = conversation([Self.eats])
    let error = conversation.say("restaurants springfield")
    #expect(
      error
        == "! \"springfield\" may be several places; Springfield, Missouri, US (37.21533,-93.29824), "
        + "Springfield, Illinois, US (39.80172,-89.64371); try: restaurants 37.21533,-93.29824\n")
    // The control: with its region, it is one of them.
    #expect(
      conversation.say("restaurants springfield illinois --limit 1").hasPrefix("around Springfield, Illinois, US:"))
    // Which one it was is said also if nothing is there.
    #expect(
      conversation.say("restaurants springfield missouri")
        == "around Springfield, Missouri, US:\nnothing to eat within 2.00 mi (3.2 km)\n")
  }

  @Test func aStationIsNamedByItsName() {
    var conversation = conversation([Self.stops, Self.eats])
    #expect(conversation.say("restaurants \"stop 13\" --limit 1").hasPrefix("around Stop 13:"))
    #expect(conversation.say("places thai near stop 13 --limit 1").hasPrefix("around Stop 13:"))
    #expect(conversation.say("restaurants \"stop 1\" --limit 1").hasPrefix("around Stop 1:"))
    // None of them is more important than the others.
    #expect(conversation.say("restaurants stop").hasPrefix("! \"stop\" may be several places; Stop "))
    #expect(conversation.say("restaurants xyzzyq").contains("was not found"))
  }

  @Test(arguments: [
    ("restaurants 39.8,-89.6 --limit 3", "point:39.8,-89.6", "39.8,-89.6"),
    ("restaurants 62701 --limit 3", "zip:62701", "62701 (Springfield, IL)"),
    ("restaurants springfield illinois --within 10km", "world:4250542", "Springfield"),
  ])
  func aPointWithoutAPlaceIsAStationByItsName(line: String, id: String, name: String) throws {
    var conversation = conversation([Self.eats])
    conversation.context.allowed = [.favorites]
    conversation.context.zipCode = { digits in
      ZipCode(
        code: digits, town: Untrusted("Springfield"), state: Untrusted("IL"),
        coordinate: Coordinate(latitude: 39.8, longitude: -89.601))
    }
    conversation.say(line)
    conversation.say("favorite 1")
    guard case .keepFavorites(let edit, _)? = conversation.effects.last else {
      Issue.record("nothing is kept")
      return
    }
    let favorite = try #require(edit.changes.first?.after)
    #expect(favorite.station?.id.word == Untrusted(id) && favorite.station?.name == Untrusted(name))
    #expect(favorite.station?.distance != nil)
  }

  /// Its name, its position and the distance are in the list, not in its dataset.
  @Test func theStationIsKeptWhenItsDatasetIsClosed() throws {
    var conversation = conversation([Self.stops, Self.eats])
    conversation.context.allowed = [.favorites]
    conversation.say("restaurants feed:13 --limit 3")
    let line = try #require(conversation.session.listing?.source.line)
    #expect(try ListSource(line) == conversation.session.listing?.source)
    conversation.say("close feed")
    conversation.say("favorite 3")
    guard case .keepFavorites(let edit, _)? = conversation.effects.last else {
      Issue.record("nothing is kept")
      return
    }
    let station = try #require(edit.changes.first?.after?.station)
    #expect(station.name == Untrusted("Stop 13") && station.coordinate != nil && station.distance != nil)
  }

  @Test func stationsFarAwayAreNotNearby() {
    var conversation = conversation([Self.stops])
    conversation.context.zipCode = { digits in
      ZipCode(
        code: digits, town: Untrusted("Honolulu"), state: Untrusted("HI"),
        coordinate: Coordinate(latitude: 21.3, longitude: -157.8))
    }
    #expect(
      conversation.say("stations 96813")
        == "around 96813 (Honolulu, HI), nearest first:\nno station within 25.0 km; further away: --within R\n")
    // The control: whoever wants them gets them.
    #expect(names(conversation.say("stations 96813 --within 9000km --limit all")).count > 40)
    #expect(
      conversation.say("stations 96813 --near 39.8,-89.6")
        == "! \"96813\" and --near are two points; try: only one of them\n")
  }

  @Test func aNameAndAPointAreBothHeeded() {
    var conversation = conversation([Self.stops])
    #expect(conversation.say("stations xyzzyq --near 39.8,-89.6") == "no station matches \"xyzzyq\"\n")
    let named = names(conversation.say("stations springfield --near 39.8,-89.6 --limit all"))
    #expect(named.count == 20 && named.allSatisfy { $0.hasPrefix("Springfield") })
  }

  // MARK: ratings and kinds

  @Test(arguments: [
    ("Rating", "4.5", "4.5"), ("rating", "4.0", "4"), ("STARS", "3", "3"), ("rating", "0", "none"),
    ("rating", "", "none"),
    ("rating", "0.0", "none"), ("rating", "8.5", "8.5"), ("rating", "good", "good"), ("ratings", "4", nil),
  ])
  func noRatingIsNone(key: String, value: String, words: String?) {
    var place = Place(id: PlaceID(dataset: "x", id: .number(1)), name: Untrusted("X"))
    place.attributes = [.init(key: Untrusted(key), value: Untrusted(value))]
    #expect(place.ratingInWords == words.map { Untrusted($0) })
    #expect((place.rating != nil) == (words.flatMap { Double($0) }.map { $0 <= 5 } ?? false))
  }

  @Test(arguments: [
    ("café/bar", true), ("food;drinks", true), ("Fast Food, Burgers", true), ("Thai Restaurant", true),
    ("bank/atm", false), ("foodbank", false), ("", false),
  ])
  func oneOfSeveralCategoriesIsEnough(category: String, isFood: Bool) {
    #expect(PlaceKind.food.includes(category: Untrusted(category)) == isFood)
  }

  @Test(arguments: [
    ("places near", "WHERE is missing"), ("places pizza near", "WHERE is missing"),
    ("places pizza springfield", "WHERE is missing; no place is selected"),
    ("places near 1,2", "TERM is missing"),
  ])
  func whatIsMissingIsNamed(line: String, message: String) {
    var conversation = conversation([Self.eats])
    #expect(conversation.say(line) == "! \(message); try: places TERM near WHERE\n")
  }

  /// A place is made for a row that is listed, never for a row that is searched.
  @Test(arguments: [
    "restaurants 39.8,-89.6", "restaurants 39.8,-89.6 --term thai", "restaurants 39.8,-89.6 --sort rating",
    "restaurants 39.8,-89.6 --sort name", "places place near 39.8,-89.6", "stations springfield", "stations stop",
  ])
  func placesAreMadeOnlyForListedRows(line: String) {
    let made = [1, 4].map { times -> [Int] in
      let stops = (0..<120 * times).map { Self.stop($0 % 120, id: $0) }
      let eats = (0..<50 * times).map { Self.eatery($0 % 50, id: 1000 + $0) }
      let source = CountedSource(Example.dataset("test", stops + eats))
      var conversation = conversation([])
      conversation.open(source)
      return [3, 6].map { limit in
        _ = source.take()
        #expect(names(conversation.say("\(line) --limit \(limit)")).count == limit)
        return source.take()
      }
    }
    #expect(made[0] == made[1], "as many for four times the rows")
    #expect(made[0][0] > 0 && made[0][0] < made[0][1], "the control: those that are listed are made")
  }
}
