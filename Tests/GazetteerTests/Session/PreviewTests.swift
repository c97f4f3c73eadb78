import GazetteerIndex
import Testing

@testable import GazetteerSession

struct PreviewTests {
  private func preview(_ line: String, rows: Int = 10, in session: Session = Conversation().session) -> Preview? {
    PreviewedCommand(line)?.preview(in: session, rows: rows, style: Style(width: 80), context: Context())
  }

  @Test(arguments: [
    ("search ", 7, "7 places"),
    ("s ", 7, "7 places"),
    ("search \"", 7, "7 places"),
    ("search  spr", 2, "2 places"),
    ("search \"spr", 2, "2 places"),
    ("search zür --", 1, "1 place"),
    ("search zür --i", 1, "without the unfinished --i: 1 place"),
    ("search spr --in us --sort na", 2, "without the unfinished --sort: 2 places"),
    ("search spr --limit 0", 0, "2 places"),
    ("search --limit all", 7, "7 places"),
    ("search qqqq", 0, "nothing matches \"qqqq\""),
    ("search springfield il --prefix", 0, "nothing matches \"springfield il\"; 1 place without --prefix"),
    ("search ...", 0, "nothing matches \"...\"; it has neither letters nor digits"),
    ("near 48,11 --within 100km", 1, "1 place"),
    ("within -20,170 -10,-170", 2, "2 places"),
    ("spr", 2, "2 places"),
    ("Springfield il", 1, "1 place"),
    ("\"spr", 2, "2 places"),
    ("zür --i", 1, "without the unfinished --i: 1 place"),
    ("--in us", 2, "2 places"),
    ("48,11 --within 100km", 1, "1 place"),
    ("48, 11 --within 100km", 1, "1 place"),
    ("qqqq", 0, "nothing matches \"qqqq\""),
    ("SEARCH spr", 2, "2 places"),
    ("serch", 0, "did you mean \"search\"?"),
    ("serch spr", 0, "did you mean \"search\"?"),
    ("find spr", 0, "did you mean \"search\"?"),
    ("count ", 0, "7 places"),
    ("count --in us", 0, "2 places"),
    ("count --by", 0, "without the unfinished --by: 7 places"),
    ("count --by nosuch", 0, "without the unfinished --by: 7 places"),
    ("count --where 'population>1e6' --b", 0, "without the unfinished --b: 2 places"),
    ("count --where 'population>1e6", 0, "2 places"),
    ("count --where 'name", 0, "without the unfinished --where: 7 places"),
    ("count --by country", 6, "6 values"),
    ("count --by country --limit 2", 2, "2 of 6 values; all: --limit all"),
    (
      "count --by nosuch ", 0,
      "no column is called \"nosuch\"; try: dataset, name, id, country, region, category, population, latitude, longitude, timezone"
    ),
    (
      "count --by \"nosuch\"", 0,
      "no column is called \"nosuch\"; try: dataset, name, id, country, region, category, population, latitude, longitude, timezone"
    ),
    (
      "search --where nosuch=1 ", 0,
      "no column is called \"nosuch\"; try: name, id, country, region, category, population, latitude, longitude, timezone"
    ),
    ("search --selected spr ", 0, "no category is selected; try: select-category C"),
    ("search --selected ", 0, "no category is selected; try: select-category C"),
    ("search --where nosuch=1", 7, "without the unfinished --where: 7 places"),
    ("count --by \"Open ", 0, "without the unfinished --by: 7 places"),
    ("search --where 'opening hours ", 7, "without the unfinished --where: 7 places"),
    ("count --by country -", 6, "without the unfinished -: 6 values"),
    ("count --by ", 0, "without the unfinished --by: 7 places"),
    ("columns ", 9, "9 columns of 7 places; try: count --by COLUMN, search --where 'COLUMN=VALUE'"),
    ("list ", 0, "nothing is shown yet; try: search TEXT, near LAT,LON, or select-category C"),
  ])
  func aLinePreviewsItsList(line: String, rows: Int, summary: String) throws {
    let preview = try #require(self.preview(line))
    #expect(preview.rows.count == rows)
    #expect(preview.summary == summary)
  }

  /// `s`, `sea` and `sel` may become commands. A command that does more than list runs when Enter is pressed, not before.
  @Test(arguments: [
    "", " ", "s", "search", "sea", "count", "columns", "sel", "selec", "--in", "select 1", "open x", "quit ",
    "search a; search b",
    "near 48,", "search --selected spr", "search --columns nosuch spr", "search --limit x spr",
    "near 3", "search --in nowhere \u{0}", "wait ",
  ])
  func otherLinesShowNothing(line: String) {
    #expect(preview(line) == nil)
  }

  /// Places with typing errors are not shown while the name of a command is typed, and those that begin like it are.
  @Test func theBeginningOfACommandPreviewsOnlyWhatBeginsLikeIt() throws {
    let names = ["Lisbon", "Mosel", "Selek", "Faversham", "New York"]
    let session = Session(
      world: Example.dataset(
        "world", names.enumerated().map { Example(id: .number(Int64($0.offset)), name: $0.element) }))
    #expect(preview("li", in: session)?.summary == "1 place")
    #expect(preview("lis", in: session)?.rows.count == 1)
    #expect(preview("list", in: session) == nil)
    #expect(preview("liste", in: session)?.summary == "did you mean \"list\"?")
    #expect(preview("sel", in: session)?.rows.count == 2)
    #expect(preview("selec", in: session) == nil)
    // What Enter does not list is not shown.
    #expect(preview("fave", in: session)?.rows.count == 0)
    #expect(preview("fave", in: session)?.summary == "did you mean \"favorite\"?")
    #expect(preview("faver", in: session)?.rows.count == 1)
    #expect(preview("categ", in: session) == nil)
    #expect(preview("new", in: session)?.rows.count == 1)
    #expect(preview("new xyzzy", in: session)?.summary == "did you mean \"add-favorite\"?")
    // The control: with a blank, it is no beginning any more.
    #expect(preview("selec ", in: session)?.rows.count == 0)
    #expect(preview("search selec", in: session)?.heading == "nothing matches exactly; within one typo:")
  }

  /// Beside names with typing errors and names with the text inside, as Enter does.
  @Test(
    arguments: [
      ("search pharmacy", "Pharmacy"), ("coffees", "\"Coffee Shop\""), ("cofee", nil),
      ("search shop", "\"Coffee Shop\""),
      ("coffee", nil),
    ] as [(String, String?)])
  func aCategoryIsOffered(line: String, category: String?) throws {
    let categories = [
      "Pharnacy Hill": "Hill", "Coffeeville": "Hill", "Bishopton": "Hill", "A": "Pharmacy", "B": "Coffee Shop",
    ]
    let session = Session(
      world: Example.dataset(
        "world",
        categories.sorted { $0.key < $1.key }.enumerated().map {
          Example(id: .number(Int64($0.offset)), name: $0.element.key, category: $0.element.value)
        }))
    let preview = try #require(self.preview(line, in: session))
    #expect(preview.rows.count == 1)
    let name = category?.filter { $0 != "\"" }
    let offer = category.map { "; a category is called \(name ?? ""); try: search --category \($0)" }
    #expect(preview.summary == "1 place" + (offer ?? ""))
  }

  @Test func noMoreRowsAreMadeThanAreShown() throws {
    #expect(try #require(preview("search --limit all", rows: 3)).rows.count == 3)
    #expect(try #require(preview("search ", rows: 0)).rows.isEmpty)
    let typos = try #require(preview("search sprngfield"))
    #expect(typos.heading == "nothing matches exactly; within one typo:")
    #expect(typos.rows.count == 2)
  }

  @Test func valuesAreCountedBelowTheLineButNotChosenThere() throws {
    let counts = try #require(preview("count --by country", rows: 3))
    #expect(counts.summary == "3 of 6 values; all: --limit all")
    #expect(counts.rows.map(\.picking) == [nil, nil, nil])
    #expect(counts.rows[0].text.contains("US") && counts.rows[0].text.contains("2"))
    #expect(counts.isCounted)
  }

  @Test func columnsAreCutAndCounted() throws {
    let columns = try #require(preview("columns ", rows: 4))
    #expect(columns.rows.count == 4)
    #expect(columns.summary.hasPrefix("4 of 9 columns of 7 places"))
    #expect(preview("columns ", rows: 0)?.summary.hasPrefix("0 of 9 columns") == true)
  }

  @Test func rowsFitAndAreNeutralised() throws {
    let name = String(repeating: "wide 東京 ", count: 40) + "\u{1b}[31mred"
    let session = Session(world: Example.dataset("evil", [Example(id: .number(1), name: name)]))
    let preview = try #require(
      PreviewedCommand("search wide")?.preview(in: session, rows: 5, style: Style(width: 40), context: Context()))
    #expect(preview.rows.allSatisfy { Width.of($0.text) <= 40 && !$0.text.contains("\u{1b}") })
    #expect(preview.rows.count == 1)
  }

  /// The line under the preview, and what it shows in bold.
  @Test(arguments: [
    ("search spr", ["Spr", "Spr"]), ("search ZÜR", ["Zür"]), ("search münch", ["Münch"]),
    ("search springfield il", ["Springfield"]), ("search ondo", ["ondo"]), ("search sprngfield", ["Spr", "ngfield"]),
    ("near munich", []),
  ])
  func theLettersThatMatchedAreKnown(line: String, letters: [String]) throws {
    let rows = try #require(preview(line)).rows
    let shown = rows.flatMap { row in
      row.matches.map { String(decoding: Array(row.text.utf8)[$0], as: UTF8.self) }
    }
    #expect(shown.prefix(letters.count).elementsEqual(letters))
    #expect(shown.isEmpty == letters.isEmpty)
  }

  @Test func theHeadingSaysWhichPlaceIsMeant() throws {
    #expect(try #require(preview("near munich")).heading == "near Munich, Bavaria, DE")
    #expect(try #require(preview("near 48,11")).heading == nil)
  }

  /// What Enter would offer, in the same order.
  @Test(arguments: [
    ("near springfield", ""), ("near springfield --within 5km ", ""), ("search zür --near springfield", ""),
    ("near springfield --wi", "without the unfinished --wi: "),
  ])
  func theChoiceBetweenSeveralPlacesIsPreviewed(line: String, leftOut: String) throws {
    let preview = try #require(self.preview(line))
    #expect(preview.heading == "\"springfield\" may be several places")
    #expect(preview.rows.map(\.text) == ["1  Springfield, Missouri, US", "2  Springfield, Illinois, US"])
    #expect(preview.summary == leftOut + "2 places; Enter asks which is meant")
    let conversation = Conversation()
    let statement = try #require(try Statement.statements(of: Untrusted("near springfield")).first)
    let failure = #expect(throws: Failure.self) {
      try conversation.session.answer(statement, in: conversation.context)
    }
    #expect(failure?.choice?.question.details.map(\.neutralised) == preview.rows.map(\.text))
    #expect(preview.rows.map(\.picking) == ["select world:4409896", "select world:4250542"])
    #expect(preview.rows.map(\.matches) == [[3..<14], [3..<14]])
    #expect(try #require(self.preview(line, rows: 1)).rows.count == 1)
  }

  @Test func aChoiceFitsItsLineAndIsNeutralised() throws {
    let name = "Ada" + String(repeating: " 東京", count: 40) + "\u{1b}[31mred"
    let session = Session(
      world: Example.dataset("evil", [1, 2].map { Example(id: .number($0), name: name, position: (Double($0), 1)) }))
    let preview = try #require(
      PreviewedCommand("near ada")?.preview(in: session, rows: 5, style: Style(width: 40), context: Context()))
    #expect(preview.rows.count == 2)
    #expect(preview.rows.allSatisfy { Width.of($0.text) <= 40 && !$0.text.contains("\u{1b}") })
  }

  /// The numbers are those that `search` would print, and a row is picked by its identity.
  @Test func eachRowSaysHowItsPlaceIsSelected() throws {
    let rows = try #require(preview("search springfield")).rows
    #expect(rows.map(\.number) == [1, 2])
    #expect(rows.map(\.picking) == ["select world:4409896", "select world:4250542"])
    let session = Session(world: Example.dataset("kiosks", [Example(id: .text("a \"b\" #1"), name: "Kiosk")]))
    #expect(try #require(preview("kio", in: session)).rows[0].picking == #"select "kiosks:a \"b\" #1""#)
  }

  @Test func nothingOfItChangesTheSession() {
    var conversation = Conversation()
    conversation.say("search zür")
    let before = conversation.session
    _ = preview("search spr", in: before)
    #expect(conversation.session == before)
  }
}
