import GazetteerIndex
import Testing

@testable import GazetteerSession

struct CommandTests {
  /// Lines, and what the last of them prints.
  @Test(arguments: [
    (["list"], "nothing is shown yet; try: search TEXT, near LAT,LON, or select-category C\n"),
    (["search zurich --limit 0"], "1 place\n"),
    (["search zzzz"], "nothing matches \"zzzz\"\n"),
    (
      ["search münchen"],
      """
      #     name                region       population          lat,lon
      1  ♡  Munich, as München  Bavaria, DE   1,260,391  48.1374,11.5755
      1 place

      """
    ),
    (
      ["search londn"],
      """
      nothing matches exactly; within one typo:
      #     name    region       population          lat,lon
      1  ♡  London  England, GB   8,961,989  51.5085,-0.1257
      1 place

      """
    ),
    (["search sprngfeld --limit 1 --json=name"], places("search", total: 2, #"{"name":"Springfield"}"#)),
    (
      ["search sprngfield --limit 1"],
      """
      nothing matches exactly; within one typo:
      #     name         region        population           lat,lon
      1  ♡  Springfield  Missouri, US     169,176  37.2153,-93.2982
      1 of 2 places; the rest: more

      """
    ),
    (
      ["search sprngfield"],
      """
      nothing matches exactly; within one typo:
      #     name         region        population           lat,lon
      1  ♡  Springfield  Missouri, US     169,176  37.2153,-93.2982
      2  ♡  Springfield  Illinois, US     114,394  39.8017,-89.6437
      2 places

      """
    ),
    (
      ["search springfield --limit 1"],
      """
      #     name         region        population           lat,lon
      1  ♡  Springfield  Missouri, US     169,176  37.2153,-93.2982
      1 of 2 places; the rest: more

      """
    ),
    (
      ["search springfield --limit 1", "more"],
      """
      #     name         region        population           lat,lon
      2  ♡  Springfield  Illinois, US     114,394  39.8017,-89.6437
      number 2 of 2 places

      """
    ),
    (["search springfield", "more"], "no more places\n"),
    (["search springfield", "select 2"], "Springfield, Illinois, US (39.80172,-89.64371)\n"),
    (
      ["search springfield", "select 1", "list --json=name,admin1"],
      places("list", #"{"name":"Springfield","admin1":"Missouri"}"#)
    ),
    (
      ["search springfield", "select 1", "cancel", "list"],
      "nothing is shown yet; try: search TEXT, near LAT,LON, or select-category C\n"
    ),
    (
      ["near 47.4,8.5 --limit 1 --json=name,distance"],
      places("near", total: 7, #"{"name":"Zürich","distance":5282.66}"#)
    ),
    (["near 47.4,8.5 --within 800m"], "no place within 800 m\n"),
    (["near world:2643743 --within 1km --json=n,id"], places("near", #"{"n":1,"id":2643743}"#)),
    (["within -20,175 -10,-170 --json=name"], places("within", #"{"name":"Suva"},{"name":"Apia"}"#, total: 2)),
    (["search --in ch --json=name"], places("search", #"{"name":"Zürich"}"#)),
    (["search --in \"united kingdom\" --json=name"], places("search", #"{"name":"London"}"#)),
    (["search --category CITY --limit 0"], "7 places\n"),
    (
      ["search sta --prefix --json=name", "list --limit 1 --json=name"],
      places("list", total: 2, #"{"name":"Springfield"}"#)
    ),
    (["distance 0,0 0,1"], "111 km (69.1 mi)\n"),
    (["distance 48.8566,2.3522 48.8534,2.3488"], "434 m (0.27 mi)\n"),
    (["distance 90,0 -90,0"], "20,015 km (12,437 mi)\n"),
    (
      ["search springfield", "distance 1 2"],
      "Springfield, Missouri, US to Springfield, Illinois, US: 429 km (266 mi)\n"
    ),
    (["distance 47,8 world:2643743"], "47,8 to London, England, GB: 773 km (480 mi)\n"),
    (
      ["distance 0,0 world:2198148 --json=to"],
      #"{"command":"distance","to":{"lat":-18.14161,"lon":178.44149,"name":"Suva"}}"# + "\n"
    ),
    (["near world:2643743 --within \"1 km\" --limit 0"], "1 place\n"),
    (["near 47.4,8.5 --within 10MILES --limit 0"], "1 place\n"),
    (["near 47.4,8.5 --within 5000metres --limit 0"], "0 places\n"),
    (["near 47.4,8.5 --within 20000ft --limit 0"], "1 place\n"),
    (
      ["distance 0,0 0,1 --json"],
      #"{"command":"distance","metres":111195.08,"from":{"lat":0,"lon":0},"to":{"lat":0,"lon":1}}"# + "\n"
    ),
    (
      ["datasets"],
      """
      dataset  state   places  format    source
      world    in use       7  snapshot  built in

      """
    ),
    (["quit"], ""), (["exit"], ""), (["q"], ""), (["wait"], ""), (["# nothing"], ""),
  ])
  func linesAreAnswered(lines: [String], answer: String) {
    var conversation = Conversation()
    #expect(lines.map { conversation.say($0) }.last == answer)
  }

  private static func places(_ command: String, total: Int = 1, _ rows: String) -> String {
    "{\"command\":\"\(command)\",\"total\":\(total),\"places\":[\(rows)]}\n"
  }
  private static func places(_ command: String, _ rows: String, total: Int) -> String {
    places(command, total: total, rows)
  }

  @Test(arguments: [
    ("find paris", #""find" is not a command; did you mean "search"?"#),
    ("ls", #""ls" is not a command; did you mean "list"?"#),
    ("goto 3", #""goto" is not a command; did you mean "select"?"#),
    ("serach x", #""serach" is not a command; did you mean "search"?"#),
    ("xyzzy", #""xyzzy" is not a command; try: search NAME, or help"#),
    ("paris", #""paris" is not a command; try: search NAME, or help"#),
    ("oslo", #""oslo" is not a command; try: search NAME, or help"#),
    ("search x --limt 3", #""--limt" is not an option of search; did you mean "--list" or "--limit"?"#),
    ("search x --limit", "--limit has no value; try: --limit N"),
    ("search x --limit --prefix", "--limit has no value; try: --limit N"),
    (
      "search x --limit many",
      #""many" is not valid for --limit; expected a number of rows, 0 for the total only, or all"#
    ),
    ("search x --limit -1", #""-1" is not valid for --limit; expected a number of rows, 0 for the total only, or all"#),
    ("search x --limit 1 --limit 2", "--limit is given twice; try: give --limit once"),
    ("search x --prefix=yes", "--prefix takes no value; try: --prefix"),
    ("search x --within 5km", "--within R needs a point to measure from; try: add --near WHERE"),
    ("search x --near 1,2 --within 5", #""5" is a distance without a unit; did you mean 5km?"#),
    (
      "search x --near 1,2 --within 5x",
      #""5x" is not valid for --within; expected a distance such as 800m, 5km or 2mi"#
    ),
    (
      "open my stations 2.csv",
      #"unexpected word "stations"; try: open "my stations 2.csv", if that is one name"#
    ),
    (#"source my\ tour"#, #"unexpected word "tour"; try: source "my tour", if that is one name"#),
    ("source my tour", #"unexpected word "tour"; try: source "my tour", if that is one name"#),
    ("close a b", #"unexpected word "b"; try: close NAME"#),
    ("search --in ivory coast", #""ivory" is not a country; try: --in "ivory coast""#),
    ("search beach --in south korea", #""south" is not a country; try: --in "south korea""#),
    ("search x --sort distance", "--sort distance needs a point to measure from; try: add --near WHERE"),
    (
      "search x --sort size",
      #"no column is called "size"; try: relevance, name, distance, rating, population, id, country, region, category, latitude, longitude, timezone"#
    ),
    ("search x --json=nme", #""nme" is not a field; did you mean "name"?"#),
    (
      "near",
      "WHERE is missing; try: near WHERE [--within R] [--category C] [--selected] [--where CONDITION] [--sort ORDER] [--reverse] [--columns A,B] [--list L] [--tag T] [--limit N]"
    ),
    (
      "near 1,2 3",
      #"unexpected word "3"; try: near WHERE [--within R] [--category C] [--selected] [--where CONDITION] [--sort ORDER] [--reverse] [--columns A,B] [--list L] [--tag T] [--limit N]"#
    ),
    ("near 139.69,35.68", #""139.69,35.68" is not on the globe; did you mean 35.68,139.69?"#),
    ("near 139,190", #""139,190" is not on the globe; expected LAT,LON in degrees"#),
    ("show 1.5,2", #""1.5,2" is a point, not a place; try: near 1.5,2"#),
  ])
  func aLineThatCannotBeReadGivesTheReason(line: String, message: String) throws {
    let statement = try #require(try Statement.statements(of: Untrusted(line)).first)
    let failure = #expect(throws: Failure.self) { try Conversation().session.answer(statement, in: Context()) }
    #expect(failure?.message.neutralised == message)
    #expect(failure?.code == .usage)
  }

  @Test(arguments: [
    (["select 1"], "there is no list to take a number from; try: search TEXT, near WHERE or list first"),
    (["show"], #""." means the selected place; no place is selected; try: select 1"#),
    (["more"], "there is no list to continue; try: search TEXT, near WHERE or list first"),
    (["why 1"], "why explains a search; no search is shown; try: search TEXT, then why 1"),
    (
      ["near 1,2", "why 1"],
      "why explains a search; the last list came from near; try: show 1 for details, or search TEXT, then why 1"
    ),
    (
      ["search s", "select 1", "list", "why 1"],
      "why explains a search; the last list came from list; try: show 1 for details, or search TEXT, then why 1"
    ),
    (["search s", "show 99"], "there is no place 99; the list goes from 1 to 3"),
    (["search s", "show 0"], "there is no place 0; the list goes from 1 to 3"),
    (["search s", "select 1-2"], "2 places are given; this command takes only one; try: the number of one place"),
    (["search --in frence"], #""frence" is not a country; did you mean "France"?"#),
    (
      ["search --in xqz"],
      #""xqz" is not a country; try: a code such as FR, a name such as France, or a division such as Bavaria"#
    ),
    (["search --from worl"], #"no dataset is called "worl"; did you mean "world"?"#),
    (["search --category citi"], #"no category is called "citi"; did you mean "city"?"#),
    (["open a/b.json", "open b.csv --as b"], #""b" is already open; try: close b, or open b.csv --as NAME"#),
    (["use foo"], #"no dataset is called "foo"; try: datasets"#),
    (["show foo:1"], #""foo:1" is in a dataset that is not open; try: datasets, or open SOURCE --as foo"#),
    (["show world:1"], #"there is no place "world:1"; try: search TEXT, then its number"#),
    (["close world", "search x"], "no dataset is in use; try: open FILE, or use all"),
    (
      ["within 10,0 5,1"],
      "the first corner is north of the second; the south-west corner comes first; try: within 5,1 10,0"
    ),
  ])
  func aCommandThatCannotBeDoneSaysWhyAndChangesNothing(lines: [String], message: String) {
    var conversation = Conversation()
    for line in lines.dropLast() { conversation.say(line) }
    let before = conversation.session
    #expect(conversation.say(lines[lines.count - 1]) == "! \(message)\n")
    #expect(conversation.session == before)
  }

  @Test func everyExampleIsUnderstood() throws {
    var conversation = Conversation()
    conversation.open(Example.dataset("cities", []))
    conversation.open(Example.stops)
    _ = conversation.session.receive(.used(["world"]))
    conversation.say("search")
    conversation.say("select 1")
    for command in CommandTable.standard.commands {
      #expect(!command.examples.isEmpty)
      for example in command.examples {
        let statement = try #require(try Statement.statements(of: Untrusted(example.line)).first)
        #expect(statement.words[0].text.text == command.name || command.aliases.contains(statement.words[0].text.text))
        #expect(throws: Never.self, "\(example.line)") { try usageChecked(statement, conversation) }
      }
    }
  }

  /// Answers a statement. An error because of the session's state is ignored: the line itself is right.
  private func usageChecked(_ statement: Statement, _ conversation: Conversation) throws {
    do {
      _ = try conversation.session.answer(statement, in: conversation.context)
    } catch  where [.failed, .loginRequired].contains(error.code) {
    }
  }

  /// The table has them too, so that it makes only the commands that are used.
  @Test func theTableHasTheNamesOfItsCommands() {
    let table = CommandTable.standard
    for command in table.commands {
      for name in [command.name] + command.aliases {
        #expect(table.command(called: name)?.name == command.name)
        #expect(table.names[name] == command.name)
      }
    }
    #expect(table.names.count == table.commands.flatMap { [$0.name] + $0.aliases }.count)
  }

  @Test func noNameIsTakenTwice() {
    let commands = CommandTable.standard.commands
    let names = commands.flatMap { [$0.name] + $0.aliases }
    #expect(Set(names).count == names.count)
    #expect(Set(names).isDisjoint(with: commands.flatMap(\.synonyms)))
  }

  @Test func aCommandWithPowersNeedsConsent() throws {
    let fetch = Command("fetch", "Fetch.", family: .data, examples: ["fetch"], powers: [.network, .account]) { _, _ in
      Reply(.text(["fetched"]))
    }
    let table = CommandTable(of: [fetch])
    let statement = Statement(words: [Word(Untrusted("fetch"))])
    var context = Context()
    for allowed in [[], [Power.network], [.send, .account]] {
      context.allowed = Set(allowed)
      let failure = #expect(throws: Failure.self) { try Session().answer(statement, in: context, by: table) }
      #expect(failure?.message.neutralised.hasPrefix("fetch is not allowed here; it needs ") == true)
      #expect(failure?.command == "fetch")
    }
    context.allowed = [.network, .account]
    #expect(try Session().answer(statement, in: context, by: table).view == .text(["fetched"]))
  }

  @Test func anInterruptedCommandSaysSo() {
    let context = Context()
    context.cancellation.cancel()
    let statement = Statement(words: ["near", "1,2"].map { Word(Untrusted($0)) })
    let failure = #expect(throws: Failure.self) { try Session(world: Example.cities).answer(statement, in: context) }
    #expect(failure?.code == .interrupted)
  }

  @Test(arguments: [
    ("cities.json", "cities"), ("/a/b/NJTransitData.csv", "njtransitdata"), ("My Places (2).geo.json", "my-places-2"),
    ("-", "stdin"), ("world", "world"), (".hidden", "hidden"), ("data/NJ_Transit.csv", "nj-transit"),
    ("Łódź.json", "lodz"), ("a--b-.csv", "a-b"), ("東京.csv", "data"), (".", "data"), ("/", "data"),
  ])
  func aDatasetIsNamedAfterItsFileName(path: String, name: String) {
    var conversation = Conversation(nil)
    conversation.say("open \"\(path)\"")
    #expect(conversation.effects == [.open(OpenRequest(source: Untrusted(path), name: name))])
  }

  @Test func aDryRunPrintsWhatItWouldDo() {
    var conversation = Conversation()
    conversation.context.isDryRun = true
    #expect(conversation.say("open cities.json") == "would open \"cities.json\" as cities\n")
    #expect(conversation.say("quit") == "would quit\n")
    #expect(
      conversation.say("set limit 5; wait; clear")
        == "would set limit to 5\nwould wait for what runs in the background\nwould clear the screen\n")
    #expect(conversation.effects.isEmpty && conversation.session == Conversation().session)
    #expect(conversation.say("search zurich --limit 0") == "1 place\n")
    // A script is run dry, too.
    #expect(conversation.say("source a") == "")
    #expect(conversation.effects == [.source(Untrusted("a"))])
    conversation.context.isDryRun = false
    conversation.say("quit")
    #expect(conversation.effects.last == .quit)
  }

  @Test func aCommandThatNeedsDataIsAnsweredOnceItIsGiven() throws {
    var conversation = Conversation()
    conversation.context.allowed = [.favorites]
    let statement = try #require(try Statement.statements(of: Untrusted("import a.gpx")).first)
    let asking = try conversation.session.answer(statement, in: conversation.context)
    #expect(asking.needs == .file(ImportRequest(path: Untrusted("a.gpx"), format: nil)))
    #expect(asking.view == nil && asking.events.isEmpty && asking.effects.isEmpty)
    conversation.context.given = .file(ImportedFile(format: "gpx"))
    let answer = try conversation.session.answer(statement, in: conversation.context)
    #expect(answer.needs == nil && answer.view != nil)
  }

  @Test func whyTellsTheTier() {
    var conversation = Conversation()
    conversation.say("search springfield il")
    let answer = conversation.say("why 1")
    #expect(answer.hasPrefix("Springfield\n"))
    #expect(answer.contains("tier 5, region: \"springfield\" matches the name, \"il\" its region\n"))
    #expect(answer.contains("weight      100,000\n  importance  (114,394 people + 1) * 100,000 = 11,439,500,000\n"))
    #expect(answer.contains("then by     name \"springfield\", country US, id world:4250542"))
    for (text, split) in [
      ("il springfield", "\"springfield\" matches the name, \"il\" its region"),
      ("turicum ch", "\"turicum\" matches another name, \"ch\" its region"),
      ("united states", "\"united states\" matches its region"),
    ] {
      conversation.say("search \(text)")
      #expect(conversation.say("why 1").contains("tier 5, region: \(split)\n"))
    }
    conversation.say("search springfield --sort name")
    #expect(conversation.say("why 1").hasSuffix("sorted by  name\n"))
    conversation.say("search london")
    #expect(conversation.say("why world:2657896").contains("no: it is not among the results"))
  }

  @Test func showTellsTheLocalTime() {
    var conversation = Conversation()
    conversation.context = Context(now: 1_714_565_000) { zone, time in
      zone == "Europe/Zurich" ? LocalTime(secondsSinceEpoch: time, offsetSeconds: 7200, abbreviation: "CEST") : nil
    }
    let answer = conversation.say("show world:2657896")
    #expect(answer.contains("local time   2024-05-01 14:03 CEST (UTC+02:00)\n"))
    #expect(answer.contains("also called  Zuerich, Turicum\n"))
    #expect(conversation.say("show world:2657896 --json=local_time").contains("\"2024-05-01T14:03+02:00\""))
    #expect(!conversation.say("show world:2867714").contains("local time"))
  }
}
