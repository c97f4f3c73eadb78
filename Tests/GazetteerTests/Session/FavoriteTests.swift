import GazetteerIndex
import Testing

@testable import GazetteerSession

struct FavoriteTests {
  /// In a narrow window, the note and the station are whole, below their row. The control: with room, beside it.
  @Test func ownWordsAreNotCutInANarrowWindow() {
    var conversation = Conversation.keeping()
    conversation.keep("favorite world:2643743 --list dinner --rating 4 --note \"ask for the window seat\"")
    conversation.style.width = 40
    #expect(
      conversation.say("favorites") == """
        #     name    region       yours
        1  ♥  London  England, GB      4
              note ask for the window seat
        1 place

        """)
    conversation.style.width = 120
    #expect(conversation.say("favorites").contains("4  ask for the window seat\n"))
  }

  /// Lines, and what the last of them says.
  @Test(arguments: [
    (["favorite world:2643743"], "saved London as a favorite\n"),
    (["search springfield", "favorite 1-2"], "saved 2 places as favorites\n"),
    (["favorite world:2643743", "fav world:2643743"], "nothing to change: London\n"),
    (["favorite world:2643743 --list a", "favorite world:2643743 --list A"], "nothing to change: London\n"),
    (["favorite world:2643743 --list a", "favorite world:2643743 --list b"], "changed London\n"),
    (
      ["search springfield", "favorite 1", "favorite 1-2 --rating 3"],
      "saved Springfield as a favorite, changed Springfield\n"
    ),
    (
      ["search springfield", "favorite 1", "favorite 1-2"],
      "nothing to change: Springfield\nsaved Springfield as a favorite\n"
    ),
    (["favorite world:2643743", "unfavorite world:2643743"], removed("London")),
    (["favorite world:2643743", "favorites", "unfavorite 1"], removed("London")),
    (["unfavorite world:2643743"], "not a favorite: London\n"),
    (["search springfield", "favorite 1", "unfavorite 1-2"], "not a favorite: Springfield\n" + removed("Springfield")),
    (["search springfield", "favorite 1-2", "unfavorite 1-2"], removed("2 places")),
    (["favorite world:2643743", "rate world:2643743 4"], "gave London 4 stars\n"),
    (["favorite world:2643743 --rating 1", "rate world:2643743"], "London: 1 star\n"),
    (["favorite world:2643743 --rating 1", "rate world:2643743 0"], "removed the rating of London\n"),
    (["favorite world:2643743 --rating 1", "rate world:2643743 --none"], "removed the rating of London\n"),
    (["favorite world:2643743 --rating 1", "rate world:2643743 none"], "removed the rating of London\n"),
    (
      ["favorite world:2643743 --rating 1", "edit-favorite world:2643743 --rating 0", "rate world:2643743"],
      "you have not rated London; try: rate N 4\n"
    ),
    (
      ["favorite world:2643743 --rating 1", "edit-favorite world:2643743 --rating none", "rate world:2643743"],
      "you have not rated London; try: rate N 4\n"
    ),
    (
      ["favorite world:2643743 --rating 1", "edit-favorite world:2643743", "rate 0", "done", "rate world:2643743"],
      "you have not rated London; try: rate N 4\n"
    ),
    (["favorite world:2643743", "rate world:2643743 0"], "nothing to change: London\n"),
    (
      ["favorite world:2643743", "rate world:2643743"],
      "you have not rated London; try: rate N 4\n"
    ),
    (["favorite world:2643743", "note world:2643743 by the river"], "saved the note of London\n"),
    (["favorite world:2643743", "note world:2643743 by the river", "note world:2643743"], "by the river\n"),
    (["favorite world:2643743 --note \"a\nb\"", "note world:2643743"], "a\nb\n"),
    (["favorite world:2643743 --note a", "note world:2643743 \"\""], "removed the note of London\n"),
    (["favorite world:2643743 --note a", "note world:2643743 --none"], "removed the note of London\n"),
    (["favorite world:2643743 --note a", "favorite world:2643743 --note \"\"", "favorites --json=note"], one("{}")),
    (["add-favorite The Bakery --at 44.4764,-73.1942"], "saved The Bakery as a favorite\n"),
    (
      [
        "add-favorite \"  x \" --at 1,2 --category Food --category Shop",
        "favorites --json=name,category,lat,lon,kept_from",
      ],
      one(#"{"name":"x","category":"Food;Shop","lat":1,"lon":2}"#)
    ),
    (["favorites"], "there are no favorites yet; try: favorite 1\n"),
    (["favorite world:2643743", "favorites --min-rating 3"], "no favorite matches these options\n"),
    (["favorite world:2643743", "favorites zzzz"], "no favorite matches \"zzzz\"\n"),
    (["favorite world:2643743", "favorites --limit 0"], "1 place\n"),
    (["favorites --lists"], "no favorite is on a list or has a tag; try: favorite 1 --list L\n"),
    (
      ["favorite world:2643743 --list b --list a --tag t", "favorite world:2867714 --list b", "favorites --lists"],
      "      name  places\nlist  a          1\nlist  b          2\ntag   t          1\n"
    ),
    (["datasets"], "dataset  state   places  format    source\nworld    in use       7  snapshot  built in\n"),
    (
      ["favorite world:2643743", "datasets"],
      """
      dataset    state   places  format     source
      world      in use       7  snapshot   built in
      favorites  open         1  favorites  saved by you

      """
    ),
  ])
  func savingIsReported(lines: [String], said: String) {
    var conversation = Conversation.keeping()
    #expect(lines.map { conversation.keep($0) }.last == said)
  }

  private static func removed(_ what: String) -> String {
    "remove \(what) from the favorites?\nremoved \(what) from the favorites\n"
  }

  private static func one(_ place: String) -> String {
    #"{"command":"favorites","total":1,"places":[\#(place)]}"# + "\n"
  }

  @Test(arguments: [
    ("add-favorite \"\" --at 1,2", "name cannot be empty"), ("add-favorite", "name cannot be empty"),
    ("add-favorite \"\t \"", "name cannot be empty"),
    ("add-favorite a b", "--at is missing; try: add-favorite \"a b\" --at LAT,LON"),
    ("add-favorite a --at 91,0", #""91,0" is not on the globe; did you mean 0,91?"#),
    ("favorite 1 --rating 6", #""6" is not valid for --rating; expected a whole number of stars, from 1 to 5"#),
    ("favorite 1 --rating 4.5", #""4.5" is not valid for --rating; expected a whole number of stars, from 1 to 5"#),
    ("favorite 1 --visited 2026-02-30", #""2026-02-30" is not valid for --visited; expected a day such as 2026-01-31"#),
    (
      "favorite 1 --list \" \"",
      #"" " is not valid for --list; expected a name that is not blank, of at most 200 bytes"#
    ),
    (
      "favorite 1 --station foo:3",
      #""foo:3" is in a dataset that is not open; try: datasets, or open SOURCE --as foo"#
    ),
    ("favorite 1 --station world:3", #"there is no place "world:3"; try: search TEXT, then its number"#),
    ("favorite 9", "there is no place 9; the list goes from 1 to 2"),
    ("favorite 1,2 --list", "--list has no value; try: --list L"),
    ("rate 2 3", #""Springfield" is not a favorite; try: favorite world:4250542"#),
    ("rate 1-2 3", #""Springfield" is not a favorite; try: favorite world:4250542"#),
    (
      "rate 1 9", #""9" is not valid for 1-5; expected a whole number of stars, from 1 to 5, or 0 or none to remove it"#
    ),
    ("rate 1 3 --none", "--none and stars cannot be combined; --none removes the rating; try: use one of them"),
    ("note 2 x", #""Springfield" is not a favorite; try: favorite world:4250542"#),
    ("note 1-2 x", "2 places are given; this command takes only one; try: the number of one place"),
    ("note 1 x --none", "--none and a text cannot be combined; --none removes the note; try: use one of them"),
    ("favorites --list tripps", #"no list is called "tripps"; did you mean "trips"?"#),
    ("favorites --list zzzzzz", #"no list is called "zzzzzz"; try: trips"#),
    ("favorites --tag x", #"no tag is called "x"; try: favorite 1 --tag "x""#),
    ("favorites --sort distance", "--sort distance needs a point to measure from; try: add --near WHERE"),
    (
      "favorites --sort size",
      #"no column is called "size"; try: relevance, name, distance, rating, visited, added, changed, id, country, "#
        + "region, category, population, latitude, longitude, timezone, lists, tags, own_rating, note, station"
    ),
    ("favorites x --lists", "--lists cannot be combined with a text or other options; try: favorites --lists"),
    ("unfavorite favorites:x", #"there is no favorite "favorites:x"; it may have been removed; try: favorites"#),
    ("open a.csv --as favorites", #"the name "favorites" is reserved for the favorites; try: open a.csv --as NAME"#),
    (
      "open favorites.csv --as favorites",
      #"the name "favorites" is reserved for the favorites; try: open favorites.csv --as NAME"#
    ),
    ("close favorites", "the favorites are always open; try: use NAME, for other datasets"),
  ])
  func aFailureGivesTheReasonAndChangesNothing(line: String, message: String) {
    var conversation = Conversation.keeping()
    conversation.keep("search springfield")
    conversation.keep("favorite 1 --list trips")
    let before = conversation.session
    #expect(conversation.keep(line) == "! \(message)\n")
    #expect(conversation.session == before)
  }

  @Test(arguments: ["favorite 1", "unfavorite 1", "rate 1 3", "note 1 x", "add-favorite x --at 1,2"])
  func nothingIsKeptWithoutConsent(line: String) {
    var conversation = Conversation.keeping()
    conversation.say("search springfield")
    conversation.context.allowed = []
    #expect(
      conversation.say(line).contains("is not allowed here; it needs the power favorites; try: gaz --allow=favorites"))
    #expect(conversation.effects.isEmpty)
  }

  /// The titles of edits in `undo` and `history`.
  @Test(arguments: [
    ("favorite world:2643743", "favorite London"), ("favorite 1-2 --rating 2", "favorite 2 places"),
    ("rate 1 4", "rate Springfield 4"), ("rate 1 0", "rate Springfield --none"), ("note 1 x y", "note Springfield"),
    ("add-favorite Home --at 1,2", "add-favorite Home"),
  ])
  func anEditHasATitle(line: String, title: String) {
    var conversation = Conversation.keeping()
    conversation.keep("search springfield")
    conversation.keep("favorite 1 --rating 5")
    conversation.say(line)
    guard case .keepFavorites(let edit, _)? = conversation.effects.last else {
      Issue.record("nothing is to be kept")
      return
    }
    #expect(edit.title == Untrusted(title))
    #expect(edit.time == conversation.context.now)
  }

  @Test func aQuestionIsAskedBeforeAnythingIsRemoved() {
    var conversation = Conversation.keeping()
    conversation.keep("favorite world:2643743")
    conversation.say("unfavorite world:2643743")
    guard case .ask(let question)? = conversation.effects.last else {
      Issue.record("nothing is asked")
      return
    }
    #expect(question.text.neutralised == "remove London from the favorites" && question.power == .favorites)
    #expect(conversation.session.favorites.all.count == 1)
    #expect(conversation.keep("check world:2643743") == "checked London; 1 in all\n")
    #expect(
      conversation.keep("unfavorite world:2643743").hasPrefix("remove London, which is checked, from the favorites?\n"))
    #expect(conversation.session.favorites.all.isEmpty)
  }

  @Test func aFavoriteShowsEverythingSavedAboutIt() {
    var conversation = Conversation.keeping()
    conversation.open(Example.stops)
    conversation.keep(
      "favorite world:2643743 --list a --list b --tag t --rating 4 --note \"x\ny\" --visited 2025-12-24 --station stops:A2"
    )
    let shown = conversation.keep("favorites; show 1")
    for line in [
      "♥ London\n", "  lists        a, b\n", "  tags         t\n", "  your rating  4 of 5\n", "  note         x\n",
      "               y\n", "  visited      2025-12-24\n", "  station      Penn Station (stops:A2), 5,579 km away\n",
      "  added        2026-01-01 12:00 UTC\n", "  saved from   world:2643743\n", "  source       GeoNames, CC BY 4.0\n",
    ] {
      #expect(shown.contains(line), "\(line)")
    }
    #expect(conversation.session.favorites.all.first?.attribution == Untrusted("GeoNames, CC BY 4.0"))
    #expect(
      conversation.keep("favorites --json=lists,own_rating,note,station,kept_from,added").contains(
        #"[{"lists":["a","b"],"own_rating":4,"note":"x\ny","station":{"id":"stops:A2","name":"Penn Station","#
          + #""lat":40.735,"lon":-74.164,"distance":5579155.18},"kept_from":"world:2643743","added":"2026-01-01T12:00:01Z"}]"#
      ))
  }

  @Test func yourRatingIsNextToTheProviders() {
    var conversation = Conversation.keeping(
      Example.dataset("food", [Example(id: .number(1), name: "Pizza", attributes: [("rating", "4.5")])]))
    conversation.keep("favorite food:1 --rating 2")
    #expect(conversation.keep("favorites").hasPrefix("#     name   yours  rating\n1  ♥  Pizza      2     4.5\n"))
    #expect(conversation.keep("show 1").contains("  rating       4.5\n  your rating  2 of 5\n"))
    #expect(conversation.keep("favorites --json=own_rating,rating").contains(#"{"own_rating":2,"rating":4.5}"#))
  }

  /// With all datasets in use, a favorite is listed once: as the place that it comes from.
  @Test func aFavoriteIsListedOnceBesideItsSource() {
    var conversation = Conversation.keeping()
    conversation.keep("favorite world:2867714")
    conversation.keep("add-favorite \"Munich by hand\" --at 48.14,11.58")
    conversation.say("use all")
    conversation.say("select-all")
    let lines = ["search munich", "near 48.1,11.5 --within 50km", "within 47,11 49,12", "list --limit all"]
    for line in lines {
      let text = conversation.say(line)
      #expect(text.split(separator: "\n").count { $0.contains("Munich") && !$0.contains("by hand") } == 1, "\(text)")
      #expect(text.contains("Munich by hand"), "a favorite without a source is listed")
      #expect(conversation.session.filtered.contains { $0.word.text == "world:2867714" })
    }
    // The control: where the source is not in use, the favorite itself is listed.
    conversation.say("use favorites")
    #expect(conversation.say("search munich --limit 0") == "2 places\n")
  }
}
