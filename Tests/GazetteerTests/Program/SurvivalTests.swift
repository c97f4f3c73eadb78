import Foundation
import GazetteerIndex
import Testing

@testable import GazetteerSession
@testable import GazetteerShell

/// The session from one prompt to the next, in whatever way the first one ends.
@Suite(
  .serialized, .enabled(if: TestMachine.hasWorld, "the program was built without the world: Scripts/setup makes it"))
struct SurvivalTests {
  let home: ScratchDirectory

  init() throws { home = try ScratchDirectory() }

  private var path: String { home.path + "/.local/state/gaz/session" }
  private var kept: SessionRecord? { SessionFile(path: path).load().record }

  private func start(_ arguments: [String] = []) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(columns: 120, rows: 40)
    try terminal.run(
      PseudoTerminal.gaz, arguments, environment: ["HOME": home.path, "LC_ALL": "C.UTF-8", "TERM": "dumb"])
    terminal.awaits("gaz> ")
    return terminal
  }

  /// Enters lines; each is answered when this returns.
  private func enter(_ lines: String..., on terminal: PseudoTerminal) {
    for line in lines {
      terminal.send(line + "\r")
      terminal.awaits("\n\rgaz> ")
    }
  }

  private func kill(_ terminal: PseudoTerminal) {
    terminal.signal(SIGKILL)
    #expect(terminal.exitCode() == -SIGKILL)
  }

  @Test func everythingIsThereAgainAfterAKill() throws {
    let data = home.file("five.json", try Data(contentsOf: URL(filePath: OnScreen.five)))
    let first = try start()
    enter(
      "search munich", "select 1", "check 1", "open \"\(data)\"; wait", "sc Default", "search a", "check 2", on: first)
    kill(first)
    let second = try start()
    enter("wait; show 2 --json=name", "show . --json=name", "checked --json=name", "list --json=name", on: second)
    let drawn = String(decoding: second.drawn, as: UTF8.self)
    #expect(drawn.contains("restored: five open; selected Default; 4 places listed; 2 checked; a current place"))
    for line in [
      #"{"command":"show","total":1,"places":[{"name":"Albuquerque"}]}"#,
      #"{"command":"show","total":1,"places":[{"name":"Munich"}]}"#,
      #"{"command":"checked","total":2,"places":[{"name":"Munich"},{"name":"Albuquerque"}]}"#,
    ] { #expect(drawn.contains(line), "\(line) in \(drawn)") }
    kill(second)
    // The control: without the file it is gone.
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.removeItem(atPath: path + ".safe")
    let third = try start()
    enter("show .", on: third)
    #expect(String(decoding: third.drawn, as: UTF8.self).contains("no place is selected"))
  }

  @Test func savedEditsCanBeUndoneByTheNextPromptAndOutsideIt() throws {
    let first = try start()
    enter("search munich", "favorite 1", "rate 1 4", on: first)
    kill(first)
    let second = try start()
    enter("undo", "show 1", on: second)
    #expect(String(decoding: second.drawn, as: UTF8.self).contains("undid: rate Munich 4"))
    kill(second)
    let third = try start()
    enter("redo", "history favorites 1", on: third)
    let drawn = String(decoding: third.drawn, as: UTF8.self)
    #expect(drawn.contains("redid: rate Munich 4"))
    #expect(drawn.contains("rating  4 of 5 -> nothing"))
    kill(third)
    let run = try ProgramRun(["-c", "undo 2; favorites"], environment: ["HOME": home.path])
    #expect(run.complaint == "undid: rate Munich 4\nundid: favorite Munich\n")
    #expect(run.text == "there are no favorites yet; try: favorite 1\n")
    // The step of the prompt can no longer be undone, because the favorite has changed.
    let fourth = try start()
    enter("undo", on: fourth)
    #expect(String(decoding: fourth.drawn, as: UTF8.self).contains("\"rate Munich 4\" cannot be undone"))
  }

  @Test func freshStartsEmptyAndKeepsTheSavedSessionUntilAChange() throws {
    let first = try start()
    enter("search munich", "check 1", on: first)
    kill(first)
    let before = try #require(kept)
    let second = try start(["--fresh"])
    enter("checked", "help undo", "undo", on: second)
    #expect(String(decoding: second.drawn, as: UTF8.self).contains("nothing is checked"))
    #expect(kept == before)
    enter("search paris", on: second)
    kill(second)
    #expect(kept?.state.checked == [])
  }

  @Test func aMissingFileIsToldOnceAndTheRestComesBack() throws {
    let data = home.file("five.json", try Data(contentsOf: URL(filePath: OnScreen.five)))
    let first = try start()
    enter("open \"\(data)\"; wait", "check five:1", "use all", "search munich", "check 1", on: first)
    kill(first)
    try FileManager.default.removeItem(atPath: data)
    let second = try start()
    second.awaits("1 checked or current place no longer exists")
    second.awaits("gaz> ")
    enter("checked --json=name", "datasets --json=name", on: second)
    let drawn = String(decoding: second.drawn, as: UTF8.self)
    #expect(drawn.components(separatedBy: "could not be retrieved").count == 2)
    #expect(drawn.contains(#""places":[{"name":"Munich"}]"#))
    #expect(drawn.contains(#""datasets":[{"name":"world"}]"#))
    enter("check 1-3", on: second)
    kill(second)
    let third = try start()
    #expect(!String(decoding: third.drawn, as: UTF8.self).contains("could not be retrieved"))
  }

  @Test func changesMadeDuringTheRestorationStay() throws {
    let pipe = home.path + "/slow.json"
    let first = try start()
    let data = home.file("slow.json", try Data(contentsOf: URL(filePath: OnScreen.five)))
    enter("search munich", "check 1", "open \"\(data)\"; wait", "sc Default", on: first)
    kill(first)
    // A pipe without a writer.
    try FileManager.default.removeItem(atPath: data)
    try #require(mkfifo(pipe, 0o600) == 0)
    let second = try start()
    enter("search zurich --limit 1", "check 1", on: second)
    let bytes = try Data(contentsOf: URL(filePath: OnScreen.five))
    let writer = try #require(FileHandle(forWritingAtPath: pipe))
    try writer.write(contentsOf: bytes)
    try writer.close()
    enter("wait", "list --json=name", "checked --json=name", on: second)
    let drawn = String(decoding: second.drawn, as: UTF8.self)
    #expect(drawn.contains(#"{"command":"list","total":35,"places":[{"name":"Zürich"}]}"#), "\(drawn)")
    #expect(drawn.contains(#""places":[{"name":"Munich"},{"name":"Zürich"}]"#), "\(drawn)")
    enter("categories", on: second)
    #expect(kept?.state.selectedCategories == [Untrusted("Default")])
    #expect(kept?.state.inUse == ["slow"])
  }

  @Test func twoPromptsHaveTheirOwnSessionAndTheLastChangeIsSaved() throws {
    let one = try start()
    let two = try start()
    enter("search munich", "check 1", on: one)
    enter("search paris", "check 1", on: two)
    enter("checked --json=name", on: one)
    #expect(String(decoding: one.drawn, as: UTF8.self).contains(#""total":1,"places":[{"name":"Munich"}]"#))
    enter("search zurich", "check 1", on: one)
    enter("check 2", on: two)
    kill(one)
    kill(two)
    #expect(kept?.state.checked.count == 2)
    #expect(kept?.state.checked.first == PlaceID(dataset: "world", id: .number(2_988_507)))
  }

  @Test func anUnwritableHomeIsToldOnce() throws {
    _ = home.file(".local", [])
    let terminal = try start()
    enter("search munich", "check 1", on: terminal)
    let drawn = String(decoding: terminal.drawn, as: UTF8.self)
    #expect(drawn.components(separatedBy: "the session cannot be saved in").count == 2)
    #expect(drawn.contains("the next session starts empty"))
  }

  @Test func aMissingHomeIsToldAtTheFirstChange() throws {
    let terminal = try PseudoTerminal(columns: 120, rows: 40)
    try terminal.run(PseudoTerminal.gaz, environment: ["LC_ALL": "C.UTF-8", "TERM": "dumb"])
    terminal.awaits("gaz> ")
    enter("about", on: terminal)
    #expect(!String(decoding: terminal.drawn, as: UTF8.self).contains("home folder"))
    enter("search munich", "check 1", on: terminal)
    let drawn = String(decoding: terminal.drawn, as: UTF8.self)
    let warning = "there is no home folder to save the session in; the next session starts empty"
    #expect(drawn.components(separatedBy: warning).count == 2)
  }

  @Test func onlyPromptsKeepTheSession() throws {
    let environment = ["HOME": home.path]
    let script = home.file("script", "check 1\n".utf8)
    for arguments in [["-c", "search munich; check 1"], ["-f", script], ["replay", script], []] {
      let run = try ProgramRun(arguments, input: Array("search munich\n".utf8), environment: environment)
      #expect(run.code == 0 || arguments.count > 1)
    }
    #expect(!FileManager.default.fileExists(atPath: path))
    let first = try start()
    enter("search munich", "check 1", on: first)
    kill(first)
    #expect(try ProgramRun(["-c", "checked --limit 0"], environment: environment).text.contains("nothing is checked"))
  }

  /// A prompt that is killed while it writes leaves a complete file: the old one or the new one.
  @Test func aKillDuringAWriteLeavesTheOldOrTheNewFile() throws {
    let first = try start()
    enter("search --limit 4000", "check 1-4000", on: first)
    kill(first)
    for changes in 1...8 {
      let terminal = try start()
      terminal.send("uncheck 1-2000\rcheck 1-2000\runcheck 1-1000\rcheck 1-1000\r")
      try wait(forChanges: changes, on: terminal)
      kill(terminal)
      let bytes = Array(try Data(contentsOf: URL(filePath: path)))
      #expect(SessionText.isWhole(bytes))
      let (record, unknown) = SessionText.record(in: bytes)
      #expect(unknown == 0)
      #expect([2000, 3000, 4000].contains(record?.state.checked.count))
    }
    // The control: a file that was cut off anywhere is recognised as incomplete.
    let bytes = Array(try Data(contentsOf: URL(filePath: path)))
    for length in stride(from: 0, to: bytes.count, by: 997) { #expect(!SessionText.isWhole(Array(bytes[..<length]))) }
  }

  /// Waits until the folder of the session's file has changed so many times, or the prompt is idle.
  private func wait(forChanges count: Int, on terminal: PseudoTerminal) throws {
    let folder = (path as NSString).deletingLastPathComponent
    func files() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        + [FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber].map { "\($0)" } ?? ""]
    }
    let before = terminal.drawn.count
    var (last, changes) = (try files(), 0)
    _ = terminal.awaits {
      if let now = try? files(), now != last { (last, changes) = (now, changes + 1) }
      let answers =
        String(decoding: terminal.drawn[before...], as: UTF8.self).components(separatedBy: "gaz> ").count - 1
      return changes == count || answers == 4
    }
  }
}
