import CSQLite
import Foundation
import GazetteerIndex
import Testing

@testable import GazetteerServices

/// Changes of the file of favorites by other programs must not block a session.
struct GuardedFavoritesTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path + "/favorites.sqlite"
  }

  private func content() throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: path))) }

  @Test(.mustEnd, arguments: ["", "-journal", "-wal"])
  func aPipeInThePlaceOfAFileIsNotRead(ending: String) throws {
    if !ending.isEmpty { _ = try FavoritesStore(path: path).keep(FavoriteFixture.addition([1]), by: "") }
    try #require(mkfifo(path + ending, 0o600) == 0)
    let store = FavoritesStore(path: path)
    #expect(throws: StoreError.failed(reason: "it is not a regular file")) { try store.update(since: 0) }
    #expect(throws: StoreError.failed(reason: "it is not a regular file")) {
      try store.keep(FavoriteFixture.addition([2]), by: "")
    }
  }

  private static let endless = """
    WITH RECURSIVE rows(n) AS (SELECT 1 UNION ALL SELECT n FROM rows) SELECT '' AS id, 1 AS revision, '' AS name,
    x'' AS record, 1 AS checksum FROM rows
    """

  @Test(
    .mustEnd,
    arguments: [
      ("favorites", "DROP TABLE favorites; CREATE VIEW favorites AS \(endless)"),
      ("grow", "CREATE TRIGGER grow AFTER INSERT ON edits BEGIN INSERT INTO changes \(endless); END"),
      ("words", "CREATE VIRTUAL TABLE words USING fts5(word)"),
      ("edits", "DROP TABLE changes; DROP TABLE edits; CREATE VIEW edits AS SELECT 1 AS number"),
    ])
  func aFileWithMoreThanOurTablesIsRefusedAndNotTouched(name: String, statements: String) throws {
    _ = try FavoritesStore(path: path).keep(FavoriteFixture.addition([1]), by: "")
    try Database(path: path).run(statements)
    let before = try content()
    let store = FavoritesStore(path: path)
    #expect(throws: StoreError.foreign(Untrusted(name))) { try store.update(since: 0) }
    #expect(throws: StoreError.foreign(Untrusted(name))) { try store.edits() }
    #expect(throws: StoreError.foreign(Untrusted(name))) { try store.keep(FavoriteFixture.addition([2]), by: "") }
    #expect(try content() == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["favorites.sqlite"])
  }

  /// The control: other tables and indexes in the file are accepted.
  @Test func otherTablesAndIndexesAreLeftAlone() throws {
    _ = try FavoritesStore(path: path).keep(FavoriteFixture.addition([1]), by: "")
    try Database(path: path).run("CREATE TABLE notes (text); CREATE UNIQUE INDEX note ON notes (text); ANALYZE")
    #expect(try FavoritesStore(path: path).update(since: 0)?.changed.count == 1)
  }

  @Test func aLockOfAnotherProgramIsNotWaitedForOnceCancelled() throws {
    _ = try FavoritesStore(path: path).keep(FavoriteFixture.addition([1]), by: "")
    let other = try Database(path: path)
    try other.run("BEGIN EXCLUSIVE")
    let store = FavoritesStore(path: path)
    #expect(throws: StoreError.cancelled) {
      try store.update(since: 0, cancellation: CountedCancellation(afterPolls: 3).cancellation)
    }
    #expect(throws: StoreError.cancelled) {
      try store.edits(cancellation: CountedCancellation(afterPolls: 3).cancellation)
    }
    #expect(throws: StoreError.cancelled) {
      try store.keep(
        FavoriteFixture.addition([2]), by: "", cancellation: CountedCancellation(afterPolls: 3).cancellation)
    }
    try other.run("COMMIT")
    #expect(try store.update(since: 0)?.changed == [FavoriteFixture.plain(1)])
  }

  @Test(.mustEnd) func aStatementIsCancelled() throws {
    let database = try Database(path: nil, cancellation: CountedCancellation(afterPolls: 3).cancellation)
    let error = #expect(throws: DatabaseError.self) {
      try database.number("WITH RECURSIVE rows(n) AS (SELECT 1 UNION ALL SELECT n FROM rows) SELECT count(*) FROM rows")
    }
    #expect(error?.kind == SQLITE_INTERRUPT)
  }

  /// A repair that is cancelled at any point has changed nothing, and loses nothing at the next attempt.
  @Test func aCancelledRepairLosesNothing() throws {
    let store = FavoritesStore(path: path)
    for number in 0..<40 {
      _ = try store.keep(FavoriteFixture.addition((number * 50)..<(number * 50 + 50)), by: "")
    }
    try Database(path: path).run("UPDATE favorites SET checksum = 1 WHERE name = 'place 7'")
    let damaged = try content()
    var polls = 0
    while true {
      do throws(StoreError) {
        let update = try FavoritesStore(path: path)
          .update(since: 0, cancellation: CountedCancellation(afterPolls: polls).cancellation)
        #expect(update?.changed.count == 2000)
        break
      } catch {
        #expect(error == .cancelled)
        guard try content() == damaged else { break }
      }
      polls += 1 + polls / 4
    }
    #expect(polls > 3)
    #expect(try FavoritesStore(path: path).update(since: 0)?.changed.count == 2000)
  }

  @Test func aFileThatWasSwitchedToAWriteAheadLogIsSwitchedBackAtTheNextEdit() throws {
    let store = FavoritesStore(path: path)
    _ = try store.keep(FavoriteFixture.addition([1]), by: "")
    #expect(try Database(path: path).text("PRAGMA journal_mode = WAL") == "wal")
    #expect(try store.update(since: 0)?.changed.count == 1)
    #expect(try Database(path: path).text("PRAGMA journal_mode") == "wal")
    _ = try store.keep(FavoriteFixture.addition([2]), by: "")
    #expect(try Database(path: path).text("PRAGMA journal_mode") == "delete")
    #expect(try FavoritesStore(path: path).update(since: 0)?.changed.count == 2)
  }

  /// Edits are still saved.
  @Test func aWriteAheadLogThatAnotherProgramUsesStaysForNow() throws {
    let store = FavoritesStore(path: path)
    _ = try store.keep(FavoriteFixture.addition([1]), by: "")
    var other: Database? = try Database(path: path)
    #expect(try other?.text("PRAGMA journal_mode = WAL") == "wal")
    #expect(try other?.number("SELECT count(*) FROM favorites") == 1)
    _ = try store.keep(FavoriteFixture.addition([2]), by: "")
    #expect(try other?.number("SELECT count(*) FROM favorites") == 2)
    other = nil
    _ = try store.keep(FavoriteFixture.addition([3]), by: "")
    #expect(try Database(path: path).text("PRAGMA journal_mode") == "delete")
  }
}
