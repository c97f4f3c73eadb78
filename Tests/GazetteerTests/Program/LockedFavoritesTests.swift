import Foundation
import GazetteerIndex
import Testing

@testable import GazetteerServices

/// Favorites that another program holds, or that cannot be read at all. This process is the other program.
@Suite(.serialized) struct LockedFavoritesTests {
  private let home: ScratchDirectory
  private var data: String { home.path + "/data" }
  private var file: String { data + "/favorites.sqlite" }

  init() throws {
    home = try ScratchDirectory()
    _ = try ProgramRun(["--data", home.path + "/data", "-c", "add-favorite One --at 1,2"])
  }

  /// Locks the file against readers and writers.
  private func lock() throws -> Database {
    let other = try Database(path: file)
    try other.run("BEGIN EXCLUSIVE")
    return other
  }

  private func prompt() throws -> PseudoTerminal {
    let terminal = try PseudoTerminal()
    try terminal.run(
      PseudoTerminal.gaz, ["--no-rc", "--data", data],
      environment: ["HOME": home.path, "LC_ALL": "C.UTF-8", "TERM": "xterm"])
    terminal.awaits("gaz> ")
    return terminal
  }

  @Test func aSearchUsesTheFavoritesThatWereReadLastAndSaysSoOnce() throws {
    let terminal = try prompt()
    terminal.send("echo first\r")
    terminal.awaits("\nfirst")
    let other = try lock()
    terminal.send("search paris --limit 0; search rome --limit 0; echo third\r")
    terminal.awaits("another program has locked the favorites; using those read last")
    terminal.awaits("\nthird")
    let words = "another program has locked"
    #expect(String(decoding: terminal.drawn, as: UTF8.self).components(separatedBy: words).count == 2)
    #expect(!String(decoding: terminal.drawn, as: UTF8.self).contains("cannot be read"))
    try other.run("COMMIT")
    terminal.send("favorites\r")
    terminal.awaits("One")
    terminal.send("\u{4}")
    #expect(terminal.exitCode() == 0)
  }

  @Test(arguments: ["favorites", "add-favorite Two --at 1,2", "export -  --format csv"])
  func ctrlCEndsACommandThatWaitsForThem(line: String) throws {
    let terminal = try prompt()
    let other = try lock()
    terminal.send("\(line)\r\u{3}")
    terminal.awaits("interrupted")
    terminal.awaits("gaz> ")
    try other.run("COMMIT")
    terminal.send("favorites --limit 0\r")
    terminal.awaits("1 place")
    terminal.send("\u{4}")
    #expect(terminal.exitCode() == 0)
  }

  @Test(arguments: [SIGTERM, SIGHUP]) func aSignalEndsTheProgramThatWaitsForThem(signal: Int32) throws {
    let terminal = try prompt()
    let other = try lock()
    terminal.send("echo before; favorites\r")
    terminal.awaits("\nbefore")
    terminal.signal(signal)
    #expect(terminal.exitCode() == 128 + signal)
    #expect(!String(decoding: terminal.drawn, as: UTF8.self).contains("cannot be read"))
    try other.run("COMMIT")
  }

  @Test func withoutAPromptASearchDoesNotWaitEither() throws {
    let other = try lock()
    let run = try ProgramRun(["--data", data, "-c", "search paris --limit 0"])
    #expect(run.code == 0 && run.complaint.contains("another program has locked the favorites"))
    try other.run("COMMIT")
    #expect(try ProgramRun(["--data", data, "-c", "search paris --limit 0"]).complaint.isEmpty, "the control")
  }

  @Test(arguments: [
    "favorites", "favorites --json", "favorites --limit 0", "favorites --lists", "export - --format json",
  ])
  func whereTheyCannotBeReadThereIsAnErrorAndNoAnswer(line: String) throws {
    let good = try ProgramRun(["--data", data, "-c", line])
    #expect(good.code == 0 && !good.text.isEmpty, "the control: \(good)")
    try FileManager.default.removeItem(atPath: file)
    try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: true)
    let run = try ProgramRun(["--data", data, "-c", line])
    #expect(run.code == 6 && run.text.isEmpty, "\(run)")
    #expect(run.complaint.components(separatedBy: "favorites cannot be read").count == 2, "\(run)")
  }
}
