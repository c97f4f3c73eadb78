import GazetteerSession
import Testing

/// A script that somebody else has written, and that tries to do something which scripts may not do.
struct HostileScript: Sendable, CustomTestStringConvertible {
  /// How it is run.
  enum Way: Sendable {
    /// `gaz -f FILE`
    case file
    /// `gaz < FILE`
    case piped
    /// `source FILE` as a command of the command line.
    case sourced
    /// By another script, which is run with `-f`.
    case nested
    /// `gaz replay FILE`. A replay has favorites, contacts, an outbox and accounts of its own.
    case replayed
  }

  /// What happens if the command line allows it.
  enum Effect: Sendable, Equatable {
    /// A file changes whose path has this text.
    case file(String)
    /// The server is asked more often than by what was typed before.
    case request
    /// A program of this name is started.
    case program(String)
    /// Nothing: there is another protection.
    case nothing
  }

  let testDescription: String
  let lines: [String]
  /// The powers that each of its commands is refused, by the name in the message.
  let refused: [String: Set<Power>]
  let effect: Effect
  let way: Way
  /// Commands that the user types before, in the same run.
  let typed: [String]
  /// Commands that the user has typed in an earlier run.
  var prepared: [String] = []
  /// The ends of the paths that `typed` changes each time.
  var ownPaths: [String] = []

  init(
    _ name: String, _ refused: [String: Set<Power>], _ effect: Effect, by way: Way = .file, after typed: [String] = [],
    _ lines: String...
  ) {
    testDescription = name
    (self.lines, self.refused, self.effect, self.way, self.typed) = (lines, refused, effect, way, typed)
  }

  /// The whole list for `--allow`.
  var powers: Set<Power> { refused.values.reduce(into: []) { $0.formUnion($1) } }

  static let all = favorites + files + network + accounts + sending + ways + disguises
}

extension HostileScript {
  private static let listed = ["favorites"]
  private static let kept = Effect.file("favorites.sqlite")

  private static func keeping(
    _ command: String, after typed: [String] = listed, _ lines: String...
  ) -> HostileScript {
    make(command, [command: [.favorites]], kept, after: typed, lines)
  }

  private static func make(
    _ name: String, _ refused: [String: Set<Power>], _ effect: Effect, by way: Way = .file, after typed: [String],
    _ lines: [String]
  ) -> HostileScript {
    HostileScript(name, refused, effect, by: way, after: typed, lines.joined(separator: "\n"))
  }

  private static let favorites = [
    keeping("favorite", "search munich --limit 1", "favorite 1"), keeping("unfavorite", "unfavorite 1-2"),
    keeping("note", "note 1 a note of a stranger"), keeping("rate", "rate 2 5"),
    keeping("add-favorite", "add-favorite Here --at 1,2 --list trips"),
    keeping("edit-favorite", "edit-favorite 1 --name Elsewhere"),
    HostileScript(
      "edit-favorite, inside its prompt", ["edit-favorite": [.favorites]], kept, after: listed, "edit-favorite 1",
      "name Elsewhere", "done"),
    keeping("import", "import places.gpx"), keeping("undo", after: [], "undo"), redo,
    keeping("restore", "restore 2"),
  ]

  private static let redo = {
    var script = keeping("redo", "redo")
    script.prepared = ["undo"]
    return script
  }()

  private static func writing(_ name: String, _ path: String, _ lines: String...) -> HostileScript {
    let command = ["output", "build"].first { lines[0].hasPrefix($0) } ?? "export"
    return make(name, [command: [.writeFile]], .file(path), after: [], lines)
  }

  private static let files = [
    writing("export", "work/new.csv", "export new.csv"),
    writing("export over a file", "work/places.gpx", "export places.gpx --overwrite"),
    make("export over a file, without a word", ["export": [.writeFile]], .nothing, after: [], ["export places.gpx"]),
    writing("export to a folder above", "outside/new.gpx", "export ../outside/new.gpx"),
    writing("export in a round-about way", "outside/new.html", "export ../work/../outside/./new.html"),
    writing("export to an absolute path", "outside/new.json", "export \"SANDBOX/outside/new.json\""),
    writing("export into the home folder", "home/.bashrc.csv", "export ~/.bashrc.csv"),
    writing("export through a link to a folder", "outside/new.kml", "export linked-folder/new.kml"),
    make("export over a link", ["export": [.writeFile]], .nothing, after: [], ["export linked.csv --overwrite"]),
    writing("export of a list", "work/list.md", "search munich; export list.md --of filtered"),
    writing("build", "work/new.gaz", "build places.gpx new.gaz"),
    writing("build over a file", "work/places.gpx", "build world places.gpx --overwrite"),
    make("build over a file, without a word", ["build": [.writeFile]], .nothing, after: [], ["build world places.gpx"]),
    writing("build to a folder above", "outside/new.gaz", "build world ../outside/new.gaz"),
    make(
      "build over a link", ["build": [.writeFile]], .nothing, after: [], ["build world linked.csv --overwrite"]),
    writing("output", "work/results.txt", "output results.txt", "search munich", "output"),
    writing("output to a folder above", "outside/results.txt", "output ../outside/results.txt", "search munich"),
  ]

  /// A public address, for which the server of the test is the proxy.
  private static let page = "http://93.184.216.34/page"
  private static let guest = ["login campus --guest"]

  private static let network = [
    HostileScript("open an address", ["open": [.network]], .request, "open SERVER/places.csv"),
    HostileScript("open another address", ["open": [.network]], .request, "open https://93.184.216.34/p.csv"),
    HostileScript(
      "build from an address", ["build": [.writeFile, .network]], .request, "build SERVER/places.csv new.gaz"),
    HostileScript("open in the background", ["open": [.network]], .request, "open SERVER/p.csv --background", "wait"),
    HostileScript(
      "refresh an address", ["refresh": [.network]], .request, after: ["open SERVER/places.csv --as far"],
      "refresh far"),
    HostileScript("refresh locations", ["refresh": [.network]], .request, after: guest, "refresh campus"),
    HostileScript(
      "locations", ["locations": [.network]], .request, after: ["login broken --guest"], "locations broken"),
    // What is not fetched is not listed; that is no error.
    HostileScript("more", ["more": [.network]], .request, after: guest, "locations --limit 5", "more --limit all"),
    HostileScript("restaurants", ["restaurants": [.network]], .request, "restaurants 1,2 --from overpass"),
    HostileScript("places", ["places": [.network]], .request, "places pizza near 1,2 --from nominatim"),
    HostileScript("a key", ["places": [.network]], .request, "places pizza near 1,2 --from yelp --refresh"),
    HostileScript("visit", ["visit": [.network]], .request, after: ["open linked.csv"], "search page", "visit 1"),
  ]

  private static let ada = ["login local --user ada", "locations"]
  private static let local = Effect.file("local.sqlite")
  private static let change = ["login down --user ada"]
  private static let unfetched = ["login broken --user ada"]
  /// The owner of all locations of the server.
  private static let bob = ["login campus --user bob", "locations --own"]

  private static let retryingChange = {
    var script = HostileScript(
      "outbox retry, of a change", ["outbox retry": [.account, .network]], .request, after: change, "outbox retry c1")
    // A login sends what waits, and writes down that it could not.
    script.ownPaths = ["changes.sqlite"]
    return script
  }()

  /// Without the power `account`, it sends nothing.
  static let refreshing = {
    var script = HostileScript(
      "refresh, which would send a change", ["refresh": [.account, .network]], .request, after: change, "refresh down")
    script.ownPaths = ["changes.sqlite"]
    return script
  }()

  private static let accounts = [
    HostileScript("login with a new account", ["login": [.account]], local, "login local --user eve --new"),
    HostileScript("login at a server", ["login": [.account, .network]], .request, "login campus --user ada"),
    HostileScript(
      "a password command", ["login": [.account, .network]], .program("password"), "login campus --user a"),
    HostileScript("the keyring", ["login": [.account, .network]], .program("secret-tool"), "login campus --user ada"),
    HostileScript(
      "logout, forgetting the password", ["logout": [.account]], .program("secret-tool"), after: ada, "logout --forget"),
    HostileScript(
      "logout at a server", ["logout": [.account, .network]], .program("secret-tool"),
      after: ["login campus --user ada"],
      "logout --forget"),
    HostileScript("post", ["post": [.account]], local, after: ada, "post oslo --url \(page) --unchecked"),
    HostileScript(
      "post, with a check", ["post": [.account, .network]], .request, after: ada, "post oslo --url \(page)"),
    HostileScript(
      "post, asking where it is", ["post": [.account, .network]], .request, after: ada,
      "post xyzzyplugh --url \(page) --unchecked"),
    HostileScript(
      "edit-location", ["edit-location": [.account, .network]], .request, after: ada, "edit-location 1 --url \(page)"),
    HostileScript("delete-location", ["delete-location": [.account]], local, after: ada, "delete-location 1"),
    HostileScript(
      "post at a server", ["post": [.account, .network]], .request, after: bob, "post oslo --url \(page) --unchecked"),
    HostileScript(
      "edit-location at a server", ["edit-location": [.account, .network]], .request, after: bob,
      "edit-location 1 --place oslo"),
    HostileScript(
      "edit-location at a server, without a check", ["edit-location": [.account, .network]], .request, after: bob,
      "edit-location 1 --url \(page) --unchecked"),
    HostileScript(
      "delete-location at a server", ["delete-location": [.account, .network]], .request, after: bob,
      "delete-location 1"),
    HostileScript("several locations", ["account": [.account]], .nothing, "account --multiple on"),
    HostileScript("several locations, as a setting", ["set": [.account]], .nothing, "set multiple on"),
    HostileScript(
      "several locations no more", ["undo": [.account]], .nothing, by: .sourced,
      after: ["set multiple off", "set multiple on"], "undo"),
    HostileScript(
      "several locations again", ["redo": [.account]], .nothing, by: .sourced, after: ["set multiple on", "undo"],
      "redo"),
    refreshing,
    HostileScript(
      "locations, which would send a change", ["locations": [.account, .network]], .request, after: unfetched,
      "locations broken"),
    retryingChange,
    HostileScript("outbox cancel, of a change", ["outbox cancel": [.account]], .file("changes"), "outbox cancel c1"),
  ]

  private static let contacts = Effect.file("contacts.sqlite")
  private static let outbox = Effect.file("outbox.sqlite")

  private static let sending = [
    HostileScript(
      "notify", ["notify": [.send]], .program("msmtp"), "search munich --limit 1", "check 1", "notify Anna --by mail"),
    HostileScript("add-contact", ["add-contact": [.send]], contacts, "add-contact Eve --mail eve@example.net"),
    HostileScript("edit-contact", ["edit-contact": [.send]], contacts, "edit-contact Anna --mail eve@example.net"),
    HostileScript("remove-contact", ["remove-contact": [.send]], contacts, "remove-contact Anna"),
    HostileScript("outbox retry", ["outbox retry": [.send]], .program("msmtp"), "outbox retry"),
    HostileScript("outbox retry, twice", ["outbox retry": [.send]], .program("msmtp"), "outbox retry 1 --again"),
    HostileScript("outbox cancel", ["outbox cancel": [.send]], outbox, "outbox cancel 1"),
    HostileScript("outbox clear", ["outbox clear": [.send]], outbox, "outbox clear 1"),
  ]

  private static let add = "add-favorite Here --at 1,2"
  private static let adding: [String: Set<Power>] = ["add-favorite": [.favorites]]

  private static let ways = [
    HostileScript("on the standard input", adding, kept, by: .piped, add),
    HostileScript("sourced", adding, kept, by: .sourced, add),
    HostileScript("sourced by another script", adding, kept, by: .nested, add),
    HostileScript(
      "an export, sourced by another script", ["export": [.writeFile]], .file("new"), by: .nested, "export new.csv"),
    HostileScript("an address, on the standard input", ["open": [.network]], .request, by: .piped, "open SERVER/p.csv"),
    HostileScript("a mail, sourced", ["outbox retry": [.send]], .program("msmtp"), by: .sourced, "outbox retry"),
    HostileScript("a replayed export", ["export": [.writeFile]], .file("new"), by: .replayed, add, "export new.csv"),
    HostileScript(
      "a replayed output", ["output": [.writeFile]], .file("new"), by: .replayed, "output new.txt", "search munich",
      "output"),
  ]

  /// Lines that look like something else, and lines that try to get powers. Most are errors; `add` at the end has none.
  private static let disguises = [
    HostileScript(
      "its own flags", adding, kept, "--allow=favorites", "-c \"\(add)\"", "gaz --allow=favorites -c \"\(add)\"",
      "set allow favorites", "set --allow favorites", "allow favorites", "\(add) --allow=favorites",
      "source x.gaz --allow=favorites", add),
    HostileScript(
      "settings that would answer", adding.merging(["account": [.account]]) { $1 }, kept, "set on-error continue",
      "set quiet on", "set format json", "set pager off", "account --multiple on", "timer on", add),
    HostileScript(
      "other spellings", adding, kept, "ADD-FAVORITE Here --at 1,2", "Add-Favorite Here --at 1,2",
      "\"add-favorite\" Here --at 1,2"),
    HostileScript("quotes inside the name", adding, kept, "add-\"fav\"orite \"He\"re --at \"1,2\""),
    HostileScript("blanks and tabs", adding, kept, "\t  add-favorite\tHere   --at 1,2  \r"),
    HostileScript("after a semicolon", adding, kept, "echo hello; help; \(add) # only a comment"),
    HostileScript("after a comment", adding, kept, "# \(add)\n  # \(add)\necho x # \(add)\n\(add)"),
    HostileScript("after a continuation", adding, kept, "echo first \\\n\(add)", "add-fav\\", "orite Here --at 1,2"),
    HostileScript("options first", adding, kept, "add-favorite --at 1,2 --list trips -- Here"),
    HostileScript("after a nested prompt", adding, kept, "edit-categories", add, "cancel", add),
    HostileScript("before the end", adding, kept, "\(add); quit", "export never.csv"),
    HostileScript(
      "commands of a shell", adding.merging(["export": [.writeFile]]) { $1 }, kept, "! touch made", "!touch made",
      "shell touch made", "sh -c \"touch made\"",
      "|touch made", "$(touch made)", "`touch made`", "!!", "!1", "!add", "history --run 1", "exec touch made",
      "open \"|touch made\"", "source \"|touch made\"", "source \"touch made|\"", "echo x > made",
      "search x | tee made",
      "export \"|touch made\"", add),
  ]
}
