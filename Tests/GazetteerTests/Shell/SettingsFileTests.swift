import Foundation
import GazetteerIndex
import GazetteerServices
import GazetteerSession
import Testing

@testable import GazetteerShell

/// The settings between two runs.
struct SettingsFileTests {
  let home: ScratchDirectory

  init() throws { home = try ScratchDirectory() }

  private var path: String { home.path + "/config/gaz/settings" }
  private var text: String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }

  private func put(_ text: String) throws {
    try FileManager.default.createDirectory(atPath: home.path + "/config/gaz", withIntermediateDirectories: true)
    _ = home.file("config/gaz/settings", Array(text.utf8))
  }

  private func run(_ arguments: String..., input: String = "") throws -> ProgramRun {
    try ProgramRun(arguments, input: Array(input.utf8), environment: ["XDG_CONFIG_HOME": home.path + "/config"])
  }

  @Test func aSettingFromTheCommandLineIsKeptForTheUserAlone() throws {
    #expect(try run("-c", "set limit 3; set color never").code == 0)
    #expect(text == "limit 3\ncolor never\n")
    for (path, mode) in [(path, 0o600), (home.path + "/config/gaz", 0o700)] {
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect(attributes[.posixPermissions] as? Int == mode)
    }
    #expect(try run("-c", "set limit --json=value").text.contains("\"3\""))
    #expect(try run("--no-rc", "-c", "set limit --json=value").text.contains("\"20\""))
    #expect(try run("-c", "set limit default").code == 0)
    #expect(text == "color never\n")
  }

  @Test func aFlagOverridesForItsRun() throws {
    try put("format csv\ntimer on\n")
    #expect(try run("-c", "datasets").text.hasPrefix("name,state,"))
    #expect(try run("--format", "json", "-c", "datasets").text.hasPrefix("[{"))
    #expect(try run("-c", "datasets").complaint.hasPrefix("time: parse "))
    #expect(text == "format csv\ntimer on\n")
  }

  @Test func aScriptChangesSettingsOnlyForTheSession() throws {
    let script = home.file("x.gaz", Array("set limit 5\nset limit --json=value\n".utf8))
    for run in [
      try run("-f", script), try run("-c", "source \(script)"), try run(input: "set limit 5\nset limit --json=value"),
      try run("--no-rc", "-c", "set limit 5; set limit --json=value"), try run("replay", script),
    ] {
      #expect(run.text.contains("\"5\""), "\(run)")
    }
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func aReplayDoesNotReadTheUsersFavorites() throws {
    try put("limit 5\n")
    let script = home.file("x.gaz", Array("set limit --json=value\n".utf8))
    #expect(try run("replay", script).text.contains("\"20\""))
    #expect(try run("-f", script).text.contains("\"5\""), "the control: other scripts do")
  }

  @Test func aDamagedLineIsToldAndTheRestCounts() throws {
    try put("# mine\n\ncolour never\nlimit 4\nformat\nlimit many\npager off now\n\u{1b}[2J x\n")
    let run = try run("-c", "set limit --json=value")
    #expect(run.code == 0)
    #expect(run.text.contains("\"4\""))
    let told = run.complaint.split(separator: "\n").map(String.init)
    #expect(told.count == 5)
    #expect(told[0] == "\(path):3: \"colour\" is not a setting; did you mean \"color\"?")
    #expect(told[1] == "\(path):5: format has no value")
    #expect(told[2].hasPrefix("\(path):6: \"many\" is not valid for limit; expected "))
    #expect(!run.complaint.contains("\u{1b}"))
    // Lines that are not understood stay in their place.
    #expect(try self.run("-c", "set limit 6").code == 0)
    #expect(text == "# mine\n\ncolour never\nlimit 6\nformat\npager off now\n\u{1b}[2J x\n")
  }

  @Test func aFileThatHasNoSettingsIsLeftAlone() throws {
    try put(String(repeating: "x", count: 70_000))
    let run = try run("-c", "set limit 3; set limit 4; set limit --json=value")
    #expect(run.code == 0 && run.text.contains("\"4\""))
    #expect(run.complaint.contains("cannot be read; File too large"))
    #expect(run.complaint.split(separator: "\n").count == 2, "\(run)")
    #expect(text.utf8.count == 70_000)
  }

  @Test func anUnwritableHomeIsReportedOnce() throws {
    _ = home.file("config", [])
    let run = try run("-c", "set limit 3; set limit 4; set limit --json=value")
    #expect(run.code == 0 && run.text.contains("\"4\""))
    #expect(run.complaint.components(separatedBy: "settings cannot be saved in").count == 2, "\(run)")
  }

  @Test func sessionsAtTheSameTimeLoseNothing() throws {
    let file = SettingsFile(path: path)
    let names = ["limit", "hints", "pager", "title"]
    try put("# four sessions\n")
    DispatchQueue.concurrentPerform(iterations: names.count) { index in
      for count in 1...50 {
        let value = index == 0 ? String(count) : count.isMultiple(of: 2) ? "off" : "on"
        #expect(throws: Never.self) { try file.save(.init(names[index], to: value)) }
      }
    }
    #expect(Set(text.split(separator: "\n")) == ["# four sessions", "limit 50", "hints off", "pager off", "title off"])
  }

  @Test func aLinkIsReadButNotReplaced() throws {
    try put("")
    try FileManager.default.removeItem(atPath: path)
    let mine = home.file("mine", Array("limit 9\n".utf8))
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: mine)
    let run = try run("-c", "set limit --json=value; set limit 3")
    #expect(run.text.contains("\"9\""))
    #expect(run.complaint.contains("settings cannot be saved in"))
    #expect(try String(contentsOfFile: mine, encoding: .utf8) == "limit 9\n")
  }
}
