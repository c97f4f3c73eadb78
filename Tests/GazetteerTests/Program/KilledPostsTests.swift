import Foundation
import Testing

/// The program ends, or is stopped, while a server that makes the ids itself is still working on a post.
struct KilledPostsTests {
  private let home: TemporaryFolder

  init() throws { home = try TemporaryFolder() }

  private func environment(at time: String) -> [String: String] {
    [
      "HOME": home.path, "XDG_CONFIG_HOME": home.path, "LC_ALL": "C.UTF-8", "TERM": "dumb", "GAZ_TOKEN_MAP": "sesame",
      "GAZ_NOW": time,
    ]
  }

  private static let login = "login map --user ada@example.org"
  private static let inWork = "the service may still be working on it"

  enum Way: CaseIterable, Sendable {
    case kill, interrupt
  }

  @Test(arguments: SlowPosting.Dialect.allCases, Way.allCases)
  func nothingIsPostedTwice(dialect: SlowPosting.Dialect, way: Way) throws {
    let slow = SlowPosting(dialect, .stored)
    let server = try slow.serve()
    try FileManager.default.createDirectory(atPath: home.path + "/gaz", withIntermediateDirectories: true)
    _ = try home.file("gaz/services.toml", slow.section(at: server.address))
    let terminal = try PseudoTerminal(columns: 120, rows: 40)
    try terminal.run(PseudoTerminal.gaz, environment: environment(at: "2026-05-01T11:59:59Z"))
    terminal.awaits("gaz> ")
    terminal.send(Self.login + "\r")
    terminal.awaits("no locations yet")
    terminal.send("post 1.5,2 --url https://example.org --unchecked\r")
    slow.arrived.wait()
    if way == .kill {
      terminal.signal(SIGKILL)
      #expect(terminal.exitCode() == -SIGKILL)
    } else {
      terminal.awaits("in the background")
      terminal.awaits("gaz> ")
      terminal.send("\u{3}")
      terminal.awaits("it may have been stored")
      terminal.send("refresh\r")
      terminal.awaits(Self.inWork)
      terminal.send("quit\r")
      #expect(terminal.exitCode() == 0)
    }
    let soon = try ProgramRun(
      ["-c", Self.login, "-c", "refresh", "-c", "outbox"], environment: environment(at: "2026-05-01T12:00:30Z"))
    #expect(soon.complaint.contains(Self.inWork) && soon.text.contains("post 1.5,2"), "\(soon)")
    #expect(slow.records == 0)
    slow.mayAct.signal()
    slow.hasActed.wait()
    let later = try ProgramRun(
      ["-c", Self.login, "-c", "refresh", "-c", "outbox"], environment: environment(at: "2026-05-01T13:00:00Z"))
    #expect(later.complaint.contains("sent 1 change") && later.text.contains("the outbox is empty"), "\(later)")
    #expect(slow.records == 1)
  }
}
