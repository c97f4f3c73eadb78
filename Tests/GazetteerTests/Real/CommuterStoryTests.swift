import Foundation
import GazetteerIndex
import Testing

@testable import GazetteerShell

/// The whole story of a commuter, by the program itself and with real servers: a station, restaurants that Overpass
/// knows (played by a server on this machine), a favorite with a note, two places checked, a friend told by mail
/// (aiosmtpd, with STARTTLS and a login), another one in a room of Matrix (Synapse), and a ride.
///
/// The same story without any network is the transcript `commuter.txt`.
@Suite(
  .serialized,
  .enabled(if: TestMachine.hasWorld, "the program was built without the world: Scripts/setup makes it"),
  .enabled(
    if: RealMailServer.isInstalled && RealMatrixServer.isInstalled,
    "aiosmtpd or Synapse is not installed: Scripts/test --services installs them"))
struct CommuterStoryTests {
  private static let password = "s3cret"
  private static let name = "real/commuter.txt"

  private let desk: DemoServer
  private let mails: RealMailServer
  private let rooms: RealMatrixServer

  init() throws {
    desk = try DemoServer()
    mails = try RealMailServer()
    rooms = try RealMatrixServer()
    let channels = """
      [mail]
      server = "smtp://localhost:\(try #require(mails.ports["starttls"]))"
      user = "max"
      from = "Max Muster <max@example.org>"
      [matrix]
      server = "\(rooms.address)"
      """
    try Data(channels.utf8).write(to: URL(fileURLWithPath: folder + "/config/gaz/channels.toml"))
  }

  /// The folder of the demo, with the settings and the data of its gaz.
  private var folder: String { (desk.program as NSString).deletingLastPathComponent }

  /// Plays lines as a script that may do everything. Returns them with the answers, as in a transcript.
  private func play(_ lines: [String], password: String = password, _ flags: String...) throws -> String {
    let scratch = try TemporaryFolder()
    let script = try scratch.file("story.gaz", lines.joined(separator: "\n") + "\n")
    let flags = ["--echo", "--no-input", "--allow=favorites,network,send"] + flags
    // Answers and notices in the order in which they came.
    let run = try ProgramRun(
      ["-c", "exec \"$0\" \"$@\" 2>&1", desk.program] + flags + ["-f", script], of: "/bin/sh",
      environment: [
        "LC_ALL": "C.UTF-8", "COLUMNS": "100", "GAZ_NOW": "2026-01-01T12:00:00Z", "GAZ_MAIL_PASSWORD": password,
        "GAZ_MATRIX_TOKEN": rooms.token, "SSL_CERT_FILE": mails.certificates,
      ])
    #expect(!run.text.contains(password) && !run.text.contains(rooms.token))
    return run.text.replacing(folder, with: "FOLDER").replacing(script, with: "story.gaz")
      .replacing(#/ in [0-9.]+ m?s;/#, with: ";")
  }

  private func transcript() throws -> (text: String, lines: [String]) {
    let path = TestMachine.transcripts + "/" + Self.name
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let story = text.split(separator: "\n", omittingEmptySubsequences: false).drop { $0.hasPrefix("#") }
    let lines = story.filter { $0.hasPrefix("> ") }.map { String($0.dropFirst(2)).replacing("FOLDER", with: folder) }
    return (story.joined(separator: "\n"), lines)
  }

  @Test func everyAnswerIsAsTheTranscriptTellsAndFriendsGetIt() throws {
    let story = try transcript()
    let told = try play(story.lines)
    #expect(told == story.text)
    // The mail, as the server has taken it.
    let mail = try mails.nextMail()
    #expect(mail.sender == "max@example.org" && mail.recipients == ["anna@example.net"])
    #expect(mail.isEncrypted && mail.user == "max")
    let read = try ReadMail(Array(mail.content.utf8))
    #expect(read.defects.isEmpty && read.types == ["text/plain", "text/html"])
    #expect(read.headers["Subject"] == "Dinner near Newark Penn Station")
    #expect(read.to == [["Anna", "anna@example.net"]] && read.from == [["Max Muster", "max@example.org"]])
    let (casa, grill) = ("40.746524,-74.169707", "40.738129,-74.157428")
    #expect(
      read.texts[0] == """
        Dinner after work?

        1) Casa Oliveira @ 44 Raymond Boulevard, 07105 Newark
           \(casa)
           geo:\(casa)
           https://www.openstreetmap.org/?mlat=40.746524&mlon=-74.169707#map=17/40.746524/-74.169707
           https://example.org/?place=900001
        2) Ferry Street Grill @ 371 Edison Place, 07105 Newark
           \(grill)
           geo:\(grill)
           https://www.openstreetmap.org/?mlat=40.738129&mlon=-74.157428#map=17/40.738129/-74.157428
           https://example.org/?place=900003

        Places: © OpenStreetMap contributors, ODbL (openstreetmap.org/copyright)
        """)
    for cell in ["Casa Oliveira</a> @ 44 Raymond Boulevard", "Ferry Street Grill</a> @ 371 Edison Place", casa, grill] {
      #expect(read.texts[1].contains(cell), "\(read.texts[1])")
    }
    // The messages, as the server has them for everybody in the room.
    let entry = "1) Ferry Street Grill @ 371 Edison Place, 07105 Newark geo:\(grill)"
    let credit = "Places: © OpenStreetMap contributors, ODbL (openstreetmap.org/copyright)"
    let messages = [
      RealMatrixServer.Content(msgtype: "m.text", body: "Dinner after work?\n\(entry)\n\(credit)", geo: nil),
      RealMatrixServer.Content(msgtype: "m.location", body: entry, geo: "geo:\(grill)"),
    ]
    #expect(try rooms.messages() == messages)
    // Nothing is sent again: the next mail is another one.
    #expect(try play(["outbox retry"]) == "> outbox retry\nnothing waits in the outbox\n")
    _ = try play(["search hoboken --limit 1", "check 1", "notify Anna --subject Second"])
    #expect(try ReadMail(Array(try mails.nextMail().content.utf8)).headers["Subject"] == "Second")
    #expect(try rooms.messages() == messages)
  }

  /// The control: what arrives is what the server lets in.
  @Test func withAWrongPasswordNothingArrivesUntilItIsRight() throws {
    let lines = [
      "search hoboken --limit 1", "check 1", "add-contact Anna --mail anna@example.net", "notify Anna", "outbox",
    ]
    let told = try play(lines, password: "wr0ng", "--on-error", "continue")
    #expect(told.contains("nothing was sent to \"Anna\"; localhost refuses the login"), "\(told)")
    #expect(told.contains("  failed  "), "\(told)")
    #expect(try play(["outbox retry"]) == "> outbox retry\nsent to Anna\n")
    let mail = try mails.nextMail()
    #expect(mail.isEncrypted && mail.recipients == ["anna@example.net"])
    #expect(try ReadMail(Array(mail.content.utf8)).texts[0].hasPrefix("1) Hoboken @ New Jersey, "))
    #expect(try play(["outbox retry"]) == "> outbox retry\nnothing waits in the outbox\n")
    #expect(try rooms.messages().isEmpty)
  }
}
