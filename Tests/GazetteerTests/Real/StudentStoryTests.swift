import Foundation
import GazetteerIndex
import Testing

/// The whole story of a student, by the program itself at a terminal and with a real Kinto server: errors of logins,
/// posts that are checked, asked about and stored, other people, changes, deletions, and what a guest may do.
///
/// The same story without any network is the transcript `student.txt`.
@Suite(
  .serialized,
  .enabled(if: TestMachine.hasWorld, "the program was built without the world: Scripts/setup makes it"),
  .enabled(if: KintoServer.isInstalled, KintoServer.absent))
struct StudentStoryTests {
  private static let path = TestMachine.transcripts + "/real/student.txt"
  /// What is typed as passwords, one after the other.
  private static let passwords =
    [
      "", "s3cret-1", "s3cret-2", "s3cret-ada", "s3cret-ada", "s3cret-x", "s3cret-x", "wr0ng-pw", "s3cret-ada",
      "s3cret-ada",
    ]
    + ["s3cret-bob", "s3cret-bob", "s3cret-ada"]
  /// The places at the server whenever a question is asked, and at the end; the newest first.
  private static let stored = [
    ["Munich, Bavaria, DE"], ["Munich, Bavaria, DE"],
    ["Paris, Ile-de-France, FR", "Springfield, Massachusetts, US", "Zürich, Zurich, CH"],
    ["Paris, Ile-de-France, FR", "Springfield, Massachusetts, US", "Zürich, Zurich, CH"],
    ["Paris, Ile-de-France, FR", "Springfield, Massachusetts, US"],
  ]

  private let server: KintoServer
  /// The servers of links, behind a proxy, and a server that knows no place.
  private let others: LoopbackServer
  private let folder: TemporaryFolder

  init() throws {
    server = try KintoServer()
    others = try LoopbackServer { request, connection in
      connection.answer(request.path.hasSuffix("/gone") ? 410 : 200, [], "[]")
    }
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.path + "/.config/gaz", withIntermediateDirectories: true)
    let services = """
      [campus]
      dialect = "kinto"
      url = "\(server.address)"
      [down]
      dialect = "kinto"
      url = "http://127.0.0.1:\(try LoopbackServer.closedPort())/v1"
      """
    _ = try folder.file(".config/gaz/services.toml", services)
  }

  /// The lines of the transcript: what is typed as commands, what is asked, and all.
  private func transcript() throws -> (commands: [String], questions: [String], text: String) {
    let text = try String(contentsOfFile: Self.path, encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).drop { $0.hasPrefix("#") }
    return (
      lines.filter { $0.hasPrefix("> ") }.map { String($0.dropFirst(2)) },
      lines.filter { $0.contains("[y/N]") || $0.hasPrefix("password of ") || $0.hasPrefix("the same again:") }
        .map(String.init), lines.joined(separator: "\n")
    )
  }

  @Test func everyAnswerIsAsTheTranscriptTellsAndTheServerHasIt() throws {
    let story = try transcript()
    let script = try folder.file("story.gaz", story.commands.joined(separator: "\n") + "\n")
    let terminal = try PseudoTerminal(columns: 100, rows: 40)
    try terminal.run(
      PseudoTerminal.gaz,
      ["--echo", "--on-error", "continue", "--allow=account,network", "-f", script],
      // A terminal of an unknown kind: without colors, and with all marks.
      environment: [
        "HOME": folder.path, "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TERM": "",
        "http_proxy": others.address, "GAZ_NOMINATIM_URL": others.address,
      ])
    var passwords = Self.passwords
    var stored: [[String]] = []
    for question in story.questions {
      guard let answer = question.split(separator: "[y/N]", omittingEmptySubsequences: false).dropFirst().first else {
        terminal.awaits(question.hasPrefix("password") ? question.prefix { $0 != ":" } + ": " : "the same again: ")
        terminal.send(passwords.removeFirst() + "\r")
        continue
      }
      terminal.awaits("[y/N] ")
      stored.append(try server.scan().map(\.place))
      terminal.send(answer.trimmingCharacters(in: .whitespaces) + "\r")
    }
    #expect(terminal.exitCode() == 2)
    stored.append(try server.scan().map(\.place))
    #expect(stored == Self.stored)
    let told = String(decoding: terminal.drawn.filter { $0 != 0x0D }, as: UTF8.self)
    #expect(passwords.isEmpty && !Self.passwords.contains { !$0.isEmpty && told.contains($0) })
    let shown = told.replacing(script, with: "story.gaz").replacing(":\(server.port)", with: ":PORT1")
      .replacing(#/20\d\d-\d\d-\d\d \d\d:\d\d/#, with: "2026-01-01 12:00")
      // A service that is down is asked several times. If that takes long, a line says so.
      .replacing(#/logging in to down as ada: \d+ s\n/#, with: "")
      // A blank follows each question.
      .replacing(": \n", with: ":\n")
    #expect(shown == story.text)
  }
}
