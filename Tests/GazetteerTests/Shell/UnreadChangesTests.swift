import Foundation
import GazetteerIndex
import Testing

@testable import GazetteerServices
@testable import GazetteerSession
@testable import GazetteerShell

/// A file of changes that cannot be read.
struct UnreadChangesTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path + "/gaz/changes.sqlite"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  private func student() -> Student {
    let variables = ["XDG_STATE_HOME": folder.path]
    var flags = Flags()
    flags.allowed = [.send, .account, .network]
    return Student(in: folder.path, flags) { $0.variable = { variables[$0] } }
  }

  private var error: String {
    """
    ! the changes of locations that wait cannot be read; "\(path)": it is not a regular file; try: outbox, when the file \
    can be used again; or move it away, then nothing in it is sent
    [exit 6]
    """
  }

  /// The control: the same after the file was moved away.
  @Test(arguments: ["outbox", "outbox retry", "outbox cancel c1", "outbox show c1"])
  func theOutboxSaysThatItCannotBeRead(line: String) throws {
    let student = student()
    #expect(student.say(line) == error)
    try FileManager.default.removeItem(atPath: path)
    #expect(!student.say(line).contains("cannot be read"))
  }

  /// Why what waits cannot be read or sent is said once, not by every command. The control: after it could be read
  /// meanwhile, it is said again.
  @Test func theReasonIsSaidOnce() throws {
    let student = student()
    let reason = "what waits cannot be read or sent: \"\(path)\": it is not a regular file"
    let said = student.say(
      "login --user ada --new; refresh; post munich --url https://example.org --unchecked; locations --own; refresh")
    #expect(said.components(separatedBy: reason).count == 2 && said.contains("posted Munich"), "\(said)")
    try FileManager.default.removeItem(atPath: path)
    #expect(!student.say("refresh").contains("what waits"))
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let again = student.say("refresh; refresh")
    #expect(again.components(separatedBy: reason).count == 2, "\(again)")
  }
}
