import GazetteerIndex
import Testing

@testable import GazetteerSession

extension Example {
  /// A place of one name.
  fileprivate init(position: (latitude: Double, longitude: Double), population: UInt32 = 0, street: String? = nil) {
    self.init(
      id: .number(0), name: "Ada", position: position, population: population, category: "cafe",
      attributes: street.map { [("street", $0)] } ?? [])
  }
}

/// Places that commands name by name.
@Suite struct PlaceNamesTests {
  private static let springfields =
    "Springfield, Missouri, US (world:4409896), Springfield, Illinois, US (world:4250542)"

  /// The first row, or the first line.
  private static func first(_ text: String) -> String {
    let lines = text.split(separator: "\n").map(String.init)
    return lines.first { $0.hasPrefix("1") || $0.hasPrefix(" 1") } ?? lines.first ?? ""
  }

  @Test(arguments: [
    ("near munich --limit 1", "Munich", "near Munich, Bavaria, DE"),
    ("near münchen bavaria --limit 1", "Munich", "near Munich, Bavaria, DE"),
    ("near springfield mo --limit 1", "Springfield", "near Springfield, Missouri, US"),
    ("near \"springfield il\" --limit 1", "Springfield", "near Springfield, Illinois, US"),
    (
      "near lodnon --limit 1", "London", "nothing is called \"lodnon\"; within one typo: near London, England, GB"
    ),
    (
      "distance lodnon munihc", "London, England, GB to Munich",
      "nothing is called \"lodnon\" or \"munihc\"; within one typo: distance London, England, GB and Munich, Bavaria, DE"
    ),
    (
      "near zuerihc --limit 1", "Zürich",
      "nothing is called \"zuerihc\"; within one typo: near Zürich, Zurich, CH, as Zuerich"
    ),
    ("search z --near munich", "Zürich", "search --near Munich, Bavaria, DE"),
    ("distance munich london", "Munich, Bavaria, DE to London", "distance Munich, Bavaria, DE and London, England, GB"),
    (
      "distance london springfield il", "London, England, GB to Springfield",
      "distance London, England, GB and Springfield, Illinois, US"
    ),
    ("show suva", "Suva", "show Suva, FJ"),
    ("select apia", "Apia", "select Apia, WS"),
    ("near near --limit 1", "! no place is called", ""),
    ("near 3x", "! no place is called \"3x\"; in use: world; try: search 3x, or another spelling", ""),
    ("near 40.75,-173.98,1", "! \"40.75,-173.98,1\" is not valid for WHERE", ""),
    ("near ***", "! \"***\" is not valid for WHERE", ""),
    ("near 1,2 3", "! unexpected word \"3\"", ""),
  ])
  func aNameIsThePlaceThatASearchFindsFirst(line: String, answer: String, remark: String) throws {
    let conversation = Conversation()
    let statement = try #require(try Statement.statements(of: Untrusted(line)).first)
    let reply = try? conversation.session.answer(statement, in: conversation.context)
    #expect((reply?.remarks ?? []).map(\.neutralised).joined() == remark)
    var again = Conversation()
    #expect(Self.first(again.say(line)).contains(answer), "\(again.say(line))")
  }

  @Test func aNameOfPlacesThatAreAboutAsImportantIsRefused() {
    var conversation = Conversation()
    #expect(
      conversation.say("near springfield")
        == "! \"springfield\" may be several places; \(Self.springfields); try: near world:4409896\n")
    #expect(conversation.say("near world:4409896 --limit 1").contains("Missouri"))
  }

  /// What was typed besides the name stays.
  @Test(arguments: [
    ("near springfield --limit 3", "near world:4409896 --limit 3"),
    ("distance \"springfield\" boston", "distance world:4409896 boston"),
    ("search springfield --near springfield", "search springfield --near world:4409896"),
    ("search z --near=springfield", "search --near world:4409896"),
    ("near --limit 3 springfield", "near --limit 3 world:4409896"),
    ("search \"new z\" --near springfield --limit 2", "search \"new z\" --near world:4409896 --limit 2"),
  ])
  func theErrorHasTheWholeLine(line: String, remedy: String) {
    var conversation = Conversation()
    #expect(conversation.say(line).hasSuffix("; try: \(remedy)\n"), "\(conversation.say(line))")
  }

  @Test func aCategoryIsNoMisspeltPlace() {
    var conversation = Conversation(
      Example.dataset(
        "d", [Example(id: .number(0), name: "Pharnacia", position: (1, 2), population: 0, category: "Pharmacy")]))
    #expect(
      conversation.say("near pharmacy")
        == "! no place is called \"pharmacy\"; a category is called Pharmacy; try: search --category Pharmacy\n")
    // The control: no category is called so.
    #expect(conversation.say("near pharmacia").contains("Pharnacia"))
  }

  /// As in lists: by how many people live there, by a column, by the position, else by the id.
  @Test(
    arguments: [
      (
        "select", [Example(position: (1, 2), population: 7), Example(position: (3, 4), population: 8)],
        "Ada (8 people, d:1), Ada (7 people, d:0)"
      ),
      (
        "select", [Example(position: (1, 2), street: "Main St"), Example(position: (3, 4), street: "Mill St")],
        "Ada (Main St, d:0), Ada (Mill St, d:1)"
      ),
      (
        "select", [Example(position: (1, 2)), Example(position: (3, 4))],
        "Ada (1.0000,2.0000, d:0), Ada (3.0000,4.0000, d:1)"
      ),
      ("select", [Example(position: (1, 2)), Example(position: (1, 2))], "Ada (d:0), Ada (d:1)"),
      (
        "restaurants", [Example(position: (1, 2), street: "Main St"), Example(position: (3, 4), street: "Mill St")],
        "Ada (Main St, 1,2), Ada (Mill St, 3,4)"
      ),
      // A point is a position.
      ("restaurants", [Example(position: (1, 2)), Example(position: (3, 4))], "Ada (1,2), Ada (3,4)"),
    ])
  func theErrorTellsPlacesOfOneNameApart(command: String, places: [Example], told: String) {
    var places = places
    for index in places.indices { places[index].id = .number(Int64(index)) }
    var conversation = Conversation(Example.dataset("d", places))
    let error = conversation.say("\(command) ada")
    #expect(error.hasPrefix("! \"ada\" may be several places; \(told); try: \(command) "), "\(error)")
  }

  @Test func placesAtOnePointAreNoChoiceIfOnlyThePointMatters() {
    var places = [Example(position: (1, 2)), Example(position: (1, 2))]
    places[1].id = .number(1)
    var conversation = Conversation(Example.dataset("d", places))
    #expect(conversation.say("restaurants ada").hasPrefix("around Ada:"))
    #expect(conversation.say("near ada").hasSuffix("2 places\n"))
    #expect(conversation.say("show ada").hasPrefix("! \"ada\" may be several places; Ada (d:0), Ada (d:1); try: "))
  }

  /// A link has the name of its place, so one point with two names is a choice.
  @Test(arguments: ["share", "ride"]) func aLinkTakesNoFirstOfSeveral(command: String) {
    var conversation = Conversation()
    #expect(
      conversation.say("\(command) springfield")
        == "! \"springfield\" may be several places; \(Self.springfields); try: \(command) world:4409896\n")
    conversation = Conversation(
      Example.dataset(
        "d",
        [("Bakery", 1), ("Bakehouse", 1), ("Ada", 5), ("Ada", 5)].enumerated().map { number, place in
          Example(id: .number(Int64(number)), name: place.0, position: (place.1, 1))
        }))
    let error = conversation.say("\(command) bake")
    #expect(error.contains("\"bake\" may be several places; Bakehouse (d:1), Bakery (d:0)"), "\(error)")
    // The controls: one name, and a command that needs only the position.
    #expect(conversation.say("\(command) ada").hasPrefix("Ada\n"))
    #expect(conversation.say("near bake --limit 1").hasPrefix("! ") == false)
  }

  /// Such a command never takes the first of several, however unimportant the others are.
  @Test(arguments: ["check su", "favorite su", "check s", "favorite su --list x"])
  func aCommandThatChangesSomethingTakesNoFirstOfSeveral(line: String) {
    let dataset = Example.dataset(
      "world",
      [
        Example(id: .number(1), name: "Suva", position: (1, 2), population: 900_000),
        Example(id: .number(2), name: "Sulo", position: (3, 4), population: 9),
      ])
    var conversation = Conversation(dataset)
    conversation.context.allowed = [.favorites]
    #expect(conversation.say(line).contains("may be several places; Suva (world:1), Sulo (world:2)"))
    #expect(conversation.say("near su --limit 1").contains("Suva"))
    #expect(conversation.session.checked.isEmpty)
  }

  @Test(arguments: ["check", "favorite", "favorite --list x", "share"])
  func aCommandThatKeepsOrTellsSomethingTakesNoPlaceForANameWithTypingErrors(command: String) {
    var conversation = Conversation()
    conversation.context.allowed = [.favorites]
    let said = conversation.say("\(command) -- lodnon")
    #expect(
      said == "! nothing is called \"lodnon\"; did you mean London, England, GB? try: \(command) -- world:2643743\n")
    #expect(conversation.session.checked.isEmpty && conversation.session.favorites.all.isEmpty)
    let several = conversation.say("check sprinfield")
    #expect(several.hasPrefix("! nothing is called \"sprinfield\"; did you mean \(Self.springfields)? try: check "))
  }

  @Test func aPlaceOfTheVeryNameIsTakenBeforeOneWithTypingErrors() throws {
    var conversation = Conversation(
      Example.dataset("d", [Example(id: .number(1), name: "Munick Beer", position: (1, 2))]))
    let statement = try #require(try Statement.statements(of: Untrusted("near munich")).first)
    let near = try conversation.session.answer(statement, in: conversation.context)
    #expect(near.remarks.map(\.neutralised) == ["nothing is called \"munich\"; within one typo: near Munick Beer"])
    conversation.context.world = { Example.cities }
    let known = try conversation.session.answer(statement, in: conversation.context)
    #expect(known.remarks.map(\.neutralised) == ["near Munich, Bavaria, DE"])
  }

  /// If several may be meant, all that have the very name are offered, up to 20.
  @Test(
    arguments: [
      ("show ada", 5, 5, nil, "; try: show d:1"),
      ("show ada", 8, 8, nil, "; try: show d:1, or search ada for all 8"),
      ("show ada", 25, 20, "20 of 25; the others: search ada", "; try: show d:1, or search ada for all 25"),
      ("check ada", 25, 20, "20 of 25; the others: search ada", "; try: check d:1, or search ada for all 25"),
    ] as [(String, Int, Int, String?, String)])
  func allPlacesOfTheVeryNameAreOffered(line: String, count: Int, offered: Int, rest: String?, remedy: String) throws {
    // Only the first two are about as important as each other.
    let places: [Example] = (1...count).map { (number: Int) -> Example in
      let population = number < 3 ? 1000 : 100 - number
      return Example(
        id: .number(Int64(number)), name: "Ada", position: (Double(number), 1), country: "C\(number)",
        population: UInt32(population))
    }
    let conversation = Conversation(
      Example.dataset("d", places + [Example(id: .number(99), name: "Adam", position: (50, 1), population: 9)]))
    let statement = try #require(try Statement.statements(of: Untrusted(line)).first)
    let failure = #expect(throws: Failure.self) {
      try conversation.session.answer(statement, in: conversation.context)
    }
    let choice = try #require(failure?.choice)
    #expect(choice.places.filter { $0.title.text.hasPrefix("Ada,") }.count == offered)
    #expect(choice.rest?.neutralised == rest)
    #expect(choice.question.details.last?.neutralised == rest ?? "\(offered)  Ada, C\(offered)")
    #expect(failure?.message.neutralised.hasSuffix(remedy) == true, "\(failure?.message.neutralised ?? "")")
    #expect(failure?.why?.neutralised.split(separator: "(").count == min(count, 6) + 1)
  }

  private static func bakery(_ id: Int64, at latitude: Double = 1) -> Example {
    Example(id: .number(id), name: "Bakery", position: (latitude, 1))
  }

  /// Two shops may be in one building. A dataset that is open twice has each place once more.
  @Test(
    arguments: [
      ([[bakery(1), bakery(2)]], "select", ["d0:1", "d0:2"]),
      ([[bakery(1), bakery(2)]], "check", ["d0:1", "d0:2"]),
      ([[bakery(1), bakery(2), bakery(3, at: 5)]], "near", ["d0:1", "d0:2", "d0:3"]),
      ([[bakery(1), bakery(2)], [bakery(1), bakery(2), bakery(3)]], "select", ["d0:1", "d0:2", "d1:3"]),
      // Only the position matters.
      ([[bakery(1), bakery(2)]], "near", []), ([[bakery(1)], [bakery(1)]], "select", []),
    ] as [([[Example]], String, [String])])
  func placesOfOneNameAndPositionAreAllOffered(datasets: [[Example]], command: String, ids: [String]) throws {
    var conversation = Conversation(nil)
    for (number, places) in datasets.enumerated() {
      conversation.open(Example.dataset("d\(number)", places))
    }
    conversation.say("use all")
    let statement = try #require(try Statement.statements(of: Untrusted("\(command) bakery")).first)
    do {
      _ = try conversation.session.answer(statement, in: conversation.context)
      #expect(ids.isEmpty)
    } catch {
      let choice = try #require(error.choice)
      #expect(choice.places.map(\.word.text).sorted() == ids)
      // Only the third one is elsewhere.
      let labels = ids.map { $0 == "d0:3" ? "Bakery (5.0000,1.0000)" : "Bakery (\($0))" }
      #expect(choice.places.map(\.label.text).sorted() == labels.sorted())
    }
  }

  /// The words of a command may be the name of a place.
  @Test(
    arguments: [
      ("back bay", "unexpected word \"bay\"; try: search back bay, or back"),
      ("list low az", "unexpected word \"low\"; try: search list low az, or list [--columns A,B] [--limit N]"),
      ("post falls id", "you are not logged in; try: search post falls id, or login --user NAME"),
      ("show lwo az", "no place is called \"lwo az\"; in use: d; try: search lwo az, or another spelling"),
      ("back \"bay\"", "unexpected word \"bay\"; try: back"),
      ("back bya", "unexpected word \"bya\"; try: back"),
    ])
  func theErrorSaysThatTheLineIsTheNameOfAPlace(line: String, message: String) {
    var conversation = Conversation(
      Example.dataset(
        "d",
        ["Back Bay", "List Low", "Post Falls"].enumerated().map { number, name in
          Example(id: .number(Int64(number)), name: name, position: (1, 2), admin1: number == 1 ? "AZ" : "ID")
        }))
    conversation.context.allowed = Set(Power.allCases)
    conversation.context.mayLeaveOutCommand = true
    #expect(conversation.say(line) == "! \(message)\n")
    conversation.context.mayLeaveOutCommand = false
    #expect(!conversation.say(line).contains("search \(line)"))
  }

  @Test func aCommandThatChangesSomethingTakesTheOnlyPlaceOfAName() {
    var conversation = Conversation()
    _ = conversation.say("check munich")
    #expect(conversation.session.checked.places.map(\.word) == [Untrusted("world:2867714")])
  }

  @Test func aChoiceOfTheUserIsTaken() throws {
    var conversation = Conversation()
    let name = Untrusted("springfield")
    let statement = try #require(try Statement.statements(of: Untrusted("near springfield --limit 1")).first)
    let failure = #expect(throws: Failure.self) {
      try conversation.session.answer(statement, in: conversation.context)
    }
    let choice = try #require(failure?.choice)
    #expect(choice.question.answer("2") == .number(2))
    #expect(choice.question.answer("3") == nil)
    #expect(choice.question.answer("") == .no)
    conversation.context.chosen[name] = choice.places[1].word
    #expect(conversation.say("near springfield --limit 1").contains("Illinois"))
  }

  /// A town is known also while only another dataset is in use, if only its position is needed.
  @Test func aPointMayBeATownThatIsNotInUse() {
    var conversation = Conversation(Example.stops)
    conversation.context.world = { Example.cities }
    #expect(conversation.say("near munich --limit 1").contains("Penn Station") == false)
    #expect(conversation.say("near munich --limit 1").hasPrefix("! ") == false)
    #expect(conversation.say("show munich").hasPrefix("! no place is called \"munich\""))
  }

  @Test(
    arguments: [
      ("48.1,11.5", 48.1, 11.5), ("48.1, 11.5", 48.1, 11.5), ("48.1 11.5", 48.1, 11.5), ("48.1 , 11.5", 48.1, 11.5),
      ("-33.9,151.2", -33.9, 151.2), ("1,2", 1, 2), ("1, 2", 1, 2), ("48.1N 11.5E", 48.1, 11.5),
      ("48.1n,11.5w", 48.1, -11.5), ("N48.1 E11.5", 48.1, 11.5), ("S 33.9 E 151.2", -33.9, 151.2),
      ("11.5E 48.1N", 48.1, 11.5), ("48°8′15″N 11°34′30″E", 48.1375, 11.575),
      ("48° 8' 15'' N, 11° 34' 30'' E", 48.1375, 11.575),
      ("48°8'15\"N 11°34'30\"E", 48.1375, 11.575), ("48° 8.25' N 11° 34.5' E", 48.1375, 11.575), ("48° 11°", 48, 11),
      ("1 2", nil, nil), ("48.1", nil, nil), ("48.1N 11.5N", nil, nil), ("48.1N 11.5", nil, nil),
      ("-48.1N 11.5E", nil, nil),
      ("48°61′N 11°E", nil, nil), ("new york", nil, nil), ("e 5", nil, nil), ("1,2,3", nil, nil),
      ("48.1,11.5x", nil, nil),
      ("nan,1", nil, nil), ("1e2,3", nil, nil), ("", nil, nil), ("1.2.3,4", nil, nil),
    ] as [(String, Double?, Double?)])
  func anglesAreRead(text: String, latitude: Double?, longitude: Double?) throws {
    let pair = AnglePair(text)
    #expect((pair == nil) == (latitude == nil))
    if let pair, let latitude, let longitude {
      #expect(abs(pair.latitude - latitude) < 1e-9 && abs(pair.longitude - longitude) < 1e-9)
    }
  }

  @Test(arguments: [
    ("near 48.1, 11.5 --limit 1", "Munich"), ("near 48.1N 11.5E --limit 1", "Munich"),
    ("near 48°8′15″N 11°34′30″E --limit 1", "Munich"), ("distance 48.1, 11.5 3", "! "),
    ("distance 1 48.1, 11.5", "! there is no list"),
  ])
  func pointsMayHaveBlanks(line: String, answer: String) {
    var conversation = Conversation()
    #expect(conversation.say(line).contains(answer))
  }
}
