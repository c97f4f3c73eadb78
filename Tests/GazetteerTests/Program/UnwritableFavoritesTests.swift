import Foundation
import Testing

/// Files and folders where favorites cannot be saved, or not even read.
struct UnwritableFavoritesTests {
  private let folder: TemporaryFolder
  private let data: String

  init() throws {
    folder = try TemporaryFolder()
    data = folder.path + "/data"
  }

  private func gaz(_ commands: String..., in data: String? = nil) throws -> ProgramRun {
    try ProgramRun(["--data", data ?? self.data, "--on-error", "continue"] + commands.flatMap { ["-c", $0] })
  }

  /// A run that can make no file longer than `blocks` of 512 bytes. Its output goes through a pipe.
  private func limited(to blocks: Int, _ commands: String...) throws -> ProgramRun {
    let script = "program=$1; data=$2; shift 2; (ulimit -f \(blocks); \"$program\" --data \"$data\" \"$@\" 2>&1) | cat"
    let words = ["-c", script, "sh", PseudoTerminal.gaz, data, "--on-error", "continue"]
    return try ProgramRun(words + commands.flatMap { ["-c", $0] }, of: "/bin/sh")
  }

  private func times(_ words: String, in run: ProgramRun) -> Int {
    run.complaint.components(separatedBy: words).count - 1
  }

  private func names() throws -> [String] {
    let listed = try gaz("favorites --json=name").text
    return ["One", "Two"].filter { listed.contains("\"name\":\"\($0)\"") }
  }

  @Test func aFileThatCannotGrowIsReadAndTheReasonIsGiven() throws {
    _ = try gaz("add-favorite One --at 1,2")
    for blocks in [0, 8, 40, 60] {
      let run = try limited(to: blocks, "favorites", "add-favorite Two --at 1,2")
      #expect(run.text.contains("♥  One"))
      #expect(run.text.contains("nothing is saved; ") && !run.text.contains("saved "))
      #expect(try names() == ["One"])
    }
    // The control.
    _ = try gaz("add-favorite Two --at 1,2")
    #expect(try names() == ["One", "Two"])
  }

  @Test func aNewFileThatMayNotGrowLeavesNothingBehind() throws {
    let run = try limited(to: 0, "add-favorite One --at 1,2")
    #expect(run.text.contains("nothing is saved; there is no space left on the disk"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: data).isEmpty)
    _ = try gaz("add-favorite Two --at 1,2")
    #expect(try names() == ["Two"])
  }

  @Test func withoutAHomeOneWarningSaysThatFavoritesHoldForTheSession() throws {
    let commands = ["search --limit 0 paris", "add-favorite One --at 1,2", "add-favorite Two --at 1,2", "favorites"]
    let run = try ProgramRun(commands.flatMap { ["-c", $0] }, environment: ["HOME": ""])
    #expect(run.code == 0)
    #expect(run.text.contains("One") && run.text.contains("Two"))
    #expect(times("last for this session", in: run) == 1)
    #expect(times("for this session only: saved", in: run) == 2)
    let quiet = try ProgramRun(["-q", "-c", "add-favorite One --at 1,2"], environment: ["HOME": ""])
    #expect(times("last for this session", in: quiet) == 1)
    #expect(try ProgramRun(["-c", "search --limit 0 paris"], environment: ["HOME": ""]).complaint.isEmpty)
  }

  @Test func unreadableFavoritesAreReportedOnceAndEverythingElseWorks() throws {
    try FileManager.default.createDirectory(atPath: data + "/favorites.sqlite", withIntermediateDirectories: true)
    let run = try gaz("search --limit 0 paris", "search --limit 0 rome", "add-favorite One --at 1,2")
    #expect(run.text.split(separator: "\n").count == 2)
    #expect(times("favorites cannot be read; ", in: run) == 1)
    #expect(times("nothing is saved; ", in: run) == 1)
    #expect(run.code == 6)
  }

  /// Commands that have nothing to do with places do not open the favorites.
  @Test(arguments: [
    ("help quit", 0), ("echo a", 0), ("set limit", 0), ("search --limit 0 paris", 1), ("categories", 1),
  ])
  func onlyCommandsAboutPlacesReadTheFavorites(line: String, complaints: Int) throws {
    try FileManager.default.createDirectory(atPath: data + "/favorites.sqlite", withIntermediateDirectories: true)
    #expect(times("favorites cannot be read; ", in: try gaz(line)) == complaints)
  }

  @Test func aboutShowsTheFolderOfTheFlag() throws {
    #expect(try gaz("about").text.contains(data + "/favorites.sqlite"))
    #expect(try ProgramRun(["--data", "", "-c", "about"]).code == 2)
  }
}
