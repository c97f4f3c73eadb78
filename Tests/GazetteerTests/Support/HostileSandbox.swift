import Foundation
import GazetteerSession
import Synchronization
import Testing

/// A user's home folder and working folder, a server, and programs that leave a trace, for a script that must not reach
/// any of them.
final class HostileSandbox {
  /// What a script has done, besides what the user's own commands before it do.
  struct Effects {
    let run: ProgramRun
    /// The files, folders and links whose names, bytes or modes changed.
    let paths: [String]
    let requests: Int
    /// The requests that change something at a server.
    let sent: Int
    /// How often each program was started.
    let programs: [String: Int]

    var isNothing: Bool { paths.isEmpty && requests == 0 && programs.isEmpty }
  }

  let path: String
  private let folder: TemporaryFolder
  private let server: LoopbackServer
  private var environment: [String: String]

  /// The user's own files: favorites with a past, a contact, a message that was not sent, a location at `local`, and a
  /// change that waits for the service `down`. Made once, by the program itself.
  private static let home = Result { () throws -> [Item] in
    let sandbox = try HostileSandbox([])
    let lines = [
      "add-favorite Home --at 1,2", "add-favorite Work --at 3,4", "favorites", "rate 1 3", "rate 2 4",
      "add-contact Anna --mail anna@example.org", "login local --user ada --new",
      "post munich --url https://example.org --unchecked", "login down --user ada",
      "post munich --url https://example.org --unchecked --to down", "search munich --limit 1", "check 1",
      "notify Anna --by mail",
    ]
    // A mail that cannot be handed over.
    try FileManager.default.removeItem(atPath: sandbox.path + "/bin/msmtp")
    let end = try sandbox.run(["--no-input", "--on-error", "continue", "--allow=favorites,account,send"], lines)
    for said in ["gave Work", "saved the contact Anna", "the change waits", "outbox retry 1"] {
      #expect(end.complaint.contains(said), "\(end)")
    }
    return try sandbox.items(in: "home")
  }

  /// A file, a folder or a link.
  private struct Item: Sendable {
    let path: String
    let mode: Int
    /// The bytes of a file; where a link leads; nil for a folder.
    let content: Data?
    let isLink: Bool
  }

  convenience init() throws { try self.init(Self.home.get()) }

  /// - Parameter home: what is in the home folder at first.
  private init(_ home: [Item]) throws {
    folder = try TemporaryFolder()
    path = folder.path
    server = try LoopbackServer(Self.serve)
    let files = FileManager.default
    for name in ["bin", "work", "outside"] {
      try files.createDirectory(atPath: path + "/" + name, withIntermediateDirectories: false)
    }
    for item in home {
      if let content = item.content {
        try content.write(to: URL(filePath: path + "/" + item.path))
      } else {
        try files.createDirectory(atPath: path + "/" + item.path, withIntermediateDirectories: true)
      }
      try #require(chmod(path + "/" + item.path, mode_t(item.mode)) == 0)
    }
    try files.createDirectory(atPath: path + "/home/.config/gaz", withIntermediateDirectories: true)
    environment = ["HOME": path + "/home", "PATH": path + "/bin:/usr/bin:/bin", "http_proxy": server.address]
    environment["https_proxy"] = server.address
    for name in ["OVERPASS", "NOMINATIM", "YELP"] { environment["GAZ_\(name)_URL"] = server.address }
    environment.merge(
      [
        "GAZ_YELP_KEY": "k", "GAZ_TOKEN_LOCAL": "pw", "GAZ_TOKEN_DOWN": "pw", "GAZ_TOKEN_BROKEN": "pw",
        "GAZ_NOW": "2026-01-01T12:00:00Z",
        "VISUAL": path + "/bin/editor", "GAZ_PAGER": path + "/bin/pager", "DISPLAY": ":9", "LC_ALL": "C.UTF-8",
        "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent",
      ]
    ) { $1 }
    try fill()
  }

  private func fill() throws {
    for program in ["msmtp", "sendmail", "secret-tool", "xdg-open", "editor", "pager", "apprise"] {
      let file = try folder.file("bin/" + program, "#!/bin/sh\necho \(program) >>'\(path)/trace'\ncat >/dev/null\n")
      try #require(chmod(file, 0o700) == 0)
    }
    let services = [("campus", "v1"), ("broken", "broken/v1"), ("down", "down/v1")].map { name, end in
      "[\(name)]\ndialect = \"kinto\"\nurl = \"\(server.address)/\(end)\"\n"
    }
    let command = "password-command = \"echo password >>'\(path)/trace'; echo pw\"\n"
    _ = try folder.file(
      "home/.config/gaz/services.toml", services[0] + command + services[1] + services[2])
    _ = try folder.file(
      "home/.config/gaz/channels.toml", "[mail]\nprogram = \"msmtp\"\nfrom = \"max@example.org\"\n")
    _ = try folder.file(
      "work/places.gpx", "<gpx version=\"1.1\"><wpt lat=\"5\" lon=\"6\"><name>Import</name></wpt></gpx>")
    let target = try folder.file("outside/target.csv", "name,lat,lon,url\npage,1,2,http://93.184.216.34/page\n")
    try FileManager.default.createSymbolicLink(atPath: path + "/work/linked.csv", withDestinationPath: target)
    try FileManager.default.createSymbolicLink(
      atPath: path + "/work/linked-folder", withDestinationPath: path + "/outside")
  }

  /// Enough of a Kinto server with many locations, and of providers of places.
  private static func serve(_ request: LoopbackServer.Request, _ connection: LoopbackServer.Connection) {
    let isForRecords = request.path.contains("/records")
    if request.path.hasPrefix("/down"), isForRecords, request.method != "GET" {
      return connection.answer(503, ["Retry-After: 3600"])
    }
    if request.path.hasPrefix("/broken"), isForRecords { return connection.answer(404) }
    if request.path.hasSuffix(".csv") { return connection.answer(200, [], "id,name,lat,lon\n1,A,1,2\n") }
    guard request.path.hasPrefix("/v1"), isForRecords, request.method == "GET" else {
      return connection.answer(200, [], #"{"user":{"id":"account:ada"},"data":[],"elements":[]}"#)
    }
    let records = (0..<100).map { number in
      """
      {"id":"r\(request.number)-\(number)","last_modified":\(1_000_000 - request.number * 100 - number),\
      "uniqueKey":"account:bob","firstName":"Bob","lastName":"","mapString":"Here","mediaURL":"https://example.org",\
      "latitude":1,"longitude":2}
      """
    }
    let next = "Next-Page: http://\(request.header("Host") ?? "")\(request.path)&_token=\(request.number)"
    connection.answer(200, [next], "{\"data\":[\(records.joined(separator: ","))]}")
  }

  /// The script with this sandbox in the places where it names one.
  private func text(_ lines: [String]) -> String {
    lines.map { $0.replacing("SANDBOX", with: path).replacing("SERVER", with: server.address) + "\n" }.joined()
  }

  /// Runs a script, after the user's own commands.
  func effects(of script: HostileScript, allowing powers: Set<Power>) throws -> Effects {
    try write(script)
    if !script.prepared.isEmpty { _ = try run([], script.prepared) }
    let first = try (counts: counts, programs: programs())
    // The same commands as before the script.
    if !script.typed.isEmpty { _ = try run(["--on-error", "continue"], script.typed) }
    let before = try (files: files(), counts: counts, programs: programs())
    var flags = ["--on-error", "continue"]
    if !powers.isEmpty { flags.append("--allow=" + powers.list) }
    let end = try run(script, flags)
    let after = try (files: files(), counts: counts, programs: programs())
    let paths = Set(before.files.keys).union(after.files.keys).filter { path in
      before.files[path] != after.files[path] && !script.ownPaths.contains { path.hasSuffix($0) }
    }.sorted()
    func more(_ name: KeyPath<Counts, Int>) -> Int {
      (after.counts[keyPath: name] - before.counts[keyPath: name])
        - (before.counts[keyPath: name] - first.counts[keyPath: name])
    }
    var started: [String: Int] = [:]
    for (name, count) in after.programs {
      let own = before.programs[name, default: 0]
      let more = (count - own) - (own - first.programs[name, default: 0])
      if more != 0 { started[name] = more }
    }
    return Effects(run: end, paths: paths, requests: more(\.all), sent: more(\.sent), programs: started)
  }

  private func run(_ script: HostileScript, _ flags: [String]) throws -> ProgramRun {
    switch script.way {
    case .file: try run(flags, script.typed, ["-f", "x.gaz"])
    case .piped: try run(flags, [], input: text(script.lines))
    case .sourced: try run(flags, script.typed + ["source x.gaz"])
    case .nested: try run(flags, script.typed, ["-f", "y.gaz"])
    case .replayed: try run(flags, [], ["replay", "x.gaz"])
    }
  }

  /// Writes the files of a script.
  func write(_ script: HostileScript) throws {
    _ = try folder.file("work/x.gaz", text(script.lines))
    _ = try folder.file("work/y.gaz", "echo hello\nsource x.gaz\n")
  }

  /// Runs the program without a terminal.
  private func run(
    _ flags: [String], _ typed: [String], _ rest: [String] = [], input: String = ""
  ) throws -> ProgramRun {
    let commands = typed.flatMap { ["-c", text([$0]).trimmingCharacters(in: .newlines)] }
    return try ProgramRun(
      ["--wait", PseudoTerminal.gaz] + flags + commands + rest, of: "/usr/bin/setsid", input: Array(input.utf8),
      in: path + "/work", environment: environment)
  }

  /// Starts the program at a terminal.
  func start(on terminal: PseudoTerminal) throws {
    var environment = environment
    environment["TERM"] = "xterm"
    try terminal.run("/bin/sh", ["-c", "cd '\(path)/work' && exec '\(PseudoTerminal.gaz)'"], environment: environment)
  }

  var requests: Int { server.requests.count }

  /// How many requests the server got, and how many of them to change something.
  private struct Counts {
    let all: Int
    let sent: Int
  }

  private var counts: Counts {
    let requests = server.requests
    return Counts(all: requests.count, sent: requests.count { $0.method != "GET" })
  }

  /// How often each program was started.
  func programs() throws -> [String: Int] {
    let trace = (try? String(contentsOfFile: path + "/trace", encoding: .utf8)) ?? ""
    return Dictionary(trace.split(separator: "\n").map { (String($0), 1) }, uniquingKeysWith: +)
  }

  /// What each file, folder and link is, by its path.
  func files() throws -> [String: String] {
    let items = try ["home", "work", "outside"].flatMap(items)
    return Dictionary(
      items.map { item in
        let content = item.content?.base64EncodedString() ?? "a folder"
        return (item.path, "\(String(item.mode, radix: 8)) \(item.isLink) \(content)")
      }
    ) { $1 }
  }

  /// A folder comes before what is in it.
  private func items(in top: String) throws -> [Item] {
    let files = FileManager.default
    let names = (files.enumerator(atPath: path + "/" + top)?.allObjects as? [String] ?? []).sorted()
    return try ([top] + names.map { top + "/" + $0 }).map { name in
      let attributes = try files.attributesOfItem(atPath: path + "/" + name)
      let mode = attributes[.posixPermissions] as? Int ?? 0
      switch attributes[.type] as? FileAttributeType {
      case .typeSymbolicLink?:
        let target = try files.destinationOfSymbolicLink(atPath: path + "/" + name)
        return Item(path: name, mode: mode, content: Data(target.utf8), isLink: true)
      case .typeRegular?:
        let content = try Data(contentsOf: URL(filePath: path + "/" + name))
        return Item(path: name, mode: mode, content: content, isLink: false)
      default: return Item(path: name, mode: mode, content: nil, isLink: false)
      }
    }
  }
}
