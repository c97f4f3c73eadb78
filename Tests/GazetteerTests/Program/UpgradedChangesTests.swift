import Foundation
import GazetteerIndex
import Testing

@testable import GazetteerServices

/// The program is killed while it brings a file of changes of version 1 up to date, or repairs a damaged one. Afterwards
/// every change is there, once.
@Suite(.serialized) struct UpgradedChangesTests {
  private let home: ScratchDirectory
  private let path: String
  private let all = (1...300).map { PendingFileTests.waiting($0) }

  init() throws {
    home = try ScratchDirectory()
    path = home.path + "/.local/state/gaz/changes.sqlite"
  }

  /// Runs `outbox`, and kills the program after so many seconds. Returns whether it was still running.
  private func runAndKill(after seconds: Double) throws -> Bool {
    let process = Process()
    process.executableURL = URL(filePath: PseudoTerminal.gaz)
    process.arguments = ["--no-input", "-c", "outbox"]
    process.environment = ["HOME": home.path, "PATH": "/usr/bin:/bin"]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    Thread.sleep(forTimeInterval: seconds)
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    return process.terminationReason == .uncaughtSignal
  }

  private func prepare(isDamaged: Bool) throws {
    let folder = home.path + "/.local"
    if FileManager.default.fileExists(atPath: folder) { try FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try PendingFileTests.makeFirstVersion(path, all)
    guard isDamaged else { return }
    _ = try PendingChanges(path: path).all(Cancellation())
    try FileManager.default.removeItem(atPath: (path as NSString).deletingLastPathComponent + "/backups")
    let file = try FileHandle(forWritingTo: URL(filePath: path))
    try file.write(contentsOf: Data(count: 16))
    try file.close()
  }

  @Test(arguments: [false, true]) func aKillLosesNoChange(isDamaged: Bool) throws {
    // How long a whole run takes, so that kills hit every part of it.
    try prepare(isDamaged: isDamaged)
    let clock = ContinuousClock()
    let whole = try clock.measure {
      _ = try ProgramRun(["--no-input", "-c", "outbox"], environment: ["HOME": home.path])
    }
    let longest = Double(whole.components.seconds) + Double(whole.components.attoseconds) / 1e18
    var (kills, changed) = (0, 0)
    for round in 0..<60 {
      try prepare(isDamaged: isDamaged)
      let before = FileManager.default.contents(atPath: path)
      if try runAndKill(after: longest * Double(round) / 60) { kills += 1 }
      if FileManager.default.contents(atPath: path) != before { changed += 1 }
      let found = try PendingChanges(path: path).all(Cancellation()).changes
      #expect(found.map(\.number) == all.map(\.number) && found.map(\.change) == all.map(\.change))
      #expect(found.allSatisfy { !$0.isRestored })
    }
    #expect(kills > 20 && (1..<60).contains(changed), "the control: \(kills) kills, \(changed) after the change")
  }
}
