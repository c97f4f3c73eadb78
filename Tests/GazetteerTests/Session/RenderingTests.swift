import Foundation
import GazetteerIndex
import Testing

@testable import GazetteerSession

struct RenderingTests {
  @Test(arguments: [
    (0, "0"), (7, "7"), (999, "999"), (1000, "1,000"), (209_557, "209,557"), (-1_234_567, "-1,234,567"),
  ])
  func numbersAreGrouped(number: Int, text: String) { #expect(Numeral.grouped(number) == text) }

  @Test(arguments: [
    (0, "0"), (-0.0, "-0"), (7, "7"), (-12.5, "-12.5"), (0.1, "0.1"), (0.00001, "0.00001"), (-1.5e-7, "-0.00000015"),
    (1e16, "10000000000000000"), (1.25e21, "1250000000000000000000"), (47.36667, "47.36667"),
  ])
  func decimalsHaveNoExponent(number: Double, text: String) {
    #expect(Numeral.plain(number) == text)
    #expect(Double(text) == number)
  }

  @Test(arguments: [
    (0, "0 m"), (812.4, "812 m"), (999.6, "1.0 km"), (12_345, "12.3 km"), (99_940, "99.9 km"), (1_234_567, "1,235 km"),
  ])
  func distancesAreRounded(metres: Double, text: String) { #expect(Numeral.text(.metres(metres)) == text) }

  @Test(arguments: [1, 10, 20, 30, 40, 60, 80, 200])
  func aTableIsFittedToTheWidth(width: Int) {
    var conversation = Conversation()
    conversation.style.width = width
    let lines = conversation.say("search --near 47,8").split(separator: "\n")
    let rows = lines.filter { $0.first?.isNumber == true || $0.hasPrefix("#") }
    #expect(width < 20 || rows.count == 9, "a title, seven rows and their number")
    // The number and twelve cells of the name stay at any width.
    #expect(rows.allSatisfy { Width.of(String($0)) <= max(width, 15) })
  }

  @Test(arguments: Format.named.map(\.format) + [.object(fields: ["name"])])
  func writingALongListEndsAtThePollThatCancelsIt(format: Format) throws {
    let places = IndexesAgreeTests.places(1800, seed: 9)
    let session = Session(world: Dataset(places))
    var context = Context(now: 0)
    context.favorites = .latest
    let statement = try #require(try Statement.statements(of: Untrusted("search --limit all")).first)
    var reply = try session.answer(statement, in: context)
    reply.format = format
    let whole = CountedCancellation()
    let text = try reply.rendered(in: Style(), after: nil, whole.cancellation)
    #expect(whole.polls > 6 && text.count > 20_000)
    for polls in 0..<whole.polls {
      let counted = CountedCancellation(afterPolls: polls)
      #expect(throws: Cancelled.self) { try reply.rendered(in: Style(), after: nil, counted.cancellation) }
      #expect(counted.polls == polls + 1)
    }
    let enough = CountedCancellation(afterPolls: whole.polls)
    #expect(try reply.rendered(in: Style(), after: nil, enough.cancellation) == text, "the control")
  }

  @Test func columnsThatFitLeastAreLeftOutFirst() {
    var conversation = Conversation()
    let titles = [100, 45, 24, 15].map { width -> String in
      conversation.style.width = width
      return String(conversation.say("search springfield").prefix { $0 != "\n" })
    }
    #expect(
      titles == [
        "#     name         region        population           lat,lon", "#     name         region        population",
        "#  name         region", "#  name",
      ])
  }

  @Test func aLongNameIsCutNotWrapped() {
    let name = "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch"
    var conversation = Conversation(Example.dataset("d", [Example(id: .number(1), name: name, population: 3)]))
    conversation.style.width = 30
    #expect(conversation.say("search") == "#     name\n1  ♡  Llanfairpwllgwyngyllgog…\n1 place\n")
    conversation.style.isASCII = true
    #expect(conversation.say("search").contains("Llanfairpwllgwyngyllgog~"))
    #expect(conversation.say("show 1").hasPrefix("Llanfairpwllgwyngyllgogerychwy\nrndrobwll"))
  }

  @Test func helpIsASCIIWhereMarksAre() {
    var conversation = Conversation(Example.dataset("d", [Example(id: .number(1), name: "Here")]))
    let lines = ["help", "help search", "help select-category", "help edit-favorite", "help keys", "help language"]
    #expect(conversation.say("help select-category").contains("…"), "the control")
    conversation.style.isASCII = true
    for line in lines { #expect(conversation.say(line).utf8.allSatisfy { $0 < 0x80 }, "\(line)") }
  }

  /// The name is why a place is listed: other columns make room for it, the position first; of a region, the country stays.
  @Test(arguments: [
    (
      80,
      """
      #     name                           region       distance  population  category
      1  ♡  Zürich, as Bay                 Zurich, CH    58.2 km     341,730  town
      2  ♡  Munich, as Bayrische Landesh…  Bavaria, DE    297 km   1,260,391  city
      2 places

      """
    ),
    (
      60,
      """
      #     name                             region       distance
      1  ♡  Zürich, as Bay                   Zurich, CH    58.2 km
      2  ♡  Munich, as Bayrische Landeshau…  Bavaria, DE    297 km
      2 places

      """
    ),
    (
      40,
      """
      #     name          region      distance
      1  ♡  Zürich, as …  Zurich, CH   58.2 km
      2  ♡  Munich, as …  Bavar…, DE    297 km
      2 places

      """
    ),
    (
      20,
      """
      #  name          re…
      1  Zürich, as …  CH
         distance 58.2 km
      2  Munich, as …  DE
         distance 297 km
      2 places

      """
    ),
  ])
  func theNameKeepsItsRoom(width: Int, answer: String) {
    var conversation = Conversation(Example.longNames)
    conversation.style.width = width
    #expect(conversation.say("search bay --near 47,8") == answer)
  }

  /// What follows a name is cut before divisions are.
  @Test(arguments: [36, 40, 46, 52]) func divisionsKeepTheirRoom(width: Int) {
    var conversation = Conversation(Example.longNames)
    conversation.style.width = width
    let answer = conversation.say("search bay")
    #expect(answer.contains("Munich, as B") && answer.contains("…  Bavaria, DE"), "\(answer)")
  }

  @Test func detailsStandApart() {
    var conversation = Conversation()
    conversation.say("search springfield")
    let (first, second) = (conversation.say("show 1"), conversation.say("show 2"))
    #expect(first.hasPrefix("Springfield\n") && first != second)
    #expect(conversation.say("show 1; show 2") == first + "\n" + second)
    #expect(conversation.say("show 1-2") == first + "\n" + second)
    #expect(conversation.say("show 1 --json=id; show 2 --json=id").split(separator: "\n").count == 2)
    #expect(!conversation.say("show 1 --json=id; show 2 --json=id").contains("\n\n"))
  }

  @Test(arguments: [
    ("ein Wort und noch eines\n", 8, "ein Wort\nund noch\neines\n"), ("kurz\n\nund lang", 4, "kurz\n\nund\nlang"),
    ("", 4, ""), ("or that one:\n  post world:1 --url x", 8, "or that\none:\n  post world:1 --url x"),
  ])
  func textOfLinesIsWrappedAtWords(text: String, cells: Int, lines: String) {
    #expect(text.wrapped(to: cells) == lines)
    #expect(text.wrapped(to: nil) == text)
  }

  @Test(
    arguments: [
      (nil, nil, "\"x\" is wrong"),
      ("did you mean \"csv\"?", "help", "\"x\" is wrong; did you mean \"csv\"? try: help"),
      ("it is", "help", "\"x\" is wrong; it is; try: help"), (nil, "help", "\"x\" is wrong; try: help"),
    ] as [(Message?, Message?, String)])
  func aFailureIsOneSentence(why: Message?, remedy: Message?, sentence: String) {
    #expect(Failure("\"x\" is wrong", why: why, try: remedy).message.neutralised == sentence)
  }

  @Test func onlyTheTitleLineIsColored() {
    var conversation = Conversation()
    #expect(!conversation.say("search").utf8.contains(0x1B))
    conversation.style.isColored = true
    #expect(conversation.say("search zurich").hasPrefix("\u{1B}[2m#     name"))
  }

  /// The formats for programs, with the same three stops.
  @Test(arguments: [
    ("csv", "n,name,lat\n", false),
    (
      "csv",
      """
      n,id,dataset,name,country,admin1,category,lat,lon,population,tier,matched,distance,checked,favorite
      1,A1,stops,Broad Street,,,rail,40.747,-74.172,,,,,,
      2,A2,stops,Penn Station,,,rail,40.735,-74.164,,,,,,
      3,B1,stops,Nowhere,,,bus,,,,,,,,

      """, true
    ),
    (
      "json",
      """
      [{"n":1,"id":"A1","dataset":"stops","name":"Broad Street","category":"rail","lat":40.747,"lon":-74.172},
      {"n":2,"id":"A2","dataset":"stops","name":"Penn Station","category":"rail","lat":40.735,"lon":-74.164},
      {"n":3,"id":"B1","dataset":"stops","name":"Nowhere","category":"bus","attributes":{"zone":"4","=x":"=1+1"}}]

      """, true
    ),
    (
      "geojson",
      """
      {"type":"FeatureCollection","features":[
      {"type":"Feature","id":"A1","geometry":{"type":"Point","coordinates":[-74.172,40.747]},\
      "properties":{"n":1,"dataset":"stops","name":"Broad Street","category":"rail"}},
      {"type":"Feature","id":"A2","geometry":{"type":"Point","coordinates":[-74.164,40.735]},\
      "properties":{"n":2,"dataset":"stops","name":"Penn Station","category":"rail"}},
      {"type":"Feature","id":"B1","geometry":null,\
      "properties":{"n":3,"dataset":"stops","name":"Nowhere","category":"bus","attributes":{"zone":"4","=x":"=1+1"}}}
      ]}

      """, true
    ),
    (
      "markdown",
      """
      | \\# |  | name | category | lat,lon |
      | ---: | --- | --- | --- | ---: |
      | 1 | ♡ | Broad Street | rail | 40.7470,-74.1720 |
      | 2 | ♡ | Penn Station | rail | 40.7350,-74.1640 |
      | 3 | ♡ | Nowhere | bus |  |

      3 places

      """, true
    ),
  ])
  func placesInEveryFormat(format: String, text: String, isIt: Bool) throws {
    var conversation = Conversation(Example.stops)
    conversation.format = try #require(Format(named: format))
    #expect((conversation.say("search") == text) == isIt)
  }

  @Test(arguments: ["=1+1", "+1", "-1", "-1.5", "@x", "-x", "\t=x", "a,b", "a\"b", " =x", "x"])
  func noCellIsAFormulaAndNumbersStay(name: String) {
    var conversation = Conversation(Example.dataset("d", [Example(id: .text(name), name: name)]))
    conversation.format = .csv
    let expected = [
      "=1+1": "'=1+1", "+1": "+1", "-1": "-1", "-1.5": "-1.5", "@x": "'@x", "-x": "'-x", "\t=x": " =x",
      "a,b": "\"a,b\"", "a\"b": "\"a\"\"b\"", " =x": " =x", "x": "x",
    ]
    let cell = expected[name] ?? ""
    #expect(conversation.say("search").contains("\n1,\(cell),d,\(cell),"))
  }

  @Test(arguments: ["csv", "tsv"]) func rawCellsAreTheTexts(format: String) throws {
    for name in ["=1+1", "'=1", "a,b", "a\"b", "\"a", "a\tb", "two\nlines", "\r", "\u{1B}[2J", "\u{202E}x", "e\u{301}"]
    {
      var conversation = Conversation(Example.dataset("d", [Example(id: .text("1"), name: name)]))
      conversation.format = try #require(Format(named: format))
      conversation.style.isRaw = true
      let text = conversation.say("search")
      let records = CSVReading(text, delimiter: format == "csv" ? "," : "\t").records
      #expect(records.last?[3].unicodeScalars.elementsEqual(name.unicodeScalars) == true, "\(text.debugDescription)")
      // The control: without it, the same text is made safe.
      conversation.style.isRaw = false
      let safe = conversation.say("search")
      #expect(safe != text || ["a,b", "a\"b", "\"a", "e\u{301}"].contains(name), "\(safe.debugDescription)")
    }
  }

  @Test func attributesOfAPlaceAreKept() throws {
    var conversation = Conversation(Example.stops)
    #expect(conversation.say("show stops:B1").contains("zone        4\n"))
    let object = conversation.say("show stops:B1 --json=attributes")
    #expect(object.contains(#""attributes":{"zone":"4","=x":"=1+1"}"#))
  }

  @Test(arguments: [
    "datasets", "help", "help near", "why 1", "distance 1 2", "show 1", "select 1", "list", "search x",
    "set", "set limit", "timer", "history", "about", "about 1", "echo x",
  ])
  func everyViewIsOneJSONObjectOnALine(line: String) throws {
    var conversation = Conversation()
    conversation.say("search springfield")
    conversation.format = .object(fields: [])
    let text = conversation.say(line)
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    #expect(object?["command"] as? String == line.split(separator: " ").first.map(String.init))
    #expect(text.filter { $0 == "\n" }.count == 1)
  }

  @Test func anErrorSaysWhereItHappened() {
    var failure = Failure("\"x\" is wrong", why: "it is", try: "y", code: .usage)
    failure.command = "near"
    let location = SourceLocation(file: Untrusted("tour\u{1B}.gaz"), line: 3)
    #expect(failure.rendered(at: location) == "tour^[.gaz:3: \"x\" is wrong; it is; try: y\n")
    #expect(
      failure.rendered(at: nil, asJSON: true)
        == #"{"command":"near","error":"\"x\" is wrong; it is; try: y","code":2}"# + "\n")
  }

  @Test(arguments: [
    ("ein Wort und noch eines", 8, ["ein Wort", "und noch", "eines"]),
    ("überlanges", 4, ["über", "lang", "es"]), ("東京都", 4, ["東京", "都"]), ("", 4, [""]),
  ])
  func longTextsContinueInTheirColumn(text: String, cells: Int, lines: [String]) {
    #expect(Page.wrapped(text, cells: cells) == lines)
  }
}
