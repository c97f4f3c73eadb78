import GazetteerIndex
import Testing

@testable import GazetteerSession

/// Whether a place is a favorite or checked depends on its identity, not on its name.
struct FavoriteIdentityTests {
  private static func rows(_ examples: (name: String, latitude: Double)...) -> Dataset {
    Example.dataset(
      "rows",
      examples.enumerated().map { number, example in
        Example(id: .number(Int64(number + 1)), name: example.name, position: (example.latitude, 0))
      })
  }

  private func hearts(_ listed: String) -> [Bool] {
    listed.split(separator: "\n").filter { $0.first?.isNumber == true && !$0.hasSuffix("places") }
      .map { $0.contains("♥") }
  }

  @Test func ofTwoPlacesWithTheSameNameOnlyOneHasTheHeart() {
    var conversation = Conversation.keeping()
    conversation.keep("search springfield")
    conversation.keep("favorite 2")
    #expect(hearts(conversation.keep("list")) == [false, true])
    #expect(
      conversation.keep("list --json=admin1,favorite").contains(
        #"[{"admin1":"Missouri"},{"admin1":"Illinois","favorite":true}]"#))
    #expect(conversation.keep("select 1") == "Springfield, Missouri, US (37.21533,-93.29824)\n")
    #expect(conversation.keep("select 2") == "♥ Springfield, Illinois, US (39.80172,-89.64371)\n")
    #expect(conversation.keep("show 1").hasPrefix("Springfield\n"))
    #expect(conversation.keep("show 2").hasPrefix("♥ Springfield\n"))
    conversation.style.isASCII = true
    conversation.keep("search springfield")
    #expect(conversation.keep("list").contains("\n1  -  Springfield  Missouri"))
    #expect(conversation.keep("list").contains("\n2  *  Springfield  Illinois"))
    #expect(conversation.keep("show 2").hasPrefix("* Springfield\n"))
  }

  /// The same file under another name, and other files: with another name, position or identity.
  @Test(arguments: [
    (1, "Café", 10.0, true), (1, "CAFE", 10.0002, true), (1, "Bistro", 10, false), (1, "Café", 10.01, false),
    (2, "Café", 10, false),
  ])
  func aHeartFollowsTheSourceNotTheNameOfItsDataset(id: Int64, name: String, latitude: Double, isFavorite: Bool) {
    var conversation = Conversation.keeping(nil)
    conversation.open(Self.rows(("Café", 10)))
    conversation.keep("search")
    conversation.keep("favorite 1")
    conversation.keep("close rows")
    conversation.open(
      Example.dataset(
        "renamed",
        [
          Example(id: .number(id), name: name, position: (latitude, 0)),
          Example(id: .number(9), name: "Park", position: (30, 0)),
        ]))
    #expect(hearts(conversation.keep("search --from renamed")) == [isFavorite, false])
    #expect(conversation.keep("unfavorite 1; favorites").contains("no favorites") == isFavorite)
  }

  /// What the first row of a file with numbered rows becomes later, and whether it is still the favorite.
  @Test(arguments: [
    ("Café", 10, true), ("CAFE", 20, true), ("Bistro", 10, true), ("Bistro", 10.0004, true), ("Bistro", 10.0005, false),
    ("Library", 20, false), ("☕", 20, false),
  ])
  func anIdThatNowBelongsToAnotherPlaceIsNoFavorite(name: String, latitude: Double, isFavorite: Bool) {
    var conversation = Conversation.keeping(nil)
    conversation.open(Self.rows(("Café", 10), ("Park", 30)))
    conversation.keep("search --limit all; favorite 1")
    conversation.keep("check 1")
    conversation.keep("close rows")
    conversation.open(Self.rows((name, latitude), ("Park", 30)))
    #expect(hearts(conversation.keep("search")) == [isFavorite, false])
    #expect(conversation.keep("search --json=checked").contains("checked\":true") == isFavorite)
    #expect(conversation.keep("show 1").hasPrefix(isFavorite ? "♥ " : name))
    #expect(conversation.keep("favorites --json=name,checked").contains(#"{"name":"Café","checked":true}"#))
    #expect(
      conversation.keep("favorites; show 1").contains("saved from  rows:1, which is a different place now\n")
        != isFavorite
    )
    let kept = conversation.keep("favorite rows:1")
    #expect(kept == (isFavorite ? "nothing to change: Café\n" : "saved \(name) as a favorite\n"))
  }

  @Test func twoFavoritesWithTheSameIdAreDistinguished() {
    var conversation = Conversation.keeping(nil)
    conversation.open(Self.rows(("Café", 10)))
    conversation.keep("favorite rows:1 --rating 1")
    conversation.keep("close rows")
    conversation.open(Self.rows(("Library", 20)))
    conversation.keep("favorite rows:1 --rating 2")
    #expect(conversation.keep("rate rows:1") == "Library: 2 stars\n")
    conversation.keep("unfavorite rows:1")
    #expect(conversation.keep("favorites --json=name,own_rating").contains(#"[{"name":"Café","own_rating":1}]"#))
  }

  @Test func aCheckMarkIsOnThePlaceAndOnItsFavorite() {
    var conversation = Conversation.keeping()
    conversation.keep("search springfield; check 1; favorite 1-2")
    #expect(
      conversation.keep("favorites --json=name,admin1,checked").contains(
        #"{"name":"Springfield","admin1":"Missouri","checked":true}"#))
    #expect(conversation.keep("favorites").split(separator: "\n").count { $0.contains("✓") } == 1)
    conversation.keep("uncheck 1-2")
    #expect(conversation.session.checked.isEmpty)
    #expect(conversation.keep("check 1-2") == "checked 2 places; 2 in all\n")
    #expect(conversation.keep("search springfield").split(separator: "\n").count { $0.contains("✓") } == 2)
    #expect(conversation.keep("check 1-2") == "checked already: 2 places\n")
    #expect(conversation.keep("select 1 --json=checked,favorite").contains(#"{"checked":true,"favorite":true}"#))
    #expect(conversation.keep("uncheck 1-2") == "unchecked 2 places; 0 left\n")
    conversation.keep("use all; search springfield --sort name --limit all")
    #expect(conversation.keep("check 1-2") == "checked 2 places; 2 in all\n")
    for line in ["list", "favorites"] {
      #expect(conversation.keep(line).split(separator: "\n").count { $0.contains("✓") } == 2, "each is listed once")
    }
    #expect(conversation.keep("uncheck 1-2") == "unchecked 2 places; 0 left\n")
    #expect(conversation.session.checked.isEmpty)
  }

  @Test func aFavoriteOutlivesItsDataset() {
    var conversation = Conversation.keeping()
    conversation.open(Example.stops)
    conversation.keep("search --limit all; favorite 2 --note \"the old one\"; check 1-2; select 2")
    #expect(conversation.keep("close stops") == "1 place of stops is no longer checked\nnow using world\n")
    #expect(
      conversation.keep("checked --json=name,dataset").contains(#"[{"name":"Penn Station","dataset":"favorites"}]"#))
    let shown = conversation.keep("show stops:A2")
    #expect(shown.hasPrefix("♥ Penn Station\n"))
    #expect(shown.contains("  saved from  stops:A2, whose dataset is not open\n"))
    #expect(conversation.keep("show .") == shown)
    #expect(conversation.keep("select stops:A2") == "♥ Penn Station (40.735,-74.164)\n")
    #expect(conversation.keep("list --json=name").contains(#"[{"name":"Penn Station"}]"#))
    #expect(conversation.keep("distance . 40.735,-74.164") == "Penn Station to 40.735,-74.164: 0 m (0.00 mi)\n")
    #expect(conversation.keep("favorites; near 1 --limit 1 --json=name").contains(#"[{"name":"Springfield"}]"#))
    #expect(conversation.keep("note stops:A2") == "the old one\n")
    #expect(conversation.keep("show stops:A1").hasPrefix("! \"stops:A1\" is in a dataset that is not open"))
    conversation.open(Example.stops)
    #expect(conversation.keep("show stops:A2").contains("  id          stops:A2\n"))
    #expect(conversation.keep("search penn --json=checked,favorite").contains(#"{"checked":true,"favorite":true}"#))
  }

  @Test func numbersOfFavoritesStayValidWhenTheirDatasetIsClosed() {
    var conversation = Conversation.keeping()
    conversation.open(Example.stops)
    conversation.keep("search --limit all; favorite 2; close stops")
    #expect(conversation.keep("show 2").hasPrefix("♥ Penn Station\n"))
    #expect(
      conversation.keep("show 1")
        == "! \"stops:A1\" is in a dataset that was closed; try: search TEXT, then its number\n")
  }

  @Test(arguments: [true, false])
  func aFavoriteThatIsRemovedKeepsItsCheckMarkInItsSource(isSourceOpen: Bool) {
    var conversation = Conversation.keeping()
    conversation.open(Example.stops)
    conversation.keep("favorite stops:A2; favorites; check 1; select 1")
    if !isSourceOpen { conversation.keep("close stops") }
    let said = conversation.keep("unfavorite 1")
    #expect(said.hasPrefix("remove Penn Station, which is checked, from the favorites?\n"))
    #expect(said.contains("1 place is no longer checked: removed from the favorites\n") != isSourceOpen)
    #expect(conversation.session.checked.places == (isSourceOpen ? [PlaceID(dataset: "stops", id: .text("A2"))] : []))
    #expect(conversation.keep("show .").contains("Penn Station") == isSourceOpen)
    #expect(conversation.keep("show 1").contains("it may have been removed; try: favorites"))
  }

  @Test func theIdsOfAStationAlsoMeanItsFavorite() {
    var conversation = Conversation.keeping()
    conversation.open(Example.stops)
    conversation.keep("favorite stops:A2; favorites; add-favorite Pizza --at 40.7,-74.1 --station 1")
    #expect(conversation.session.favorites.all.last?.station?.id == PlaceID(dataset: "stops", id: .text("A2")))
  }
}
