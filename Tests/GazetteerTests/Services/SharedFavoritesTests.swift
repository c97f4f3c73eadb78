import Foundation
import GazetteerIndex
import Testing

@testable import GazetteerServices

/// A file of favorites that several sessions use while it is made, repaired or removed.
struct SharedFavoritesTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path + "/favorites.sqlite"
  }

  private func content() throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: path))) }

  @Test func aFileIsNotRepairedDuringAWrite() throws {
    _ = try FavoritesStore(path: path).keep(FavoriteFixture.addition([1]), by: "")
    let writer = try Database(path: path)
    try writer.run("BEGIN IMMEDIATE")
    #expect(throws: StoreError.busy) {
      try DatabaseLock.hold(path, StoreError.init, attempts: 2) { () throws(StoreError) in }
    }
    try writer.run("COMMIT")
    // The control.
    #expect(try DatabaseLock.hold(path, StoreError.init, attempts: 2) { () throws(StoreError) in true })
  }

  @Test func nothingIsWrittenDuringARepair() throws {
    _ = try FavoritesStore(path: path).keep(FavoriteFixture.addition([1]), by: "")
    let writer = try Database(path: path)
    try writer.run("PRAGMA busy_timeout = 1")
    _ = try DatabaseLock.hold(path, StoreError.init) { () throws(StoreError) in
      #expect(throws: DatabaseError.self) { try writer.run("BEGIN IMMEDIATE") }
    }
    try writer.run("BEGIN IMMEDIATE")
  }

  @Test func nothingIsKeptInAFileThatWasSetAside() throws {
    let connection = FavoritesConnection(path: path, now: { 0 }, warning: nil)
    _ = try connection.keep(FavoriteFixture.addition([1]), by: "")
    let aside = try FavoritesDatabase(path)
    #expect(try connection.keep(FavoriteFixture.addition([2]), by: "", in: aside) == 2)
    try FileManager.default.moveItem(atPath: path, toPath: path + ".aside")
    #expect(try connection.keep(FavoriteFixture.addition([3]), by: "", in: aside) == nil)
    #expect(try aside.lastEdit() == 2)
  }

  /// One session saves while another damages and repairs the file. In the end everything that was saved is there.
  @Test func favoritesSavedDuringARepairByAnotherSessionAreThere() async throws {
    _ = try FavoritesStore(path: path).keep(FavoriteFixture.addition([0]), by: "")
    let keeper = Task { [path] in
      var kept: Set<FavoriteID> = []
      let store = FavoritesStore(path: path)
      while !Task.isCancelled {
        let number = kept.count + 1
        _ = try store.keep(FavoriteFixture.addition([number]), by: "")
        kept.insert(FavoriteFixture.id(number))
      }
      return kept
    }
    for _ in 0..<12 {
      // The last connection to a file that is set aside may write to it once more.
      try? Database(path: path).run("UPDATE favorites SET record = x'00' WHERE name = 'place 0'")
      _ = try FavoritesStore(path: path).update(since: 0)
    }
    keeper.cancel()
    let kept = try await keeper.value
    let found = try FavoritesStore(path: path).update(since: 0)?.changed.map(\.id)
    #expect(Set(found ?? []).isSuperset(of: kept))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).contains { $0.contains(".corrupt-") })
  }

  /// Changes a letter of the first favorite's name, in place.
  private static func damageRecord(of path: String) {
    guard let file = FileHandle(forUpdatingAtPath: path), let bytes = try? file.readToEnd() else { return }
    guard let name = Array(bytes).firstRange(of: Array("place 0".utf8)) else { return }
    try? file.seek(toOffset: UInt64(name.lowerBound))
    try? file.write(contentsOf: Data("plaCe".utf8))
    try? file.close()
  }

  @Test func aRemovedFileIsMadeAgainAndItsCopiesAreNamed() throws {
    let store = FavoritesStore(path: path)
    _ = try store.keep(FavoriteFixture.addition([1]), by: "")
    store.backUpWhereDue()
    try FileManager.default.removeItem(atPath: path)
    _ = try store.keep(FavoriteFixture.addition([2]), by: "")
    #expect(store.takeNotices().map { $0.neutralised.contains(folder.path + "/backups") } == [true])
    #expect(try FavoritesStore(path: path).update(since: 0)?.changed == [FavoriteFixture.plain(2)])
  }

  @Test func aHalfMadeFileIsNeverFound() throws {
    // Left by a session that was killed while it made the file.
    _ = try folder.file("favorites.sqlite.new", "SQLite format 3\u{0} and no more")
    _ = try folder.file("favorites.sqlite.new-journal", "half a journal")
    _ = try FavoritesStore(path: path).keep(FavoriteFixture.addition([1]), by: "")
    #expect(try FavoritesStore(path: path).update(since: 0)?.changed == [FavoriteFixture.plain(1)])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["favorites.sqlite"])
  }

  @Test func aLinkToAFileIsFollowedAlsoWhenThatIsMended() throws {
    let place = folder.path + "/elsewhere"
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: place + "/kept.sqlite")
    let store = FavoritesStore(path: path)
    #expect(throws: StoreError.self) { try store.keep(FavoriteFixture.addition([1]), by: "") }
    _ = try FavoritesStore(path: place + "/kept.sqlite").keep(FavoriteFixture.addition([0]), by: "")
    Self.damageRecord(of: path)
    _ = try FavoritesStore(path: path).keep(FavoriteFixture.addition([1]), by: "")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == place + "/kept.sqlite")
    let kept = try FavoritesStore(path: place + "/kept.sqlite").update(since: 0)?.changed
    #expect(Set(kept?.map(\.id) ?? []) == Set((0...1).map(FavoriteFixture.id)))
  }
}
