import Foundation
import GazetteerIndex
import Synchronization
import Testing

@testable import GazetteerServices

/// The file of the changes that wait: older versions, damage, and what is in backups only.
@Suite struct PendingFileTests {
  private let folder: TemporaryFolder
  private let path: String
  private static let ada = Account(service: "campus", key: Untrusted("ada"), user: Untrusted("ada"))
  private let cancellation = Cancellation()
  /// 2027-01-15.
  private static let day: Int64 = 1_800_000_000

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path + "/gaz/changes.sqlite"
    try FileManager.default.createDirectory(atPath: folder.path + "/gaz", withIntermediateDirectories: true)
  }

  private func pending(at time: Int64 = day) -> PendingChanges { PendingChanges(path: path) { time } }

  private static func post(_ number: Int) -> LocationChange {
    // Some are so long that they have pages of their own.
    let place = "place \(number) " + String(repeating: "x", count: number % 7 == 0 ? 9000 : 20)
    return .create(
      LocationDraft(place: Untrusted(place), url: Untrusted("https://example.org"), coordinate: nil),
      clientID: "client-\(number)")
  }

  private func add(_ numbers: ClosedRange<Int>, to pending: PendingChanges) throws {
    for number in numbers { _ = try pending.add(Self.post(number), for: Self.ada, cancellation) }
  }

  /// The changes, without what a repair adds to them.
  private func changes(_ pending: PendingChanges) throws -> [Int64: LocationChange] {
    let all = try pending.all(cancellation).changes
    return Dictionary(uniqueKeysWithValues: all.map { ($0.number, $0.change) })
  }

  private var kept: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path + "/gaz")) ?? []
    return names.filter { $0.contains(".corrupt-") && !$0.hasSuffix("-journal") }.sorted()
  }

  private var bytes: [UInt8] { FileManager.default.contents(atPath: path).map(Array.init) ?? [] }

  private func put(_ bytes: [UInt8]) throws { try Data(bytes).write(to: URL(filePath: path)) }

  // MARK: version 1

  /// Makes a file of version 1.
  static func makeFirstVersion(_ path: String, _ changes: [WaitingChange]) throws {
    let database = try Database(path: path)
    try database.run(
      """
      CREATE TABLE changes (
        number INTEGER PRIMARY KEY AUTOINCREMENT, service TEXT NOT NULL, account TEXT NOT NULL, change BLOB NOT NULL,
        checksum INTEGER NOT NULL
      ) STRICT;
      PRAGMA user_version = 1; PRAGMA application_id = \(0x6761_7A43);
      """)
    try database.run("BEGIN")
    for change in changes {
      let record = change.record.json
      var sum = Checksum()
      sum.add(record)
      try database.run(
        "INSERT INTO changes VALUES (?, ?, ?, ?, ?)", .number(change.number), .text(change.service),
        .text(change.account.text), .bytes(record), .number(sum.value))
    }
    try database.run("COMMIT")
  }

  static func waiting(
    _ number: Int, _ service: String = "campus", _ account: String = "ada", user: String = "ada"
  ) -> WaitingChange {
    WaitingChange(
      number: Int64(number), service: service, account: Untrusted(account), user: Untrusted(user), post(number),
      time: 5)
  }

  @Test func aFileOfTheFirstVersionIsBroughtUpToDate() throws {
    var sent = Self.waiting(3)
    (sent.mayBeStored, sent.reason) = (true, Untrusted("it was interrupted"))
    let all = [Self.waiting(2), sent, Self.waiting(9)]
    try Self.makeFirstVersion(path, all)
    // Its last change was taken out.
    try Database(path: path).run("DELETE FROM changes WHERE number = 9")
    for _ in 0..<2 {
      let pending = pending()
      #expect(try pending.all(cancellation).changes == Array(all.prefix(2)))
      #expect(pending.takeNotices() == [] && kept == [])
    }
    #expect(try pending().add(Self.post(1), for: Self.ada, cancellation) == 10, "no number is used twice")
    let backups = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/gaz/backups").sorted()
    #expect(backups == ["changes.sqlite.2027-01-15", "changes.sqlite.v1"])
    #expect(try Database(path: path, .readOnly).number("PRAGMA application_id") == 0x6761_7A57)
    #expect(try Database(path: folder.path + "/gaz/backups/changes.sqlite.v1").number("PRAGMA user_version") == 1)
  }

  /// Keys of `local` had no punctuation then. Those of other services are theirs.
  @Test(
    arguments: [
      ("local", "a b", "A.B", "a.b"), ("local", "ada", "ada", "ada"), ("local", "a.b", "A.B", "a.b"),
      ("local", "a b", "", "a b"), ("campus", "a b", "A.B", "a b"),
    ]) func changesOfLocalFollowTheirAccount(service: String, key: String, user: String, now: String) throws
  {
    try Self.makeFirstVersion(path, [Self.waiting(1, service, key, user: user)])
    let account = Account(service: service, key: Untrusted(now), user: Untrusted(user))
    #expect(try pending().all(of: account, cancellation).changes.map(\.change) == [Self.post(1)])
    #expect(try pending().isNeeded(by: account, cancellation))
  }

  /// A user with a dot in the name, whose change waits since before that, logs in, and it is sent.
  @Test func aChangeOfAnOldKeyIsSent() throws {
    try Self.makeFirstVersion(path, [Self.waiting(1, "local", "a b", user: "A.B")])
    let manager = DataManager([.init(.local, LocalService(path: nil, now: { 1 }))], pending: pending())
    let login = DataManager.Login.signUp(user: Untrusted("a.b"), password: Secret("open sesame".utf8), name: nil)
    _ = try manager.login(to: "local", login, cancellation)
    let news = try manager.fetch(.newest, from: "local", cancellation)
    #expect(news.notices.map(\.neutralised) == ["sent 1 change that had to wait"])
    #expect(try manager.waiting(cancellation).changes.isEmpty && news.dataset.locations.count == 1)
  }

  @Test func aDamagedRowOfTheFirstVersionCostsNoOther() throws {
    try Self.makeFirstVersion(
      path, [Self.waiting(1, "local", "a b", user: "A.B"), Self.waiting(2), Self.waiting(3)])
    try Database(path: path).run("UPDATE changes SET checksum = 0 WHERE number = 2")
    let before = bytes
    let pending = pending()
    #expect(try pending.all(cancellation).changes.map(\.number) == [1, 3])
    #expect(try pending.one(1, cancellation)?.account.text == "a.b")
    let notices = pending.takeNotices().map(\.neutralised)
    #expect(
      notices.count == 1 && notices[0].contains("2 changes were read from it, and there is no backup"), "\(notices)")
    #expect(kept.count == 1 && FileManager.default.contents(atPath: folder.path + "/gaz/" + kept[0]) == Data(before))
  }

  /// Contacts had the same number in their header. They are not taken for changes.
  @Test func aFileOfContactsIsNoFileOfChanges() throws {
    try ContactsStore(path: path).keep(ContactsEdit([.init(from: nil, to: Contact(name: Untrusted("Anna")))]))
    let before = bytes
    #expect(try pending().all(cancellation).changes.isEmpty)
    #expect(kept.count == 1 && FileManager.default.contents(atPath: folder.path + "/gaz/" + kept[0]) == Data(before))
  }

  @Test func aFileOfANewerVersionIsLeftAlone() throws {
    try add(1...1, to: pending())
    try Database(path: path).run("PRAGMA user_version = 99")
    let before = bytes
    let pending = pending()
    #expect(throws: ServiceError.self) { try pending.all(cancellation) }
    let error = #expect(throws: ServiceError.self) { try add(2...2, to: pending) }
    #expect(error?.reason.neutralised.contains("a newer gaz has changed the format of") == true)
    #expect(bytes == before && kept == [])
  }

  /// A change that cannot be written down is not made: it could be lost, or sent twice. The control: contacts, which then
  /// last for the session.
  @Test func nothingWaitsInMemoryInsteadOfAFile() throws {
    let file = try folder.file("file", "")
    let pending = PendingChanges(path: file + "/changes.sqlite") { Self.day }
    #expect(throws: ServiceError.self) { try add(1...1, to: pending) }
    let contacts = ContactsStore(path: file + "/contacts.sqlite")
    try contacts.keep(ContactsEdit([.init(from: nil, to: Contact(name: Untrusted("Anna")))]))
    #expect(try contacts.all().count == 1)
  }

  // MARK: damage

  /// The pages after the first are undamaged: everything is still there, so no backup is needed.
  @Test func aFileWithoutItsHeaderLosesNothing() throws {
    try add(1...20, to: pending())
    let (before, all) = (bytes, try changes(pending()))
    try put(Array(repeating: 0, count: 16) + before.dropFirst(16))
    let pending = pending(at: Self.day + 86_400)
    #expect(try changes(pending) == all)
    #expect(try pending.all(cancellation).changes.allSatisfy { $0.mayBeStored && !$0.isRestored })
    let notices = pending.takeNotices().map(\.neutralised)
    #expect(notices.count == 1 && notices[0].contains("20 changes were read from it, and none is lost"), "\(notices)")
    #expect(kept == ["changes.sqlite.corrupt-20270116-080000"])
    #expect(try self.pending().all(cancellation).changes.count == 20 && self.pending().takeNotices().isEmpty)
  }

  /// What only the backup has may have been sent since.
  @Test func whatOnlyTheBackupHasWaitsForTheUser() throws {
    try add(1...1, to: pending())
    try add(2...3, to: pending())
    try put(Array("not a database".utf8))
    let pending = pending()
    let all = try pending.all(cancellation).changes
    #expect(all.map(\.isRestored) == [true] && all.map(\.change) == [Self.post(1)])
    let notices = pending.takeNotices().map(\.neutralised)
    #expect(
      notices.count == 1
        && notices[0].contains(
          "0 changes were read from it; 1 more is from the backup of 2027-01-15, may have been sent, and waits for your "
            + "word; to see them: outbox"),
      "\(notices)")
    #expect(try pending.begin(1) == nil)
    try pending.release(1)
    #expect(try pending.begin(1)?.mayBeStored == true)
  }

  @Test(arguments: ["", "not a database, but longer than nothing", "SQLite format 3\u{0}damaged"])
  func aDamagedFileIsKeptAndPostingGoesOn(content: String) throws {
    try add(1...1, to: pending())
    try put(Array(content.utf8))
    let pending = pending()
    try add(2...2, to: pending)
    #expect(try pending.all(cancellation).changes.map(\.isRestored) == [true, false])
    #expect(kept.count == 1)
    #expect(FileManager.default.contents(atPath: folder.path + "/gaz/" + kept[0]) == Data(content.utf8))
  }

  /// Damage of many kinds: nothing is ever invented, and what is missing is told. Whatever the backup has is there. The
  /// control: without the checksums of rows, SQLite's own check finds nothing wrong with some of the files.
  @Test func damageIsAlwaysToldAndNothingIsInvented() throws {
    try add(1...8, to: pending())
    // A day later, the backup has the first of these.
    try pending().finish(#require(try pending().one(1, cancellation)), stored: nil)
    try add(9...9, to: pending(at: Self.day + 86_400))
    try add(10...30, to: pending(at: Self.day + 86_400))
    for number: Int64 in [2, 12] { _ = try pending().cancel(number) }
    let (sound, all) = (bytes, try changes(pending()))
    let backup = Set(3...9).union([2]).map(Int64.init)
    var random = SplitMix(state: 7)
    var (told, unnoticed) = (0, 0)
    for _ in 0..<300 {
      for name in kept { try FileManager.default.removeItem(atPath: folder.path + "/gaz/" + name) }
      var damaged = sound
      if Bool.random(using: &random) {
        damaged[Int.random(in: 0..<damaged.count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      } else {
        damaged = Mutation.of(damaged, using: &random)
      }
      try put(damaged)
      let passes = try? Database(path: path, .readOnly).text("PRAGMA quick_check") == "ok"
      let pending = pending(at: Self.day + 86_400)
      let (found, notices) = (try pending.all(cancellation).changes, pending.takeNotices())
      for change in found {
        let isKnown = all[change.number] == change.change
        #expect(isKnown || change.isRestored && change.number == 2 && change.change == Self.post(2))
      }
      guard !notices.isEmpty else {
        #expect(found.map(\.number) == all.keys.sorted() && found.allSatisfy { !$0.isRestored })
        continue
      }
      told += 1
      if passes == true { unnoticed += 1 }
      #expect(kept.count == 1 && FileManager.default.contents(atPath: folder.path + "/gaz/" + kept[0]) == Data(damaged))
      let isWhole = notices[0].neutralised.contains("none is lost")
      if isWhole {
        #expect(found.map(\.number) == all.keys.sorted() && found.allSatisfy { !$0.isRestored })
      } else {
        #expect(Set(backup).isSubset(of: found.map(\.number)), "\(notices)")
      }
      #expect(try self.pending().all(cancellation).changes == found && self.pending().takeNotices().isEmpty)
    }
    #expect(told > 100 && unnoticed > 20, "the control: \(told) were told, \(unnoticed) of them only by the checksums")
  }

  /// A restored change is not sent by itself, because it may have been sent, or cancelled, since. The control: when the
  /// user says so it is, and the service is asked for it first.
  @Test func aRestoredChangeIsNotSentTwice() throws {
    let service = CountingService()
    let facts = ServiceFacts(name: "campus", dialect: "test", host: Untrusted("test"))
    func start() -> DataManager { DataManager([.init(facts, service)], pending: pending()) }
    let secret = Secret("x".utf8)
    let account = try start().login(
      to: "campus", .signUp(user: Self.ada.user, password: secret, name: nil), cancellation)
    _ = try pending().add(Self.post(1), for: account, cancellation)
    _ = try pending().add(Self.post(2), for: account, cancellation)
    func fetch(_ released: Set<Int64> = []) throws -> LocationNews {
      let manager = start()
      try manager.login(to: "campus", .with(.password(user: Self.ada.user, secret)), cancellation)
      return try manager.fetch(.newest, from: "campus", sending: released, cancellation)
    }
    #expect(try fetch().dataset.locations.count == 2)
    #expect(try pending().all(cancellation).changes.isEmpty && service.calls.withLock { $0 } == [false, false])
    // The backup still has the first.
    try put(Array("damaged".utf8))
    #expect(try fetch().dataset.locations.count == 2)
    #expect(try pending().all(cancellation).changes.map(\.isRestored) == [true])
    #expect(service.calls.withLock { $0 } == [false, false])
    #expect(try fetch([1]).dataset.locations.count == 2)
    #expect(try pending().all(cancellation).changes.isEmpty && service.calls.withLock { $0 } == [false, false, true])
  }

  /// What builds on a change that waits for the user waits too. The control: another location's change is sent.
  @Test func whatBuildsOnARestoredChangeWaits() throws {
    let service = CountingService()
    let facts = ServiceFacts(name: "campus", dialect: "test", host: Untrusted("test"))
    let secret = Secret("x".utf8)
    let manager = DataManager([.init(facts, service)], pending: pending())
    let account = try manager.login(
      to: "campus", .signUp(user: Self.ada.user, password: secret, name: nil), cancellation)
    _ = try pending().add(Self.post(1), for: account, cancellation)
    try put(Array("damaged".utf8))
    let known = try #require(try pending().all(of: account, cancellation).changes.applied(to: []).first)
    let draft = LocationDraft(place: Untrusted("new"), url: Untrusted("https://example.org"), coordinate: nil)
    let error = #expect(throws: ServiceError.self) {
      try manager.perform(.update(known, draft), at: "campus", checksLink: false, cancellation)
    }
    #expect(error?.reason.neutralised == "the change before it may have been sent already; see outbox")
    let news = try manager.perform(Self.post(5), at: "campus", checksLink: false, cancellation)
    #expect(news.dataset.locations.count == 1 && !news.isElsewhere)
    #expect(try pending().all(cancellation).changes.map(\.number) == [1, 2])
  }

  /// Several sessions find the damage at the same moment: one repairs the file.
  @Test func severalSessionsRepairAFileOnce() async throws {
    try add(1...3, to: pending())
    try put(Array(repeating: 0, count: 16) + bytes.dropFirst(16))
    let (path, cancellation) = (path, cancellation)
    let notices = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<6 {
        group.addTask {
          let pending = PendingChanges(path: path) { Self.day }
          let count = (try? pending.all(cancellation).changes.count) ?? 0
          return count == 3 ? pending.takeNotices().count : 100
        }
      }
      return await group.reduce(0, +)
    }
    #expect(notices == 1 && kept.count == 1)
  }
}
