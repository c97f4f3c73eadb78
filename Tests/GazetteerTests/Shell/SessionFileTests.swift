import Foundation
import GazetteerIndex
import GazetteerServices
import Testing

@testable import GazetteerSession
@testable import GazetteerShell

/// The file in which a prompt saves its session for the next one.
struct SessionFileTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var path: String { folder.path + "/state/gaz/session" }
  private var file: SessionFile { SessionFile(path: path) }

  private func record(_ name: String) -> SessionRecord {
    var state = SessionState()
    state.selectedCategories = [Untrusted(name)]
    return SessionRecord(state, author: name)
  }

  private func keep(_ record: SessionRecord) throws { try file.save(record) { $0 } }

  /// The files next to it, when nothing is being written.
  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path + "/state/gaz").sorted()
  }

  /// After a restart, a list that had all its rows also has those that came since. The control: one that had not.
  @Test(arguments: [(20, "3 places"), (2, "2 of 3 places; the rest: more")])
  func aRestoredListAsksForAsManyRowsAsBefore(limit: Int, total: String) throws {
    let rows = "id,name,lat,lon\n1,Gate,1,1\n2,Gate,2,2\n"
    let path = try folder.file("gates.csv", rows)
    let first = Student()
    first.say("open \(path); search gate --limit \(limit)")
    let text = SessionText.text(of: SessionRecord(first.interpreter.session.state))
    let record = try #require(SessionText.record(in: text).record)
    _ = try folder.file("gates.csv", rows + "3,Gate,3,3\n")
    let second = Student()
    _ = second.interpreter.receive([.restored(record)], for: .commandLine)
    second.say("wait")
    let listed = second.say("list")
    #expect(listed.hasSuffix(total), "\(listed)")
  }

  @Test func isForTheUserAloneAndReplacedAsAWhole() throws {
    #expect(file.load().record == nil)
    #expect(file.load().warning == nil)
    try keep(record("a"))
    try keep(record("b"))
    #expect(file.load().record == record("b"))
    for (path, mode) in [(path, 0o600), (folder.path + "/state/gaz", 0o700)] {
      #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == mode)
    }
  }

  @Test func afterAPowerCutTheCopyIsUsed() throws {
    let file = file
    try file.save(record("old")) { $0 }
    try #require(SafetyLimit.wait { FileManager.default.fileExists(atPath: path + ".safe") })
    for damaged in [[], [UInt8](repeating: 0, count: 100), Array("gaz-session 1\nselect-category ne".utf8)] {
      try Data(damaged).write(to: URL(filePath: path))
      let (record, warning) = file.load()
      #expect(record == self.record("old"))
      #expect(warning?.neutralised.contains("is damaged; an older copy") == true)
    }
    // The control: without the copy, the readable rest of the file is used.
    try FileManager.default.removeItem(atPath: path + ".safe")
    try Data("gaz-session 1\nopen\nselect-category ne".utf8).write(to: URL(filePath: path))
    #expect(file.load().record?.state.selectedCategories == [Untrusted("ne")])
    #expect(file.load().warning?.neutralised.contains("the readable part") == true)
    // Nothing in random bytes is readable.
    try Data((0...255).reversed()).write(to: URL(filePath: path))
    #expect(file.load().record == nil)
    #expect(file.load().warning?.neutralised.contains("is damaged; the session starts empty") == true)
  }

  @Test func aSessionThatIsTooLargeIsSavedWithoutItsOldestSteps() throws {
    let steps = (0..<50).map { Steps.Step(Untrusted("step \($0) " + String(repeating: "x", count: 90)), edit: 1) }
    let record = SessionRecord(SessionState(), steps: Steps(done: steps))
    let file = SessionFile(path: path, mostBytes: 2000)
    let dropped = try file.save(record) { $0 }
    #expect((1..<50).contains(dropped))
    let (loaded, warning) = file.load()
    #expect(warning == nil)
    #expect(loaded?.steps[.back] == Array(steps.dropFirst(dropped)))
    // The control: one step more would not fit.
    let larger = SessionRecord(SessionState(), steps: Steps(done: Array(steps.dropFirst(dropped - 1))))
    #expect(SessionText.text(of: larger).count > 2000)
    // What does not fit even without steps is an error, and the file is not changed.
    var state = SessionState()
    state.selectedCategories = [Untrusted(String(repeating: "x", count: 3000))]
    #expect(throws: SystemError(EFBIG)) { try file.save(SessionRecord(state)) { $0 } }
    #expect(file.load().record == loaded)
  }

  @Test func whatCannotBeReadIsToldAndNotFollowed() throws {
    try keep(record("a"))
    try FileManager.default.moveItem(atPath: path, toPath: path + "-other")
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path + "-other")
    #expect(file.load().record == nil)
    #expect(file.load().warning?.neutralised.contains("it is a link") == true)
    #expect(throws: SystemError.self) { try keep(record("b")) }
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    #expect(file.load().warning?.neutralised.contains("cannot be read") == true)
  }

  @Test func onlyOldTemporaryFilesAreRemoved() throws {
    try keep(record("a"))
    let old = path + ".gaz-1"
    let new = path + ".gaz-2"
    let other = folder.path + "/state/gaz/history"
    for name in [old, new, other] { try Data().write(to: URL(filePath: name)) }
    for name in [old, other] {
      try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSince1970: 0)], ofItemAtPath: name)
    }
    file.removeLeftovers()
    let left = try names()
    #expect(!left.contains("session.gaz-1"))
    #expect(left.contains("session.gaz-2") && left.contains("history") && left.contains("session"))
  }

  @Test func aLeftoverTemporaryFileWithOurNameDoesNoHarm() throws {
    try keep(record("a"))
    try Data("half".utf8).write(to: URL(filePath: path + ".gaz-\(getpid())"))
    try keep(record("b"))
    #expect(file.load().record == record("b"))
  }
}
