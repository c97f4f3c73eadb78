import Foundation
import GazetteerIndex

@testable import GazetteerServices
@testable import GazetteerSession
@testable import GazetteerShell

/// For each command of the main prompt, lines that use it. A test that goes over the whole table fails for a command
/// that is not here.
enum EveryCommand {
  struct Use: Sendable {
    /// What is needed before.
    let before: [String]
    let line: String
    /// Whether the command says something when it succeeds.
    var speaks = true

    init(_ lines: String..., speaks: Bool = true) { self.init(lines, speaks: speaks) }

    init(_ lines: [String], speaks: Bool = true) {
      before = lines.dropLast()
      line = lines.last ?? ""
      self.speaks = speaks
    }
  }

  private static let login = "login --user ada --new"
  private static let post = "post munich --url https://example.org --unchecked"
  private static let home = "add-favorite Home --at 1,2"
  private static let anna = "add-contact Anna --mail anna@example.org"

  static let uses: [String: Use] = [
    "open": Use("open pois.csv"), "datasets": Use("datasets"), "refresh": Use("open pois.csv", "refresh"),
    "build": Use("build pois.csv pois.gaz"), "match": Use("match pois.csv"), "nearest": Use("nearest pois.csv"),
    "close": Use("open pois.csv", "close pois"),
    "use": Use("use world", speaks: false),
    "wait": Use("wait", speaks: false),
    "search": Use("search munich"), "near": Use("near -18.1,178.4"), "within": Use("within 40,0 55,12"),
    "list": Use("search munich", "list"), "count": Use("count --by country"), "columns": Use("columns"),
    "more": Use("search --limit 2", "more"),
    "cancel": Use("search munich", "cancel"), "back": Use("search munich", "search paris", "back"),
    "select": Use("search munich", "select 1"), "show": Use("search munich", "show 1"),
    "why": Use("search munich", "why 1"),
    "distance": Use("distance 1,2 3,4"), "visit": Use("open pois.csv", "search cafe", "visit 1"),
    "map": Use("search munich", "map"), "zoom": Use("search munich", "zoom out"), "pan": Use("search munich", "pan n"),
    "layout": Use("layout"),
    "stations": Use("open pois.csv", "stations stop"), "restaurants": Use("open pois.csv", "restaurants 48.1,11.5"),
    "places": Use("open pois.csv", "places cafe near 48.1,11.5"), "categories": Use("categories"),
    "select-category": Use("select-category city"), "deselect-category": Use("select-all", "deselect-category city"),
    "select-all": Use("select-all"), "deselect-all": Use("deselect-all"), "edit-categories": Use("edit-categories"),
    "check": Use("search munich", "check 1"), "uncheck": Use("search munich", "check 1", "uncheck 1"),
    "checked": Use("checked"), "favorite": Use("search munich", "favorite 1"),
    "unfavorite": Use("search munich", "favorite 1", "unfavorite 1"), "favorites": Use("favorites"),
    "note": Use("search munich", "favorite 1", "note 1 see it"),
    "rate": Use("search munich", "favorite 1", "rate 1 4"), "add-favorite": Use(home),
    "edit-favorite": Use(home, "favorites", "edit-favorite 1 --name House"),
    "import": Use("import places.geojson"), "export": Use(home, "export found.csv"),
    "notify": Use(anna, "search munich", "check 1", "notify Anna --by mail"), "contacts": Use("contacts"),
    "add-contact": Use(anna), "edit-contact": Use(anna, "edit-contact Anna --tag lunch"),
    "remove-contact": Use(anna, "remove-contact Anna"), "outbox": Use("outbox clear"),
    "undo": Use("search munich", "check 1", "undo"), "redo": Use("search munich", "check 1", "undo", "redo"),
    "restore": Use(home, "favorites", "rate 1 4", "restore 1"), "share": Use("search munich", "share 1"),
    "ride": Use("search munich", "ride 1"), "login": Use(login), "logout": Use(login, "logout"),
    "whoami": Use("whoami"), "account": Use("account --multiple on"), "locations": Use(login, "locations"),
    "post": Use(login, post),
    "edit-location": Use(login, post, "locations", "edit-location 1 --url https://example.org/2 --unchecked"),
    "delete-location": Use(login, post, "locations", "delete-location 1"), "help": Use("help"),
    "about": Use("about"), "set": Use("set limit"), "history": Use("history"),
    "source": Use("source empty.gaz", speaks: false), "echo": Use("echo hello"), "sleep": Use("sleep 0", speaks: false),
    "output": Use("output found.txt"), "timer": Use("timer"), "clear": Use("clear", speaks: false),
    "quit": Use("quit", speaks: false),
  ]

  /// What was printed.
  struct Printed {
    /// On the standard output.
    var results = ""
    /// On the standard error.
    var notices = ""
    var errors = ""

    /// The objects among the results.
    var objects: [[String: Any]] {
      get throws {
        try results.split(separator: "\n").map { line in
          try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
        }
      }
    }
  }

  private static let files = [
    "pois.csv": "name,category,lat,lon,url\nCafe One,cafe,48.1,11.5,https://example.org\nStop,station,48,11,\n",
    "places.geojson": #"{"type":"Point","coordinates":[11,48]}"#, "empty.gaz": "",
    "gaz/services.toml": "[campus]\ndialect = \"kinto\"\nurl = \"http://127.0.0.1:9/v1\"\n",
  ]
  private static let channels = "[mail]\nserver = \"smtp://127.0.0.1:9\"\nfrom = \"max@example.org\"\n"

  /// Runs the last line of `use` after the others; gives what the last one printed.
  ///
  /// - Parameter allowed: the powers that the command line gives.
  static func run(
    _ use: Use, asJSON: Bool = false, from origin: Origin = .commandLine, allowed: Set<Power> = Set(Power.allCases),
    isOffline: Bool = true
  ) throws -> Printed {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.path + "/gaz", withIntermediateDirectories: true)
    for (name, text) in files { _ = try folder.file(name, text) }
    let path = folder.path
    var environment = Environment(now: { ReplayHead().now }, world: { _ in Example.cities })
    environment.newFavoriteID = FavoriteIDs(milliseconds: { ReplayHead().now * 1000 }, random: { 0 }).next
    environment.folder = Untrusted(path)
    environment.variable = { $0 == "XDG_CONFIG_HOME" ? path : nil }
    environment.channels = { _, _ in (ChannelFixture.configuration(channels), TestCarrier()) }
    var flags = Flags()
    flags.allowed = allowed
    let keeper = Keeper(
      contacts: ContactsStore(path: path + "/contacts.sqlite"), outbox: OutboxStore(path: path + "/outbox.sqlite"))
    let desk = Desk()
    desk.readSecret = { _ in .secret(Secret("open sesame".utf8)) }
    var printed = Printed()
    let output = Output(
      show: { printed.results += $0 }, tell: { printed.notices += $0 }, complain: { text, _ in printed.errors += text })
    let interpreter = Interpreter(
      flags, in: environment.offline(if: isOffline), to: output, keeper: keeper, desk: desk)
    for line in use.before { _ = interpreter.run(Untrusted(line), from: .commandLine) }
    printed = Printed()
    _ = interpreter.run(Untrusted(asJSON ? use.line.withJSON : use.line), from: origin)
    return printed
  }
}

extension String {
  /// A line with `--json` after its first word.
  fileprivate var withJSON: String {
    let words = split(separator: " ", maxSplits: 1)
    return ([words[0], "--json"] + words.dropFirst()).joined(separator: " ")
  }
}
