import Foundation
import GazetteerIndex
import Testing

@testable import GazetteerServices
@testable import GazetteerShell

/// The program ends while it waits for the link of a post. Later runs go on with it.
@Suite(.serialized) struct UncheckedLinkTests {
  enum Ending: CaseIterable, Sendable {
    case kill, quit
  }

  /// A page that is silent at its first request.
  private final class Page: Sendable {
    let reached = Mailbox<Bool>()
    let server: LoopbackServer

    init(then status: Int) throws {
      server = try LoopbackServer { [reached] request, connection in
        guard request.number == 0 else { return connection.answer(status) }
        reached.post(true)
        connection.waitForClient()
      }
    }
  }

  private let home: ScratchDirectory

  init() throws { home = try ScratchDirectory() }

  private var environment: [String: String] {
    ["HOME": home.path, "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TERM": "dumb", "GAZ_TOKEN": "open sesame"]
  }

  private func run(_ commands: String) throws -> ProgramRun {
    try ProgramRun(["--no-input", "-c", commands], environment: environment)
  }

  private func start() throws -> PseudoTerminal {
    let terminal = try PseudoTerminal()
    try terminal.run(PseudoTerminal.gaz, ["--no-rc"], environment: environment)
    terminal.awaits("gaz> ")
    terminal.send("login --user ada\r")
    terminal.awaits("logged in to local as ada")
    terminal.awaits("gaz> ")
    return terminal
  }

  /// What waits since an earlier run is told at the start. The controls: before the first change and after the last one,
  /// nothing is, and a start makes no file of changes.
  @Test func aStartSaysWhatWaits() throws {
    let path = home.path + "/.local/state/gaz/changes.sqlite"
    func start(saying sentence: String?) throws {
      let terminal = try PseudoTerminal(columns: 100)
      try terminal.run(PseudoTerminal.gaz, ["--no-rc"], environment: environment)
      if let sentence { terminal.awaits(sentence) }
      terminal.awaits("gaz> ")
      terminal.send("wait; echo done\r")
      terminal.awaits("done")
      terminal.send("quit\r")
      #expect(terminal.exitCode() == 0)
      if sentence == nil { #expect(!String(decoding: terminal.drawn, as: UTF8.self).contains("waits to be sent")) }
    }
    try start(saying: nil)
    #expect(!FileManager.default.fileExists(atPath: path))
    let pending = PendingChanges(path: path)
    let account = Account(service: "campus", key: Untrusted("k"), user: Untrusted("ada"))
    let draft = LocationDraft(place: Untrusted("here"), url: Untrusted("https://example.org"), coordinate: nil)
    let number = try pending.add(.create(draft, clientID: "c"), for: account, Cancellation())
    try start(saying: "1 change waits to be sent; try: login campus --user ada")
    _ = try pending.cancel(try #require(number))
    try start(saying: nil)
  }

  /// If the link answers later, the location is stored. The control: if it does not, the user is told, and nothing is.
  @Test(arguments: Ending.allCases, [200, 404]) func aPostOutlivesTheProgram(ending: Ending, status: Int) throws {
    let made = try run("login --user ada --new")
    #expect(made.code == 0, "\(made)")
    let page = try Page(then: status)
    let terminal = try start()
    terminal.send("post munich --url \(page.server.address)/ada\r")
    #expect(page.reached.hasMail())
    switch ending {
    case .kill:
      terminal.signal(SIGKILL)
      #expect(terminal.exitCode() == -SIGKILL)
    case .quit:
      terminal.awaits("in the background")
      terminal.send("quit\r")
      terminal.awaits("your next login to local goes on with it")
      #expect(terminal.exitCode() == 0)
    }
    let listed = try run("outbox; whoami")
    #expect(
      listed.text.contains("its link was not checked yet") && listed.complaint.contains("try: login local --user ada"),
      "\(listed)")
    let later = try run("login --user ada; locations")
    #expect(later.code == (status == 200 ? 0 : 1), "\(later)")
    #expect(later.text.contains("Munich, Bavaria, DE") == (status == 200), "\(later)")
    #expect(try run("outbox").text == "the outbox is empty\n")
    let told =
      status == 200
      ? "sent 1 change that had to wait\n"
      : "not stored: Munich, Bavaria, DE (\(page.server.address)/ada); 127.0.0.1 answered 404 (not found); "
        + "try: post PLACE --url URL with another link, or with --unchecked"
    #expect(later.complaint.contains(told), "\(later)")
  }

  /// Ctrl-C on an empty line cancels it, so nothing is left. The control: on a line with text, only the text is dropped.
  @Test func ctrlCCancelsAPostInTheBackground() throws {
    _ = try run("login --user ada --new")
    let page = try Page(then: 200)
    let terminal = try start()
    terminal.send("post munich --url \(page.server.address)/ada\r")
    #expect(page.reached.hasMail())
    terminal.awaits("in the background")
    terminal.awaits("gaz> ")
    terminal.send("echo no")
    terminal.awaits("echo no")
    terminal.send("\u{3}")
    terminal.awaits("gaz> ")
    terminal.send("outbox\r")
    terminal.awaits("post Munich")
    terminal.awaits("gaz> ")
    terminal.send("\u{3}")
    terminal.awaits("stopped; nothing was sent to local")
    terminal.awaits("gaz> ")
    terminal.send("outbox\r")
    terminal.awaits("the outbox is empty")
    terminal.send("locations --limit 0\r")
    terminal.awaits("0 places")
    terminal.send("quit\r")
    #expect(terminal.exitCode() == 0)
  }

  /// Ctrl-C before the change is written down, because another program is writing: nothing was sent, and nothing waits.
  @Test func ctrlCCancelsAPostThatIsNotWrittenYet() throws {
    _ = try run("login --user ada --new")
    let path = home.path + "/.local/state/gaz/changes.sqlite"
    let pending = PendingChanges(path: path)
    let account = Account(service: "campus", key: Untrusted("k"), user: Untrusted("ada"))
    let draft = LocationDraft(place: Untrusted("here"), url: Untrusted("https://example.org"), coordinate: nil)
    let number = try pending.add(.create(draft, clientID: "c"), for: account, Cancellation())
    _ = try pending.cancel(try #require(number))
    let page = try LoopbackServer.answering()
    let terminal = try start()
    let other = try Database(path: path, cancellation: Cancellation())
    try other.run("BEGIN IMMEDIATE")
    terminal.send("post munich --url \(page.address)/ada\r")
    terminal.awaits("in the background")
    terminal.awaits("gaz> ")
    terminal.send("\u{3}")
    terminal.awaits("stopped; nothing was sent to local")
    try other.run("ROLLBACK")
    terminal.awaits("gaz> ")
    terminal.send("outbox\r")
    terminal.awaits("the outbox is empty")
    terminal.send("quit\r")
    #expect(terminal.exitCode() == 0)
    #expect(page.requests.isEmpty)
  }
}
