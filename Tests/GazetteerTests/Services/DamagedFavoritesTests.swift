import Foundation
import GazetteerIndex
import Testing

@testable import GazetteerServices

/// Files of favorites that were changed after they were written.
struct DamagedFavoritesTests {
  private let folder: TemporaryFolder
  private let path: String
  private let sound: [UInt8]

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path + "/favorites.sqlite"
    let store = FavoritesStore(path: path)
    _ = try store.keep(FavoriteFixture.addition(1...40), by: "")
    store.backUpWhereDue()
    _ = try store.keep(FavoriteFixture.addition(41...50), by: "")
    sound = Array(try Data(contentsOf: URL(filePath: path)))
  }

  private func write(_ bytes: [UInt8]) throws { try Data(bytes).write(to: URL(filePath: path)) }

  private var asides: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.contains(".corrupt-") }
    }
  }

  /// What a session reads from the damaged file and saves.
  private func read() throws -> (favorites: [Favorite], notices: [Message]) {
    let store = FavoritesStore(path: path)
    let update = try store.update(since: 0)
    _ = try store.edits()
    _ = try store.keep(FavoriteFixture.addition([99]), by: "")
    let later = try store.update(since: update?.revision ?? 0)
    let favorites = later?.isWhole == true ? later?.changed ?? [] : (update?.changed ?? []) + (later?.changed ?? [])
    return (favorites.sorted { $0.id < $1.id }, store.takeNotices())
  }

  @Test(arguments: ["no database at all", "", "SQLite format 3\u{0}"])
  func ifTheFileIsNoDatabaseTheBackupIsRestoredAndTheFileIsKept(content: String) throws {
    try write(Array(content.utf8))
    let (favorites, notices) = try read()
    #expect(favorites == ((1...40).map(\.self) + [99]).map(FavoriteFixture.plain))
    #expect(notices.count == 1)
    let aside = try #require(try asides.first)
    #expect(Array(try Data(contentsOf: URL(filePath: folder.path + "/" + aside))) == Array(content.utf8))
  }

  @Test(arguments: [0..<7, 0..<24, 15..<16, 16..<18, 20..<24]) func whatFollowsADamagedHeaderIsRecovered(
    damaged: Range<Int>
  )
    throws
  {
    var bytes = sound
    for index in damaged { bytes[index] = 0xAA }
    try write(bytes)
    let (favorites, notices) = try read()
    #expect(favorites == ((1...50).map(\.self) + [99]).map(FavoriteFixture.plain))
    #expect(notices.map { $0.neutralised.contains("none is lost") } == [true])
  }

  /// Each changes what was written in a way that SQLite does not notice.
  private static let changes = [
    "UPDATE favorites SET record = (SELECT record FROM favorites WHERE name = 'place 46') WHERE name = 'place 45'",
    "UPDATE favorites SET name = 'place 46' WHERE name = 'place 45'",
    "UPDATE favorites SET revision = 1 WHERE name = 'place 45'",
    "UPDATE favorites SET checksum = checksum + 1 WHERE name = 'place 45'",
    "DELETE FROM favorites WHERE name = 'place 45'",
  ]

  @Test(arguments: changes) func aRowThatChangedIsBackFromTheJournal(change: String) throws {
    try Database(path: path).run(change)
    let (favorites, notices) = try read()
    #expect(favorites == ((1...50).map(\.self) + [99]).map(FavoriteFixture.plain))
    #expect(notices.map { $0.neutralised.contains("none is lost") } == [true])
  }

  /// The control: SQLite's own check finds none of these changes.
  @Test(arguments: changes) func withoutChecksumsAChangeOfARowGoesUnseen(change: String) throws {
    let database = try Database(path: path)
    try database.run(change)
    let statement = try database.statement("PRAGMA integrity_check")
    #expect(try statement.step() && statement.text(0) == "ok")
  }

  @Test func anyDamageIsReportedAndNoFavoriteOfTheBackupIsLost() throws {
    var random = SplitMix(state: 5)
    for _ in 0..<150 {
      try? FileManager.default.removeItem(atPath: path + "-journal")
      let damaged = Self.damage(sound, &random)
      try write(damaged)
      let (favorites, notices) = try read()
      let kept = Set(favorites.map(\.id))
      #expect((1...40).allSatisfy { kept.contains(FavoriteFixture.id($0)) })
      #expect(favorites.allSatisfy { $0 == FavoriteFixture.plain(Int($0.place.name.text.dropFirst(6)) ?? 0) })
      let isMissing = !(1...50).allSatisfy { kept.contains(FavoriteFixture.id($0)) }
      #expect(!isMissing || !notices.isEmpty)
    }
  }

  @Test func missingRowsAreRecoveredFromTheBackup() throws {
    let database = try Database(path: path)
    try database.run("DELETE FROM favorites WHERE name = 'place 7'")
    try database.run("UPDATE changes SET after = x'00' WHERE favorite IN (?, ?)", .text(id(7)), .text(id(8)))
    let (favorites, notices) = try read()
    #expect(favorites == ((1...50).map(\.self) + [99]).map(FavoriteFixture.plain))
    #expect(notices.map { $0.neutralised.contains("the backup of 1970-01-01") } == [true])
  }

  @Test func theNumberOfALostEditIsNotUsedAgain() throws {
    let database = try Database(path: path)
    try database.run("DELETE FROM changes WHERE edit = 2; DELETE FROM edits WHERE number = 2")
    try database.run("DELETE FROM favorites WHERE name = 'place 7'")
    let store = FavoritesStore(path: path)
    #expect(try store.update(since: 0)?.changed.count == 50)
    #expect(try store.keep(FavoriteFixture.addition([99]), by: "").number == 3)
  }

  @Test func aDamagedFileIsNotCopied() throws {
    try keepAndCopy(on: 1)
    try Database(path: path).run(Self.changes[0])
    try keepAndCopy(on: 2)
    #expect(
      DatabaseBackups(of: path).newestFirst(at: 2 * 86_400).map { $0.suffix(10) } == ["1970-01-02", "1970-01-01"])
  }

  private func keepAndCopy(on day: Int) throws {
    let store = FavoritesStore(path: path, now: { Int64(day) * 86_400 })
    _ = try store.keep(FavoriteFixture.addition([99 + day]), by: "")
    store.backUpWhereDue()
  }

  private func id(_ number: Int) -> String { FavoriteFixture.id(number).text }

  private static func damage(_ bytes: [UInt8], _ random: inout SplitMix) -> [UInt8] {
    var bytes = bytes
    let page = 4096
    switch Int.random(in: 0..<5, using: &random) {
    case 0: bytes[Int.random(in: bytes.indices, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case 1: bytes.removeLast(Int.random(in: 1..<bytes.count, using: &random))
    case 2:
      let start = Int.random(in: 0..<bytes.count / page, using: &random) * page
      for index in start..<start + page { bytes[index] = 0 }
    case 3:
      let start = Int.random(in: 0..<bytes.count - 200, using: &random)
      for index in start..<start + 200 { bytes[index] = UInt8.random(in: 0...255, using: &random) }
    default:
      let pages = (0..<2).map { _ in Int.random(in: 1..<bytes.count / page, using: &random) * page }
      for index in 0..<page { bytes.swapAt(pages[0] + index, pages[1] + index) }
    }
    return bytes
  }
}
