import Foundation
import Synchronization
import Testing

@testable import GazetteerServices

/// Files that are replaced as a whole.
struct FileReplacementTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path + "/a"
  }

  private func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
  private func content(_ path: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: path))) }

  @Test(arguments: [1, 247, 250, 255]) func aFileWithANameOfAnyLengthIsReplaced(length: Int) throws {
    let path = folder.path + "/" + String(repeating: "n", count: length)
    #expect(try FileReplacement.create(path, with: [1]))
    try FileReplacement.replace(path, with: [2])
    #expect(try content(path) == [2])
    try FileReplacement.check(path)
    #expect(try names().count == 1)
  }

  @Test func aReplacedFileKeepsItsPermissions() throws {
    try FileReplacement.replace(path, with: [1], permissions: 0o640)
    try FileReplacement.replace(path, with: [2])
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o640)
  }

  /// Another thread keeps exchanging a pipe with a link to a file that must not be written.
  @Test func aLinkThatTakesThePlaceOfAPipeIsNotFollowed() throws {
    let victim = try folder.file("victim", "mine")
    let link = folder.path + "/link"
    try #require(mkfifo(path, 0o600) == 0)
    try #require(symlink(victim, link) == 0)
    let reader = open(path, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    let exchanger = Exchanger(path, link)
    defer { exchanger.stop() }
    for _ in 0..<3000 { try? FileReplacement.replace(path, with: [0x21]) }
    #expect(try content(victim) == Array("mine".utf8))
  }

  @Test func whatAKilledProgramLeftIsRemovedByTheNext() throws {
    _ = try folder.file("a", "old")
    try TemporaryName.use(
      beside: path, make: { close(open($0, O_CREAT | O_EXCL, 0o600)) }, body: { _ in })
    try #require(try names().count == 2)
    try FileReplacement.replace(path, with: [2])
    #expect(try names() == ["a"])
  }

  @Test func aFileIsReplacedEvenIfAllItsTemporaryNamesAreTaken() throws {
    _ = try folder.file("a", "old")
    try takeAllNames(8) { try FileReplacement.replace(path, with: [2]) }
    #expect(try content(path) == [2])
    #expect(try names() == ["a"])
  }

  /// Calls `body` while that many temporary names of the file are taken by folders, which no program may remove.
  private func takeAllNames(_ count: Int, _ body: () throws -> Void) throws {
    guard count > 0 else { return try body() }
    try TemporaryName.use(
      beside: path, make: { mkdir($0, 0o700) },
      body: { name throws(SystemError) in
        #expect(throws: Never.self) { try takeAllNames(count - 1, body) }
        rmdir(name)
      })
  }

  @Test func theFileOfAProgramThatRunsIsLeftAlone() throws {
    _ = try folder.file("a", "old")
    try NewContent([1], permissions: nil, survivesPowerCuts: false).replace(path)
    let others = open(folder.path + "/others", O_WRONLY | O_CREAT, 0o600)
    defer { close(others) }
    try #require(flock(others, LOCK_EX) == 0)
    try TemporaryName.use(
      beside: path, make: { rename(folder.path + "/others", $0) },
      body: { name throws(SystemError) in
        try FileReplacement.replace(path, with: [2])
        #expect(access(name, F_OK) == 0)
        unlink(name)
      })
    #expect(try content(path) == [2])
    #expect(try names() == ["a"])
  }

  /// As on a file system on which every file has a name.
  @Test func withoutUnnamedFilesItIsTheSame() throws {
    var content = NewContent([1], permissions: 0o600, survivesPowerCuts: true)
    content.mayBeUnnamed = false
    #expect(try content.isPut(at: path))
    #expect(try !content.isPut(at: path))
    _ = try folder.file("a", "old")
    try content.replace(path)
    try content.requireRoom(beside: path)
    #expect(try self.content(path) == [1])
    #expect(try names() == ["a"])
  }
}

/// Exchanges two names as fast as it can, in a thread of its own.
private final class Exchanger: Sendable {
  private let isStopped = Atomic(false)
  private let end = DispatchSemaphore(value: 0)

  init(_ first: String, _ second: String) {
    let third = first + "-third"
    Thread.detachNewThread { [self] in
      while !isStopped.load(ordering: .relaxed) {
        rename(first, third)
        rename(second, first)
        rename(third, second)
      }
      end.signal()
    }
  }

  func stop() {
    isStopped.store(true, ordering: .relaxed)
    end.wait()
  }
}
