import Foundation
import GazetteerIndex
import Testing

@testable import GazetteerServices

struct FavoritesStoreTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path + "/data/gaz/favorites.sqlite"
  }

  private func store() -> FavoritesStore { FavoritesStore(path: path, now: { 1_767_268_800 }) }

  private func all(_ store: FavoritesStore) throws -> [Favorite] {
    try store.update(since: 0)?.changed.sorted { $0.id < $1.id } ?? []
  }

  @Test func nothingIsOpenedOrMadeBeforeSomethingIsKept() throws {
    #expect(try store().update(since: 0) == nil)
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/data"))
  }

  @Test func savedFavoritesAreThereForTheNextSession() throws {
    let edit = FavoritesEdit(
      Untrusted("favorite \u{0}"), [FavoriteChange(from: nil, to: FavoriteFixture.full(1))], at: 12, undoes: 7)
    let kept = try store().keep(edit, by: "me")
    #expect(kept == KeptEdit(number: 1, author: "me", edit: edit))
    #expect(try all(store()) == [FavoriteFixture.full(1)])
    #expect(try store().edits() == [kept])
  }

  @Test func anotherSessionSeesWhatIsNewAndNothingElse() throws {
    let (mine, other) = (store(), store())
    _ = try mine.keep(FavoriteFixture.addition(1...3), by: "mine")
    #expect(try other.update(since: 0)?.changed.count == 3)
    #expect(try other.update(since: 1) == nil)
    var changed = FavoriteFixture.plain(2)
    changed.rating = 4
    let edit = FavoritesEdit(
      Untrusted("both"),
      [
        FavoriteChange(from: FavoriteFixture.plain(1), to: nil),
        FavoriteChange(from: FavoriteFixture.plain(2), to: changed),
      ], at: 2)
    _ = try mine.keep(edit, by: "mine")
    let update = try #require(try other.update(since: 1))
    #expect(
      update == FavoritesUpdate(revision: 2, isWhole: false, changed: [changed], removed: [FavoriteFixture.id(1)]))
  }

  @Test func theSecondOfTwoConflictingChangesIsReported() throws {
    let (mine, other) = (store(), store())
    let old = FavoriteFixture.plain(1)
    _ = try mine.keep(FavoriteFixture.addition([1]), by: "mine")
    var changed = old
    changed.rating = 1
    _ = try mine.keep(FavoritesEdit(Untrusted("rate"), [FavoriteChange(from: old, to: changed)], at: 2), by: "mine")
    let late = FavoritesEdit(
      Untrusted("remove"),
      [FavoriteChange(from: nil, to: FavoriteFixture.plain(9)), FavoriteChange(from: old, to: nil)], at: 3)
    #expect(throws: StoreError.changedMeanwhile) { try other.keep(late, by: "other") }
    #expect(try all(other) == [changed])
  }

  @Test func theFileIsTheUsersAlone() throws {
    let before = umask(0)
    defer { umask(before) }
    _ = try store().keep(FavoriteFixture.addition([1]), by: "")
    for (path, mode) in [(path, 0o600), (folder.path + "/data/gaz", 0o700)] {
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect(attributes[.posixPermissions] as? Int == mode)
    }
  }

  @Test func withoutAHomeFavoritesHoldForTheSessionAndOneWarningSaysSo() throws {
    let store = FavoritesStore(path: "/dev/null/gaz/favorites.sqlite")
    _ = try store.keep(FavoriteFixture.addition([1]), by: "")
    _ = try store.keep(FavoriteFixture.addition([2]), by: "")
    #expect(store.takeNotices().count == 1)
    #expect(try all(store).count == 2)
  }

  @Test func aFileOfALaterVersionIsReadAndNotChanged() throws {
    _ = try store().keep(FavoriteFixture.addition([1]), by: "")
    let database = try Database(path: path)
    try database.run("PRAGMA user_version = 9; UPDATE properties SET value = 9 WHERE name = 'version'")
    let store = store()
    #expect(try all(store) == [FavoriteFixture.plain(1)])
    #expect(store.takeNotices().count == 1)
    #expect(throws: StoreError.newerVersion(9)) { try store.keep(FavoriteFixture.addition([2]), by: "") }
  }

  @Test func aFileOfTheFirstVersionIsCopiedAndThenMigrated() throws {
    try makeFirstVersion()
    #expect(try all(store()) == [FavoriteFixture.full(1)])
    let edits = try store().edits()
    #expect(edits.map(\.edit.title) == [Untrusted("favorite")])
    #expect(edits.first?.edit.changes == [FavoriteChange(from: nil, to: FavoriteFixture.full(1))])
    _ = try store().keep(FavoriteFixture.addition([2]), by: "me")
    let copy = try Database(path: folder.path + "/data/gaz/backups/favorites.sqlite.v1")
    #expect(try copy.number("PRAGMA user_version") == 1)
  }

  @Test func aFileOfTheFirstVersionThatCannotBeChangedCanStillBeRead() throws {
    try makeFirstVersion()
    let before = try Data(contentsOf: URL(filePath: path))
    let file = try FavoritesDatabase(path, .readOnly)
    #expect(try file.favorites() == [FavoriteFixture.full(1)])
    #expect(try file.edits(of: nil, after: 0).count == 1)
    #expect(file.refusal == .readOnly)
    #expect(try Data(contentsOf: URL(filePath: path)) == before)
  }

  @Test func aHalfWrittenFileIsReadEvenIfItCannotBeRepaired() throws {
    _ = try store().keep(FavoriteFixture.addition([1]), by: "")
    let before = try Data(contentsOf: URL(filePath: path))
    let writer = try Database(path: path)
    try writer.run("PRAGMA cache_spill = 1; PRAGMA cache_size = 1; BEGIN IMMEDIATE")
    try writer.run("UPDATE favorites SET name = 'other'")
    let copy = folder.path + "/copy.sqlite"
    try before.write(to: URL(filePath: copy))
    try FileManager.default.copyItem(atPath: path + "-journal", toPath: copy + "-journal")
    let file = try FavoritesDatabase(copy, .immutable)
    #expect(try file.favorites() == [FavoriteFixture.plain(1)])
    #expect(file.refusal == .readOnly)
  }

  private func makeFirstVersion() throws {
    try PrivateFile.make(path)
    let database = try Database(path: path)
    try database.run(FavoritesSchema.steps[0])
    let favorite = FavoriteFixture.full(1)
    let record = FavoriteRecord.bytes(of: favorite)
    try database.run(
      "INSERT INTO favorites VALUES (?, 1, ?, ?, ?)", .text(favorite.id.text), .text(favorite.place.name.text),
      .bytes(record),
      .number(FavoritesSchema.checksum(ofFavorite: favorite.id.text, revision: 1, record: record)))
    let title = Array("favorite".utf8)
    try database.run(
      "INSERT INTO edits VALUES (1, 5, ?, ?)", .bytes(title),
      .number(FavoritesSchema.checksum(ofEdit: 1, 5, title, "", nil)))
    try database.run(
      "INSERT INTO changes VALUES (1, ?, NULL, ?, ?)", .text(favorite.id.text), .bytes(record),
      .number(FavoritesSchema.checksum(ofChange: 1, favorite.id.text, nil, record)))
    try database.run("PRAGMA user_version = 1; PRAGMA application_id = \(FavoritesSchema.application)")
  }

  @Test func aCopyIsMadeOnceADayAndTheOldestGo() throws {
    let backups = DatabaseBackups(of: path)
    for day in 0..<5 {
      let store = FavoritesStore(path: path, now: { 1_767_268_800 + Int64(day) * 86_400 })
      _ = try store.keep(FavoriteFixture.addition([day]), by: "")
      store.backUpWhereDue()
    }
    let copies = backups.newestFirst(at: 1_767_268_800 + 4 * 86_400)
    #expect(copies.map { $0.suffix(10) } == ["2026-01-05", "2026-01-04", "2026-01-03"])
    let newest = try Database(path: copies[0])
    #expect(try newest.number("SELECT count(*) FROM favorites") == 5)
  }

  @Test func copiesWithDatesInTheFutureAreTheOldest() throws {
    let days: [Int64] = [30_000, 30_001, 30_002, 20_454, 20_455]
    for (number, day) in days.enumerated() {
      let store = FavoritesStore(path: path, now: { day * 86_400 })
      _ = try store.keep(FavoriteFixture.addition([number]), by: "")
      store.backUpWhereDue()
    }
    let copies = DatabaseBackups(of: path).newestFirst(at: 20_455 * 86_400)
    #expect(copies.map { $0.suffix(10) } == ["2026-01-02", "2026-01-01", "2052-02-22"])
  }

  @Test func copiesAreFoundWhateverTheFileIsCalled() throws {
    let path = folder.path + "/my.vault.v2"
    let store = FavoritesStore(path: path, now: { 1_767_268_800 })
    _ = try store.keep(FavoriteFixture.addition([1]), by: "")
    store.backUpWhereDue()
    #expect(DatabaseBackups(of: path).newestFirst(at: 1_767_268_800).map { $0.suffix(10) } == ["2026-01-01"])
  }

  @Test func aFavoriteAddedToANewFileIsNotRemovedByTheOldCopy() throws {
    let first = store()
    for number in 1...3 { _ = try first.keep(FavoriteFixture.addition([number]), by: "") }
    first.backUpWhereDue()
    try FileManager.default.removeItem(atPath: path)
    let second = store()
    #expect(try second.keep(FavoriteFixture.addition([4]), by: "").number == 4)
    _ = try second.keep(FavoriteFixture.addition([5]), by: "")
    let database = try Database(path: path)
    try database.run("DELETE FROM favorites WHERE name = 'place 5'; UPDATE changes SET after = x'00' WHERE edit = 5")
    #expect(try all(store()) == (1...4).map(FavoriteFixture.plain))
  }

  @Test(arguments: [FavoriteFixture.full(2).place.id, PlaceID(dataset: "other", id: .number(1))])
  func aPlaceThatAnotherSessionAddedMeanwhileIsNotAddedTwice(source: PlaceID) throws {
    let (mine, other) = (store(), store())
    let theirs = try other.keep(
      FavoritesEdit(Untrusted("favorite"), [FavoriteChange(from: nil, to: FavoriteFixture.full(1))], at: 1), by: "other"
    )
    var favorite = FavoriteFixture.full(2)
    favorite.place.id = source
    var edit = FavoritesEdit(Untrusted("import"), [FavoriteChange(from: nil, to: favorite)], at: 1, since: 0)
    #expect(throws: StoreError.changedMeanwhile) { try mine.keep(edit, by: "mine") }
    #expect(try mine.edits() == [theirs])
    // A session that has read the favorite of the other session may save both.
    edit.since = theirs.number
    #expect(try mine.keep(edit, by: "mine").number == 2)
  }

  @Test func aSessionReadsTheFileThatExistsNow() throws {
    let (mine, other) = (store(), store())
    _ = try mine.keep(FavoriteFixture.addition([1]), by: "")
    _ = try other.update(since: 0)
    try FileManager.default.removeItem(atPath: path)
    _ = try mine.keep(FavoriteFixture.addition([2]), by: "")
    #expect(try other.update(since: 1)?.changed == [FavoriteFixture.plain(2)])
  }
}
