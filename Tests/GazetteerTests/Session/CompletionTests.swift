import GazetteerIndex
import Testing

@testable import GazetteerSession

/// The completion of a line at its cursor, which is written as `|`.
struct Completed {
  let completion: Completion?
  private let line: String

  init(
    _ marked: String, _ session: Session, files: [String: [CompletionContext.File]] = [:], limit: Int = 100
  ) {
    let parts = marked.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    line = parts.joined()
    var context = CompletionContext(fileFormats: ["csv", "json", "jsonl", "tsv"]) { files[$0] ?? [] }
    context.limit = limit
    completion = session.completion(of: line, cursor: parts[0].utf8.count, in: context)
  }

  var replacements: [String] { completion?.candidates.map(\.replacement) ?? [] }

  /// The line with `common` inserted, and the cursor after it.
  var common: String? { completion.map { replaced(by: $0.common) } }
  /// The line with the first candidate inserted.
  var chosen: String? { completion?.candidates.first.map { replaced(by: $0.replacement) } }

  private func replaced(by text: String) -> String {
    let range = completion?.range ?? 0..<0
    let bytes = Array(line.utf8)
    return String(
      decoding: bytes[..<range.lowerBound] + Array(text.utf8) + [0x7C] + bytes[range.upperBound...], as: UTF8.self)
  }
}

@Suite struct CompletionTests {
  /// The cities, with a list of three and the first of them selected, and the stops, which are also open.
  static let session: Session = {
    var conversation = Conversation()
    conversation.open(Example.stops)
    conversation.say("use all; search --sort population --limit 3; select 1")
    return conversation.session
  }()

  private static func complete(_ marked: String) -> Completed { Completed(marked, session) }

  @Test(
    arguments: [
      ("sea|", ["search"], "search|"),
      ("se|", ["search", "select", "select-category", "select-all", "set"], "se|"),
      ("SEA|", ["search"], "search|"),
      ("sel|", ["select", "select-category", "select-all"], "select|"),
      ("deselect-|", ["deselect-category", "deselect-all"], "deselect-|"),
      ("use all; lis|", ["list"], "use all; list|"),
      ("use all\nlis|", ["list"], "use all\nlist|"),
      (
        "s|",
        [
          "search", "select", "show", "stations", "select-category", "select-all", "share", "set", "source", "sleep",
          "Springfield", "Suva",
        ],
        "s|"
      ),
      (
        "use all; s|",
        ["search", "select", "show", "stations", "select-category", "select-all", "share", "set", "source", "sleep"],
        "use all; s|"
      ),
      ("mun|", ["Munich"], "Munich|"),
      ("lo|", ["login", "logout", "locations", "London"], "lo|"),
      ("\"lo|", ["London"], "\"London|"),
      ("pen|", ["Penn Station"], "Penn Station|"),
      ("penn st|", ["Penn Station"], "Penn Station|"),
      ("munich --li|", ["--list", "--limit"], "munich --li|"),
      ("munich --in swi|", ["Switzerland"], "munich --in Switzerland|"),
      ("q|", ["quit"], "quit|"),
      ("sc|", ["sc"], "sc|"),
      ("find|", ["search"], "find|"),
      ("sea|rch munich", ["search"], "search| munich"),
      ("sea|x munich", ["search"], "search|x munich"),
      ("help dist|", ["distance"], "help distance|"),
    ] as [(String, [String], String)])
  func commandsAreCompleted(marked: String, replacements: [String], common: String) {
    let completed = Self.complete(marked)
    #expect(completed.replacements == replacements)
    #expect(completed.common == common)
  }

  @Test(arguments: ["", "search paris;", "\n"])
  func anEmptyStatementMayBecomeAnyCommand(line: String) {
    #expect(Self.complete(line + "|").replacements == CommandTable.standard.commands.map(\.name))
  }

  @Test(
    arguments: [
      (
        "near 1 --|",
        [
          "--within", "--category", "--selected", "--where", "--sort", "--reverse", "--columns", "--list", "--tag",
          "--limit", "--json", "--format", "--help",
        ]
      ),
      (
        "near 1 |",
        [
          "--within", "--category", "--selected", "--where", "--sort", "--reverse", "--columns", "--list", "--tag",
          "--limit", "--json", "--format", "--help",
        ]
      ),
      (
        "near 1 --within 5km |",
        [
          "--category", "--selected", "--where", "--sort", "--reverse", "--columns", "--list", "--tag", "--limit",
          "--json", "--format", "--help",
        ]
      ),
      (
        "near 1 --| --within 5km",
        [
          "--category", "--selected", "--where", "--sort", "--reverse", "--columns", "--list", "--tag", "--limit",
          "--json", "--format", "--help",
        ]
      ),
      ("near 1 --category city --c|", ["--category", "--columns"]),
      ("datasets -|", ["--verbose", "--json", "--format", "--help"]),
      ("datasets -v -|", ["--json", "--format", "--help"]),
      ("list |", ["--columns", "--limit", "--json", "--format", "--help"]),
      (
        "locations |",
        [
          "--own", "--where", "--sort", "--reverse", "--columns", "--limit", "--json", "--format", "--help",
        ]
      ),
      ("list -- |", []),
      ("export favorites.csv --fo|", ["--format"]),
      ("list --nosuch|", []),
      ("list \"--l|", []),
      ("list; nosuch --|", []),
      (
        "search |",
        [
          "--in", "--category", "--selected", "--where", "--in-columns", "--list", "--tag", "--near", "--within",
          "--from", "--sort", "--reverse", "--columns", "--prefix", "--limit", "--json", "--format", "--help",
        ]
      ),
    ] as [(String, [String])])
  func optionsThatCanStillBeGivenAreCompleted(marked: String, replacements: [String]) {
    #expect(Self.complete(marked).replacements == replacements)
  }

  @Test(
    arguments: [
      ("search --sort po|", ["population"], "search --sort population|"),
      ("search --sort=p|", ["--sort=population"], "search --sort=population|"),
      ("search --sort r|", ["relevance", "rating", "region"], "search --sort r|"),
      ("search --sort time|", ["timezone"], "search --sort timezone|"),
      ("search --columns pop|", ["population"], "search --columns population|"),
      ("search --columns name,cou|", ["name,country"], "search --columns name,country|"),
      ("search --columns=name,cou|", ["--columns=name,country"], "search --columns=name,country|"),
      ("search --where popul|", ["population"], "search --where population|"),
      ("search --where timezone=europe/lond|", ["timezone=Europe/London"], "search --where timezone=Europe/London|"),
      (
        "search --where 'timezone=europe/lond|", [#""timezone=Europe/London""#],
        "search --where \"timezone=Europe/London|"
      ),
      ("search --where 'popul|", [#""population"#], "search --where \"population|"),
      ("list --limit a|", ["all"], "list --limit all|"),
      ("near 1 --within 5|", ["5km", "5m", "5mi", "5ft"], "near 1 --within 5|"),
      ("near 1 --within 2.5k|", ["2.5km"], "near 1 --within 2.5km|"),
      ("near 1 --within=5k|", ["--within=5km"], "near 1 --within=5km|"),
      ("open x.csv --format j|", ["json", "jsonl"], "open x.csv --format json|"),
      ("list --format js|", ["json", "jsonl"], "list --format json|"),
      ("list --json=na|", ["--json=name", "--json=name_words"], "list --json=name|"),
      ("list --json=name,la|", ["--json=name,lat"], "list --json=name,lat|"),
      ("search --in g|", ["GB", "Germany"], "search --in G|"),
      ("search --in swi|", ["Switzerland"], "search --in Switzerland|"),
      ("search --in united|", ["\"United Kingdom\"", "\"United States\""], "search --in \"United |"),
      ("search --in=united|", ["--in \"United Kingdom\"", "--in \"United States\""], "search --in=united|"),
      ("search --in \"united s|", ["\"United States\""], "search --in \"United States|"),
      ("search --in usa|", ["USA"], "search --in USA|"),
      ("search --in kingdom|", ["\"United Kingdom\""], "search --in kingdom|"),
      ("search --category c|", ["city"], "search --category city|"),
      ("search --category R|", ["rail"], "search --category rail|"),
      ("near . --category |", ["bus", "city", "rail"], "near . --category |"),
      ("sc bus |", ["city", "rail"], "sc bus |"),
      ("search --from s|", ["stops"], "search --from stops|"),
      ("search --from stops pen|", ["Penn Station"], "search --from stops Penn Station|"),
      ("set col|", ["color"], "set color|"),
      ("set timer o|", ["on", "off"], "set timer o|"),
      ("help fin|", ["find"], "help find|"),
      ("use s|", ["stops"], "use stops|"),
      ("use |", ["world", "stops", "all"], "use |"),
      ("use world |", ["stops"], "use world stops|"),
      ("close |", ["world", "stops"], "close |"),
    ] as [(String, [String], String?)])
  func valuesOfOptionsAreCompleted(marked: String, replacements: [String], common: String?) {
    let completed = Self.complete(marked)
    #expect(completed.replacements == replacements)
    #expect(completed.common == common)
  }

  @Test(
    arguments: [
      ("search zur|", ["Zürich"], "search Zürich|"),
      ("search ZÜ|", ["Zürich"], "search Zürich|"),
      ("search spr|", ["Springfield"], "search Springfield|"),
      ("search mün|", ["München"], "search München|"),
      ("search penn st|", ["Penn Station"], "search Penn Station|"),
      ("search penn |", ["Penn Station"], "search Penn Station|"),
      ("search \"penn st|", ["Penn Station"], "search \"Penn Station|"),
      ("search \"penn\" st|", ["Penn Station"], "search Penn Station|"),
      ("search --limit 5 penn st|", ["Penn Station"], "search --limit 5 Penn Station|"),
      ("search penn --limit 5 st|", ["Station"], "search penn --limit 5 Station|"),
      ("search street|", ["Broad Street"], "search street|"),
      ("search zu|rich", ["Zürich"], "search Zürich|"),
      ("search zu|x", ["Zürich"], "search Zürich|x"),
      ("search \"zu|x\"", ["\"Zürich"], "search \"Zürich|x\""),
      ("search zzz|", [], nil),
      ("search ***|", [], nil),
      ("search zur # a comment|", [], nil),
    ] as [(String, [String], String?)])
  func namesOfPlacesAreCompleted(marked: String, replacements: [String], common: String?) {
    let completed = Self.complete(marked)
    #expect(completed.replacements == replacements)
    #expect(completed.common == common)
  }

  @Test(
    arguments: [
      ("select |", [".", "1", "2", "3"]),
      ("select 2|", ["2"]),
      ("select 4|", []),
      ("show 1,|", ["1,1", "1,2", "1,3"]),
      ("show 1-|", ["1-1", "1-2", "1-3"]),
      ("near 1,|", []),
      ("near mun|", ["2"]),
      ("near zur|", ["3"]), ("near spri|", ["world:4409896", "world:4250542"]),
      ("near suv|", ["world:2198148"]),
      ("near wor|", ["world:"]),
      ("near world:28|", ["world:2867714"]),
      ("distance 1 |", [".", "1", "2", "3"]),
      ("distance 1 2 3|", []),
      ("search --near 3|", ["3"]),
    ] as [(String, [String])])
  func placesAreCompleted(marked: String, replacements: [String]) {
    #expect(Self.complete(marked).replacements == replacements)
  }

  @Test func theKindOfACandidateIsShownNextToIt() {
    func first(_ marked: String) -> Completion.Candidate? { Self.complete(marked).completion?.candidates.first }
    #expect(first("sea|")?.detail.hasPrefix("Find places") == true)
    #expect(first("near 1 --w|")?.label == "--within R")
    #expect(first("near 1 --w|")?.detail == "Only places up to this distance.")
    #expect(first("select 2|") == .init("2", detail: "Munich, Bavaria, DE"))
    #expect(first("select |") == .init(".", detail: "London, England, GB"))
    #expect(first("near suv|") == .init("world:2198148", label: "Suva, FJ", detail: "world:2198148"))
    #expect(first("search spr|")?.detail == "Missouri, US and 1 more")
    #expect(first("search mün|")?.detail == "Munich, Bavaria, DE")
    #expect(first("search --in usa|")?.detail == "United States")
    #expect(first("search --in swi|")?.detail == "1 place")
    #expect(first("use w|")?.detail == "7 places, in use")
  }

  private static let folders: [String: [CompletionContext.File]] = [
    "": [
      .init("cities.json"), .init("Data", isFolder: true), .init("my file.csv"), .init(".hidden"), .init("-"),
      .init("#x"),
    ],
    "Data/": [.init("a.csv"), .init("b \"c\".csv"), .init("evil\u{1B}[31m")],
    "~/": [.init("home.csv")],
    "/": [.init("tmp", isFolder: true)],
  ]

  @Test(
    arguments: [
      ("open c|", ["cities.json"], "open cities.json|"),
      ("open D|", ["Data/"], "open Data/|"),
      ("open d|", ["Data/"], "open Data/|"),
      ("open Data/|", ["Data/a.csv", #""Data/b \"c\".csv""#], "open Data/|"),
      ("open my|", ["\"my file.csv\""], "open \"my file.csv|"),
      ("open \"my|", ["\"my file.csv\""], "open \"my file.csv|"),
      ("open \"my f|ile.csv\"", ["\"my file.csv\""], "open \"my file.csv\"|"),
      ("open .|", [".hidden"], "open .hidden|"),
      ("open ~|", ["~/"], "open ~/|"),
      ("open ~/h|", ["~/home.csv"], "open ~/home.csv|"),
      ("open /t|", ["/tmp/"], "open /tmp/|"),
      ("open file|", ["\"my file.csv\""], "open file|"),
      ("open w|", ["world"], "open world|"),
      ("source Data/a|", ["Data/a.csv"], "source Data/a.csv|"),
      ("open nowhere/|", [], nil),
      (
        "open a.csv |",
        [
          "--as", "--format", "--name", "--lat", "--lon", "--geometry", "--category", "--id", "--encoding",
          "--delimiter", "--header", "--crs", "--table", "--verbose", "--background", "--json", "--help",
        ], "open a.csv --|"
      ),
    ] as [(String, [String], String?)])
  func filesAreCompleted(marked: String, replacements: [String], common: String?) {
    let completed = Completed(marked, Self.session, files: Self.folders)
    #expect(completed.replacements == replacements)
    #expect(completed.common == common)
  }

  @Test func afterAFolderTheWordGoesOn() {
    let candidates = Completed("open |", Self.session, files: Self.folders).completion?.candidates ?? []
    #expect(candidates.filter { !$0.endsWord }.map(\.replacement) == ["Data/"])
    #expect(candidates.map(\.replacement).contains("\"#x\""))
  }

  @Test func inEditCategoriesItsOwnCommandsAreCompleted() {
    var conversation = Conversation()
    conversation.session = Self.session
    conversation.say("edit-categories; toggle rail")
    let session = conversation.session
    #expect(Completed("|", session).replacements == CommandTable.editingCategories.commands.map(\.name))
    #expect(Completed("to|", session).replacements == ["toggle"])
    #expect(Completed("toggle r|", session).replacements == ["rail"])
    #expect(
      Completed("toggle |", session).completion?.candidates.map(\.detail) == [
        "1 place", "7 places", "2 places, selected",
      ])
    conversation.say("done")
    #expect(Completed("deselect-category |", conversation.session).replacements == ["rail"])
  }

  @Test func candidatesBeyondTheListCountForTheCommonPrefix() {
    let dataset = Dataset((0..<50).map { ScannedPlace(id: .number($0), name: "Sankt \($0)", population: UInt32($0)) })
    let completed = Completed("search SA|", Session(world: dataset.described(by: dataset.about)), limit: 3)
    #expect(completed.replacements == ["Sankt 49", "Sankt 48", "Sankt 47"])
    #expect(completed.completion?.total == 50)
    #expect(completed.common == "search SAnkt |")
    #expect(Completed("search SA|", Session(world: dataset), limit: 99).common == "search Sankt |")
  }

  @Test(
    arguments: [
      ("near", " WHERE [--within R] [--category C] …"),
      ("near ", "WHERE [--within R] [--category C] …"),
      ("near 3 ", "[--within R] [--category C] …"),
      ("near 3 --within ", "R"),
      ("near 3 --within 5km ", "[--category C] [--selected] …"),
      ("near 3", ""),
      ("quit ", ""),
      ("nosuch ", "[--in COUNTRY] [--category C] …"), ("list; nosuch ", ""),
      ("", ""),
      ("search munich ", "[--in COUNTRY] [--category C] …"),
      ("search \"mun ", ""),
      ("search x # ", ""),
      ("search \"mun\n", "the quotes are open; \" closes them, Ctrl-C drops the line"), ("search \"mun\"\n", ""),
    ] as [(String, String)])
  func aMissingArgumentIsReportedWithTheUsage(line: String, usage: String) {
    #expect(Self.session.usage(for: line) == usage)
  }

  @Test(
    arguments: [
      ("se", "arch"), ("m", "ore"), ("sel", "ect"), ("q", ""), ("qu", "it"), ("dist", "ance"), ("search", ""),
      ("zz", ""), ("", ""),
      ("search mun", ""), ("search x --so", "rt"), ("search x --sort pop", "ulation"), ("use sto", "ps"),
      ("search --category ra", "il"), ("search --category RA", ""), ("search --in swit", ""),
      ("search --in Swit", "zerland"),
      ("list; ne", "ar"), ("open ci", ""), ("list --js", "on"),
    ] as [(String, String)])
  func theHintIsTheOnlyOrMostFrequentCompletion(line: String, hint: String) {
    #expect(Self.session.hint(for: line, in: CompletionContext()) == hint)
  }

  @Test func everyParameterHasItsCompletion() {
    let tables = [CommandTable.standard, .editingCategories, .editingFavorite]
    for command in tables.flatMap(\.commands) {
      for input in command.inputs {
        #expect(input.completes != nil, "\(command.name): \(input.name) completes:")
      }
    }
  }
}
