import Foundation
import Testing

@testable import GazetteerIndex
@testable import GazetteerServices

/// What `Scripts/demo-server` tells to type works, and leaves nothing behind.
@Suite(.serialized) struct DemoServerTests {
  @Test func aStudentPostsAndNothingIsLeftBehind() throws {
    let server = try DemoServer()
    let commands = try #require(server.commands["locations"])
    let scratch = try ScratchDirectory()
    let run = try server.play(commands, home: scratch.path + "/home")
    #expect(run.code == 0, "\(run)")
    #expect(
      run.complaint.hasInOrder([
        "logged in to demo as Sam Student (student)", "posted Newark", "updated Hoboken",
        "nominatim knows Prudential Center", "updated Prudential Center", "deleted Prudential Center",
        "logged out from demo",
      ]), "\(run)")
    #expect(run.text.contains("Sam Student") && run.text.contains("20 of at least 100 places"), "\(run)")
    let path = "/parse/classes/StudentLocation"
    #expect(server.prints("POST /parse/logout: 200"))
    #expect(
      server.printed.hasInOrder([
        "POST /parse/login: 200", "HEAD /page: 200", "POST \(path): 201", "PUT \(path)/", "DELETE \(path)/",
        "POST /parse/logout: 200",
      ]), "\(server.printed)")
    #expect(!FileManager.default.fileExists(atPath: scratch.path + "/home"), "the folders of the user are not used")
    let folder = (server.program as NSString).deletingLastPathComponent
    #expect(FileManager.default.fileExists(atPath: folder + "/state/gaz/changes.sqlite"), "those of the demo are")
    #expect(server.end() == 0)
    #expect(!FileManager.default.fileExists(atPath: folder))
    #expect(server.printed.hasSuffix("the servers have ended, and their folder is removed\n"))
  }

  /// A prompt that ends after the servers saves its session once more. The folder does not come back.
  @Test func thePromptMayEndAfterTheServers() throws {
    let server = try DemoServer()
    let folder = (server.program as NSString).deletingLastPathComponent
    let terminal = try PseudoTerminal()
    try terminal.run(
      server.program, [], environment: ["LC_ALL": "C.UTF-8", "TERM": "xterm", "PATH": "/usr/bin:/bin", "HOME": folder])
    terminal.awaits("gaz> ")
    // Ctrl-C is for gaz, not for what has started it.
    terminal.send("sear\u{3}")
    #expect(server.end() == 0)
    #expect(!FileManager.default.fileExists(atPath: folder))
    terminal.send("search munich\r")
    terminal.awaits("Bavaria")
    terminal.send("quit\r")
    #expect(terminal.exitCode() == 0)
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  @Test func aWrongPasswordIsRefusedByBothProtocols() throws {
    let server = try DemoServer()
    for (service, reason) in [("demo", "Invalid username/password"), ("onthemap", "invalid credentials")] {
      let run = try server.play(["login \(service) --user student"], password: "wrong")
      #expect(run.code == 4 && run.complaint.contains(reason), "\(run)")
    }
  }

  @Test func everybodyCanMakeAnAccountAndReadAllPages() throws {
    let server = try DemoServer()
    let run = try server.play([
      "login demo --user ada --new --name \"Ada Lovelace\"", "whoami", "logout", "login demo --guest", "refresh",
      "locations --limit 0",
    ])
    #expect(run.code == 0 && run.text.contains("Ada Lovelace (ada)"), "\(run)")
    // Of 150, one has no owner.
    #expect(
      run.text.contains("149 places") && run.complaint.contains("1 location of demo is never listed: it has no owner"),
      "\(run)")
    let again = try server.play(["login demo --user ada --new"])
    #expect(again.code != 0, "the name is taken: \(again)")
  }

  @Test func theOtherProtocolEndsItsSession() throws {
    let server = try DemoServer()
    let run = try server.play(try #require(server.commands["the"]))
    #expect(run.code == 0, "\(run)")
    #expect(
      run.complaint.hasInOrder([
        "logged in to onthemap as Sam Student (student)", "posted Munich", "logged out from onthemap",
      ]), "\(run)")
    #expect(server.prints("DELETE /udacity/v1/session: 200"))
  }

  @Test func restaurantsComeFromThreeProviders() throws {
    let server = try DemoServer()
    let run = try server.play(try #require(server.commands["restaurants"]))
    #expect(run.code == 0, "\(run)")
    #expect(
      run.text.hasInOrder([
        "Newark Penn Station", "OpenStreetMap contributors", "5 of 40 places", "OpenStreetMap contributors",
        "Pizzeria Due Binari", "3 places", "around Van Buren Library, New Jersey, US", "5 of 40 places",
        "Yelp (yelp.com)", "Kabul Corner", "★★★★★", "★★★★½", "5 of 40 places", "checked 2 places",
      ]), "\(run)")
    #expect(run.complaint.contains("saved Kabul Corner as a favorite"), "\(run)")
    for provider in ["GET /overpass/api/", "GET /nominatim/search", "GET /yelp/v3/businesses/search"] {
      #expect(server.prints(provider))
    }
  }

  @Test func friendsGetAMailAndAMessage() throws {
    let server = try DemoServer()
    let run = try server.play(try #require(server.commands["friends"]))
    #expect(run.code == 0, "\(run)")
    #expect(run.complaint.hasInOrder(["saved the contact Anna", "sent to Anna", "sent to Anna"]), "\(run)")
    #expect(server.prints("--- a mail from student@example.org to anna@example.org\nSubject: "))
    #expect(server.prints("--- a message for the topic dinner: "))
  }

  // MARK: faults

  private static let faults = [
    "refused: 503", "cut off before it was done", "its answer is lost", "answered after 3 s", "half of the body",
  ]

  private func client() -> WebClient {
    WebClient(WebClient.Surroundings(agent: "gaz/test", clock: { 0 }, pause: { _, _ in }, random: { 0 }))
  }

  @Test func requestsThatReadSurviveEveryFault() throws {
    let server = try DemoServer(["--faults", "2"])
    let client = client()
    for _ in 0..<8 {
      let request = WebRequest(try WebAddress(Untrusted(server.base + "/page")))
      #expect(try client.answer(to: request, cancellation: Cancellation()).status == 200)
    }
    #expect(server.prints(Self.faults[Self.faults.count - 1]))
    #expect(server.printed.hasInOrder(Self.faults), "\(server.printed)")
    // The control: without faults, none is printed.
    let other = try DemoServer()
    for _ in 0..<8 {
      let request = WebRequest(try WebAddress(Untrusted(other.base + "/page")))
      _ = try client.answer(to: request, cancellation: Cancellation())
    }
    for fault in Self.faults { #expect(!other.printed.contains(fault)) }
  }

  /// On a connection that was open before, libcurl repeats a request by itself if no answer comes.
  @Test func aMessageThatMustNotBeRepeatedIsSentOnce() throws {
    let server = try DemoServer(["--faults", "2"])
    let client = client()
    func send(_ number: Int) -> Bool {
      guard let address = try? WebAddress(Untrusted(server.base + "/hook")) else { return false }
      var request = WebRequest(address)
      (request.method, request.body) = (.post, Array("{\"message\":\"number \(number)\"}".utf8))
      return (try? client.answer(to: request, cancellation: Cancellation()).status) == 200
    }
    // Every second one fails: refused, cut off, done without an answer.
    #expect((1...6).map(send) == [true, false, true, false, true, false])
    #expect(server.prints("its answer is lost"))
    let printed = server.printed
    #expect((1...6).map { printed.components(separatedBy: "message: number \($0)\n").count - 1 } == [1, 0, 1, 0, 1, 1])
  }

  /// Each post arrives once, whatever happens to the requests.
  @Test func postsThroughFaultsAreNeitherLostNorRepeated() throws {
    let server = try DemoServer(["--faults", "3"])
    let towns = ["\"newark nj\"", "munich", "world:2988507", "\"rome italy\"", "oslo"]
    let posts = towns.map { "post \($0) --url \(server.base)/page" }
    let login = "login demo --user student"
    var run = try server.play(
      ["set on-error continue", login, "account --multiple on"] + posts, at: "2026-01-01T10:00:00Z")
    // A change whose answer was lost waits for a refresh, which may meet a fault too. The server may be working on it
    // for a while, so each refresh comes an hour later.
    for hour in 11..<21 where run.code != 0 || !run.text.hasSuffix("5 places\n") {
      run = try server.play([login, "refresh", "locations --own --limit 0"], at: "2026-01-01T\(hour):00:00Z")
    }
    #expect(run.code == 0 && run.text.hasSuffix("5 places\n"), "\(run)\n\(server.printed)")
    for fault in Self.faults.prefix(3) { #expect(server.printed.contains(fault)) }
  }
}

extension String {
  /// Whether it contains the texts one after the other.
  fileprivate func hasInOrder(_ texts: [String]) -> Bool {
    var rest = self[...]
    for text in texts {
      guard let found = rest.range(of: text) else { return false }
      rest = rest[found.upperBound...]
    }
    return true
  }
}
