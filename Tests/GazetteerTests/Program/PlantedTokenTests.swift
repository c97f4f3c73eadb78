import Foundation
import GazetteerIndex
import Synchronization
import Testing

/// A planted password is sent to a service, and is in no answer, error, file or list of processes (S4). The service is
/// as unhelpful as it can be: it repeats what it gets.
@Suite(.serialized) struct PlantedTokenTests {
  private static let planted = "planted-password"
  private static let login = Data("ada:\(planted)".utf8).base64EncodedString()

  private static let hidden = "the reason is not shown, because it repeats a secret"

  private let home: ScratchDirectory

  init() throws {
    home = try ScratchDirectory()
    try FileManager.default.createDirectory(
      atPath: home.path + "/.config/gaz", withIntermediateDirectories: true)
  }

  /// What happens to a request.
  private enum Mood { case friendly, refusing, silent, repeating }

  /// What `ps` showed of programs of this test while a request was answered.
  private final class Seen: Sendable {
    private let text = Mutex("")
    var all: String { text.withLock { $0 } }

    func look(for home: String) {
      let ids = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
      for id in ids where id.allSatisfy(\.isNumber) {
        guard let environment = FileManager.default.contents(atPath: "/proc/\(id)/environ"),
          environment.range(of: Data(home.utf8)) != nil,
          let line = FileManager.default.contents(atPath: "/proc/\(id)/cmdline")
        else { continue }
        text.withLock { $0 += String(decoding: line, as: UTF8.self) + "\n" }
      }
    }
  }

  private func server(_ seen: Seen, _ mood: @escaping @Sendable (LoopbackServer.Request) -> Mood) throws
    -> LoopbackServer
  {
    let home = home.path
    let server = try LoopbackServer { request, connection in
      seen.look(for: home)
      let header = request.header("Authorization") ?? ""
      switch mood(request) {
      case .friendly: connection.answer(200, [], #"{"data": []}"#)
      case .refusing:
        connection.answer(400, [], #"{"message": "echo: \#(header) \#(Self.planted) \#(Self.login)"}"#)
      case .repeating:
        let record =
          #"{"id":"n1","uniqueKey":"account:eve","firstName":"Eve","lastName":"\#(Self.planted)","#
          + #""mapString":"\#(header)","mediaURL":"http://example.org/\#(Self.planted)","#
          + #""latitude":1,"longitude":2,"last_modified":1700000000000}"#
        let names = #"{"id":"ada","firstName":"Ada","lastName":"\#(Self.planted)"}"#
        let data = request.path.contains("records") ? "[" + record + "]" : names
        connection.answer(200, [], #"{"data": \#(data)}"#)
      case .silent: connection.reset()
      }
    }
    let text = "[campus]\ndialect = \"kinto\"\nurl = \"\(server.address)/v1\"\n"
    try Data(text.utf8).write(to: URL(fileURLWithPath: home + "/.config/gaz/services.toml"))
    return server
  }

  private func run(_ lines: String..., input: String = "", environment: [String: String]) throws -> ProgramRun {
    try ProgramRun(
      ["--no-input", "--on-error", "continue", "--allow=network,account,write-file"] + lines.flatMap { ["-c", $0] },
      input: Array(input.utf8), environment: ["HOME": home.path].merging(environment) { $1 })
  }

  private func expectNowhere(_ run: ProgramRun, _ seen: Seen) throws {
    for secret in [Self.planted, Self.login] {
      #expect(!run.description.contains(secret), "\(run)")
      #expect(!seen.all.contains(secret))
      for name in try FileManager.default.subpathsOfDirectory(atPath: home.path) {
        guard let content = FileManager.default.contents(atPath: home.path + "/" + name) else { continue }
        #expect(content.range(of: Data(secret.utf8)) == nil, "\(name)")
      }
    }
    #expect(seen.all.contains("gaz"), "or this proves nothing")
  }

  @Test(arguments: [true, false]) func aRefusedLoginRepeatsNothing(isFromInput: Bool) throws {
    let seen = Seen()
    let server = try server(seen) { _ in .refusing }
    let run = try run(
      "login campus --user ada" + (isFromInput ? " --token-stdin" : ""), input: isFromInput ? Self.planted + "\n" : "",
      environment: isFromInput ? [:] : ["GAZ_TOKEN": Self.planted])
    #expect(server.requests.contains { $0.header("Authorization") == "Basic " + Self.login }, "or this proves nothing")
    #expect(run.code == 4 && run.complaint.contains(Self.hidden), "\(run)")
    try expectNowhere(run, seen)
  }

  /// A change waits in a file, another one is refused; both are exported, recorded and listed.
  @Test func aSessionLeavesNothing() throws {
    let seen = Seen()
    let server = try server(seen) { request in
      guard request.method == "PUT" else { return .friendly }
      return request.body.contains("refused") ? .refusing : .silent
    }
    let run = try run(
      "output \(home.path)/recorded.txt", "login campus --user ada", "whoami --json", "account",
      "post 48.1,11.5 --url https://example.org/refused --unchecked",
      "post 48.1,11.5 --url https://example.org/waits --unchecked", "locations --json", "outbox", "output",
      "export \(home.path)/all.csv --of filtered", "about", environment: ["GAZ_TOKEN": Self.planted])
    #expect(server.requests.count { $0.header("Authorization") == "Basic " + Self.login } >= 4)
    #expect(run.complaint.contains(Self.hidden), "\(run)")
    #expect(run.complaint.contains("the change waits"), "\(run)")
    try expectNowhere(run, seen)
    // The control: what else was typed is in files.
    let files = try FileManager.default.subpathsOfDirectory(atPath: home.path)
    #expect(
      files.contains { name in
        FileManager.default.contents(atPath: home.path + "/" + name)?.range(of: Data("example.org/waits".utf8)) != nil
      })
  }

  /// The service repeats the password as a name and in records, which are listed, exported and made favorites.
  @Test func answersThatRepeatItLeaveNothing() throws {
    let seen = Seen()
    let server = try server(seen) { _ in .repeating }
    let run = try run(
      "output \(home.path)/recorded.txt", "login campus --user ada", "whoami --json", "locations", "locations --json",
      "favorite 1", "favorites --json", "output", "locations", "export \(home.path)/all.csv --of filtered",
      environment: ["GAZ_TOKEN": Self.planted])
    #expect(server.requests.contains { $0.header("Authorization") == "Basic " + Self.login }, "or this proves nothing")
    #expect(run.description.contains("(not shown: it repeats a secret)"), "\(run)")
    try expectNowhere(run, seen)
  }

  /// A program that is started, here the one that knows a password, does not get the variables with others.
  @Test func otherProgramsDoNotGetIt() throws {
    let seen = Seen()
    let server = try server(seen) { _ in .friendly }
    let text =
      "[campus]\ndialect = \"kinto\"\nurl = \"\(server.address)/v1\"\n"
      + "password-command = \"env > $HOME/variables; echo other\"\n"
    try Data(text.utf8).write(to: URL(fileURLWithPath: home.path + "/.config/gaz/services.toml"))
    let run = try run(
      "login campus --user ada",
      environment: ["GAZ_TOKEN_ELSEWHERE": Self.planted, "GAZ_MAIL_PASSWORD": Self.planted, "OTHER": "control"])
    let variables = try String(contentsOfFile: home.path + "/variables", encoding: .utf8)
    #expect(variables.contains("OTHER=control"), "\(run)")
    try expectNowhere(run, seen)
  }
}
