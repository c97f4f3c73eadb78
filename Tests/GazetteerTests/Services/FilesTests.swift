import Foundation
import GazetteerIndex
import Testing

@testable import GazetteerServices

/// Reading, locking and writing files.
struct FilesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(.mustEnd, arguments: ["/dev/zero", "/dev/tty", "/"]) func onlyRegularFilesAreRead(path: String) {
    #expect(throws: SystemError.self) { _ = try OpenFile.contents(of: path, limit: 100) }
  }

  @Test(.mustEnd) func aPipeIsNotWaitedFor() throws {
    let pipe = folder.path + "/pipe"
    try #require(mkfifo(pipe, 0o600) == 0)
    #expect(throws: SystemError.notRegular) { _ = try OpenFile.contents(of: pipe, limit: 100) }
    // A caller that accepts pipes polls them itself.
    let file = try OpenFile(pipe, accepting: [.regular, .pipe])
    #expect(OpenFile.Kind(try file.status()) == .pipe)
  }

  @Test func aFileIsReadUpToItsLimit() throws {
    let path = try folder.file("a", "12345")
    #expect(try OpenFile.contents(of: path, limit: 5) == Array("12345".utf8))
    #expect(throws: SystemError(EFBIG)) { _ = try OpenFile.contents(of: path, limit: 4) }
    #expect(try OpenFile.contents(of: folder.path + "/b", limit: 4) == nil)
    #expect(try OpenFile.contents(of: path + "/b", limit: 4) == nil)
    // The size of this file is given as 0, although it has content.
    #expect(try OpenFile.contents(of: "/proc/self/status", limit: 1 << 16)?.isEmpty == false)
  }

  @Test func aPartOfAFileIsRead() throws {
    let file = try OpenFile(folder.file("a", "12345"))
    #expect(try file.read(from: 1, count: 3) == Array("234".utf8))
    #expect(try file.read(from: 4, count: 3) == Array("5".utf8))
    #expect(try file.read(from: 9, count: 3) == [])
  }

  @Test func whoWaitsForALockCanBeCancelled() throws {
    let other = open(folder.path, O_RDONLY | O_DIRECTORY)
    defer { close(other) }
    try #require(flock(other, LOCK_EX) == 0)
    let cancellation = CountedCancellation(afterPolls: 3).cancellation
    #expect(throws: SystemError.cancelled) {
      try FolderLock.hold(folderOf: folder.path + "/a", SystemError.same, cancellation: cancellation) {
        () throws(SystemError) in
      }
    }
    // The control.
    try #require(flock(other, LOCK_UN) == 0)
    try FolderLock.hold(folderOf: folder.path + "/a") { () throws(SystemError) in }
  }
}

extension SystemError {
  fileprivate static func same(_ error: SystemError) -> SystemError { error }
}
