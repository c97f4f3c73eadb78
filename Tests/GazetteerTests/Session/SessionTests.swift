import GazetteerIndex
import Testing

@testable import GazetteerSession

struct SessionTests {
  private let request = OpenRequest(source: Untrusted("/data/stops.txt"), name: "stops")

  @Test func atTheStartNothingIsShown() {
    let session = Session(world: Example.cities)
    #expect(session.inUse == ["world"])
    #expect(session.filtered.isEmpty && session.listing == nil && session.current == nil)
  }

  /// An empty list has no numbers, and those of the list before would be of places that nobody sees any more. The error
  /// says so, and how to get that list back. The control: without any list.
  @Test func anEmptyListSaysThatItHasNoNumbers() {
    let student = Student()
    #expect(student.say("show 1").hasPrefix("! there is no list to take a number from; try: "))
    student.say("search springfield")
    student.say("search qqqzzz")
    #expect(
      student.say("show 2") == """
        ! there is no such number; the last list is empty, and numbers are those of the last list; \
        try: back, which shows the list before it
        [exit 1]
        """)
    #expect(student.say("back").contains("Springfield"))
    #expect(student.say("show 2").contains("Springfield"))
  }

  /// Nothing brings back a list that never was, or that is not the one before. The control: a list.
  @Test(arguments: [
    ("search qqqzzz", false), ("search qqqzzz; search zzzqqq", false), ("search springfield; search qqqzzz", true),
    ("search springfield; search qqqzzz; search zzzqqq", false), ("login --user ada --new; locations", false),
    ("search springfield; search qqqzzz; login --user ada --new", false),
  ]) func onlyAListThatComesBackIsOffered(lines: String, hasList: Bool) {
    let student = Student()
    student.say(lines)
    let answer = student.say("show 1")
    #expect(answer.contains("the last list is empty, and numbers are those of the last list"), "\(answer)")
    let remedy = hasList ? "back, which shows the list before it" : "search TEXT or near WHERE first"
    #expect(answer.hasSuffix("; try: \(remedy)\n[exit 1]"), "\(answer)")
  }

  @Test func anOpenedDatasetIsUsedInsteadOfTheWorld() {
    var session = Session(world: Example.cities)
    #expect(session.receive(.openAsked(request)) == [.open(request)])
    #expect(session.openings == ["stops"] && session.inUse == ["world"])
    let notice: Message =
      "opened 3 places from /data/stops.txt; world is no longer in use (to use both: use world stops)"
    #expect(session.receive(.opened(Example.stops)).map(text) == [notice.neutralised])
    #expect(session.openings.isEmpty && session.inUse == ["stops"])
    #expect(session.receive(.closed("stops")).map(text) == ["now using world"])
    #expect(session == Session(world: Example.cities))
  }

  @Test(arguments: [
    (0, 0, "opened 1 place from a.csv"), (1, 0, "opened 1 place from a.csv; left out 1 row (details: datasets -v)"),
    (
      0, 1,
      "opened 1 place from a.csv; 1 place is kept without its position, which is not valid (details: datasets -v)"
    ),
    (
      2, 2,
      "opened 1 place from a.csv; left out 2 rows; 2 places are kept without their positions, which are not valid "
        + "(details: datasets -v)"
    ),
  ])
  func theNoticeOfOpeningCounts(skipped: Int, unplaced: Int, notice: String) {
    var about = DatasetAbout(source: Untrusted("a.csv"), format: "csv")
    (about.skipped, about.unplaced) = (skipped, unplaced)
    var conversation = Conversation(nil)
    let effects = conversation.open(Example.dataset("a", [Example(id: .number(1), name: "a")], about: about))
    #expect(effects.map(text) == [notice])
    let answer = conversation.say("datasets -v")
    #expect(answer.contains("are kept without their positions, which are not valid\n") == (unplaced == 2))
    #expect(answer.contains("1 place is kept without its position") == (unplaced == 1))
    #expect(conversation.say("datasets --json=unplaced").contains("\"unplaced\":\(unplaced)") == (unplaced > 0))
  }

  @Test func aSecondOpenedDatasetJoinsTheFirst() {
    var session = Session(world: Example.cities)
    for dataset in [Example.stops, Example.dataset("more", [])] {
      _ = session.receive(.openAsked(OpenRequest(source: Untrusted("x"), name: dataset.name)))
      _ = session.receive(.opened(dataset))
    }
    #expect(session.inUse == ["stops", "more"])
  }

  @Test func aFailedOpeningChangesNothing() {
    var session = Session(world: Example.cities)
    let failure = Failure("no file", code: .dataNotLoaded)
    _ = session.receive(.openAsked(request))
    #expect(session.receive(.openFailed(request, failure)) == [.report(failure)])
    #expect(session == Session(world: Example.cities))
  }

  @Test func aCancelledOpeningIsDropped() {
    var session = Session(world: Example.cities)
    _ = session.receive(.openAsked(request))
    #expect(session.receive(.closed("stops")).first == .stop(.opening("stops")))
    #expect(session.receive(.opened(Example.stops)) == [])
    #expect(session == Session(world: Example.cities))
  }

  @Test func selectingAPlaceKeepsTheNumbersOfTheList() {
    var conversation = Conversation()
    conversation.say("search springfield")
    conversation.say("select 2")
    #expect(conversation.session.picked == PlaceID(dataset: "world", id: .number(4_250_542)))
    #expect(conversation.session.filtered.count == 2)
    #expect(conversation.say("show 1").contains("Missouri"))
    conversation.say("search london")
    #expect(conversation.session.picked == nil)
    #expect(conversation.session.current == PlaceID(dataset: "world", id: .number(4_250_542)))
  }

  @Test func moreContinuesTheNumbers() {
    var conversation = Conversation()
    conversation.say("search --limit 3")
    conversation.say("more --limit 2")
    #expect(conversation.session.filtered.count == 5)
    #expect(conversation.say("more").hasPrefix("#     name"))
    #expect(conversation.session.filtered.count == 7)
    #expect(conversation.session.filtered == (Conversation.listed("search --limit all").filtered))
  }

  @Test func aTotalAloneListsNothing() {
    var conversation = Conversation()
    conversation.say("search springfield")
    let before = conversation.session
    conversation.say("search london --limit 0")
    #expect(conversation.session == before)
  }

  @Test func cancelShowsThePlacesOfTheSelectedCategories() {
    var conversation = Conversation(Example.stops)
    _ = conversation.session.receive(.categoriesSelected([Untrusted("rail")]))
    conversation.say("search nowhere")
    #expect(conversation.say("list --json=name").contains("Nowhere"))
    #expect(conversation.say("cancel").hasPrefix("selected: rail\n"))
    #expect(conversation.session.filtered.count == 2)
    let rows = #"[{"name":"Broad Street"},{"name":"Penn Station"}]"#
    #expect(conversation.say("list --json=name") == #"{"command":"list","total":2,"places":\#(rows)}"# + "\n")
  }

  @Test func aHandleToAClosedDatasetIsAnErrorEvenIfItsNameIsUsedAgain() {
    var conversation = Conversation()
    conversation.open(Example.stops)
    conversation.say("search penn")
    conversation.say("select 1")
    conversation.say("close stops")
    let others = Example.dataset("stops", [Example(id: .text("A2"), name: "Another")])
    for isTaken in [false, true] {
      if isTaken { conversation.open(others) }
      for line in ["show 1", "select 1", "check 1", "near 1", "show .", "distance . 0,0"] {
        #expect(conversation.say(line).hasPrefix("! \"stops:A2\" is in a dataset that was closed"), "\(line)")
      }
      #expect(conversation.say("more").hasPrefix("! there is no list to continue"))
      #expect(conversation.say("list").hasPrefix("nothing is shown yet"))
    }
    // The control: an identity that is typed, or a newer list, means the place that is open now.
    #expect(conversation.say("show stops:A2").hasPrefix("Another\n"))
    conversation.say("search another")
    #expect(conversation.say("show 1").hasPrefix("Another\n"))
    #expect(conversation.say("select 1; show .").contains("Another\n"))
  }

  @Test func closingADatasetLeavesHandlesToOthers() {
    var conversation = Conversation()
    conversation.open(Example.stops)
    conversation.say("use all")
    conversation.say("search --limit all")
    conversation.say("select 1")
    conversation.say("close stops")
    #expect(conversation.say("show 1").hasPrefix("Zürich\n"))
    #expect(conversation.say("show .").hasPrefix("Zürich\n"))
    #expect(conversation.say("show 8").hasPrefix("! \"stops:A1\" is in a dataset that was closed"))
    #expect(conversation.say("show 1-8").hasPrefix("! \"stops:A1\""))
  }

  @Test func aDatasetOutOfUseStillAnswersToItsName() {
    var conversation = Conversation()
    conversation.open(Example.stops)
    #expect(
      conversation.say("search london")
        == "nothing matches \"london\"; 1 place in world, which is not in use; try: use world\n")
    #expect(conversation.say("search london --from world --limit 0") == "1 place\n")
    #expect(conversation.say("near world:2643743 --limit 0") == "2 places\n")
    conversation.say("use all")
    #expect(conversation.session.inUse == ["world", "stops"])
  }

  @Test(arguments: [
    ("3", ["c"]), ("1-2", ["a", "b"]), ("2,1,2", ["b", "a"]), ("2-9223372036854775807", ["b", "c"]),
    ("1,2-3", ["a", "b", "c"]),
    ("d:007", ["a"]), ("d:7", ["b"]), ("d:x", ["c"]),
  ])
  func placesAreNamed(reference: String, names: [String]) throws {
    let ids = [SourceID.text("007"), .number(7), .text("x")]
    let examples = zip(ids, ["a", "b", "c"]).map { Example(id: $0, name: $1) }
    var conversation = Conversation(Example.dataset("d", examples))
    conversation.say("search")
    let places = try conversation.session.places(PlaceReference(word: Untrusted(reference)))
    #expect(places.map(\.name.text) == names)
  }

  @Test(arguments: ["", "-", "1-", "-3", "3-1", "1,,2", "a", "A:1", "d:", ":1", "1.5", "1,2,x"])
  func aTextThatNamesNoPlaceIsMalformed(word: String) {
    #expect(throws: Malformed.self) { try PlaceReference(word: Untrusted(word)) }
  }

  private func text(_ effect: Effect) -> String {
    if case .notice(let message) = effect { message.neutralised } else { "\(effect)" }
  }
}

extension Conversation {
  /// The session after one line.
  fileprivate static func listed(_ line: String) -> Session {
    var conversation = Conversation()
    conversation.say(line)
    return conversation.session
  }
}
