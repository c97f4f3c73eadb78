import Foundation
import GazetteerIndex
import Testing

@testable import GazetteerServices

/// The location service inside the program: accounts with hashed passwords, and locations.
@Suite struct LocalServiceTests {
  private let folder: TemporaryFolder
  private let path: String
  private let password = Secret("open sesame".utf8)
  private let cancellation = Cancellation()

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path + "/new/local.sqlite"
  }

  private func service(_ now: Int64 = 1_800_000_000) -> LocalService { LocalService(path: path, now: { now }) }

  private func signUp(_ user: String = "ada", at service: LocalService) throws -> ServiceSession {
    try service.signUp(user: Untrusted(user), password: password, name: Untrusted("\(user) Lovelace"), cancellation)
  }

  private func draft(_ place: String = "Boston") -> LocationDraft {
    LocationDraft(
      place: Untrusted(place), url: Untrusted("https://example.org"),
      coordinate: Coordinate(latitude: 42.360_083_123, longitude: -71.058_88))
  }

  // MARK: accounts

  @Test func anAccountIsMadeOnceAndItsPasswordIsChecked() throws {
    let made = try signUp(at: service())
    #expect(made.account.fullName.text == "ada Lovelace" && made.account.key.text == "ada")
    // Another run of the program.
    let other = service()
    #expect(try other.login(.password(user: Untrusted("Ada"), password), cancellation).account == made.account)
    #expect(throws: ServiceError.badLogin(Untrusted("the password is wrong"))) {
      try other.login(.password(user: Untrusted("ada"), Secret("open Sesame".utf8)), cancellation)
    }
    #expect(throws: ServiceError.noAccount(user: Untrusted("bob"))) {
      try other.login(.password(user: Untrusted("bob"), password), cancellation)
    }
    #expect(throws: ServiceError.accountTaken(user: Untrusted("ADA"))) { try signUp("ADA", at: other) }
  }

  @Test func thePasswordIsNotInTheFileAndHashesHaveTheirOwnSalt() throws {
    let service = service()
    _ = try signUp("ada", at: service)
    _ = try signUp("bob", at: service)
    let bytes = try #require(FileManager.default.contents(atPath: path))
    #expect(bytes.range(of: Data("open sesame".utf8)) == nil)
    // The control: what is stored would be found.
    #expect(bytes.range(of: Data("Lovelace".utf8)) != nil)
    let rows = LocalRows(database: try Database(path: path))
    let hashes = [try rows.account("ada")?.hash, try rows.account("bob")?.hash].compactMap(\.self)
    #expect(hashes.count == 2 && hashes[0] != hashes[1] && hashes.allSatisfy { $0.hasPrefix("$y$") })
    #expect(try Password.matches(password, hashes[0]))
    #expect(try !Password.matches(Secret("open sesam".utf8), hashes[0]))
    #expect(try !Password.matches(password, String(hashes[0].dropLast()) + "x"))
  }

  @Test(arguments: ["", "a\u{0}b", String(repeating: "x", count: 512)])
  func aPasswordThatCannotBeHashedIsRefused(password: String) throws {
    #expect(throws: ServiceError.self) {
      try service().signUp(user: Untrusted("ada"), password: Secret(password.utf8), name: nil, cancellation)
    }
  }

  @Test func punctuationInAUserNameCounts() throws {
    let service = service()
    let accounts = try ["a.b", "a-b", "a b", "Ünal"].map { try signUp($0, at: service).account }
    #expect(accounts.map(\.key.text) == ["a.b", "a-b", "a b", "unal"])
    #expect(throws: ServiceError.accountTaken(user: Untrusted("A.B"))) { try signUp("A.B", at: service) }
  }

  @Test func theFileIsPrivate() throws {
    let mask = umask(0)
    defer { umask(mask) }
    _ = try signUp(at: service())
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
    #expect(stat(folder.path + "/new", &status) == 0 && status.st_mode & 0o777 == 0o700)
  }

  @Test func logoutEndsTheSession() throws {
    let service = service()
    let session = try signUp(at: service)
    let locations = service.locations(for: session)
    #expect(try locations.newest(limit: 100, cancellation).locations.isEmpty)
    try service.logout(session, cancellation)
    #expect(throws: ServiceError.loginRequired) { try service.account(of: session, cancellation) }
    #expect(throws: ServiceError.loginRequired) { try locations.newest(limit: 100, cancellation) }
    #expect(throws: ServiceError.loginRequired) {
      try locations.create(draft(), clientID: "1", by: session.account, cancellation)
    }
  }

  @Test func aGuestReadsButDoesNotWrite() throws {
    let service = service()
    let guest = try service.login(.guest, cancellation)
    let locations = service.locations(for: guest)
    #expect(try locations.newest(limit: 100, cancellation).locations.isEmpty)
    #expect(throws: ServiceError.loginRequired) {
      try locations.create(draft(), clientID: "1", by: guest.account, cancellation)
    }
  }

  // MARK: locations

  @Test func aLocationComesBackAsItWasPosted() throws {
    let session = try signUp(at: service())
    let posted = try {
      let service = self.service()
      let session = try service.login(.password(user: Untrusted("ada"), password), cancellation)
      return try service.locations(for: session).create(draft(), clientID: "id-1", by: session.account, cancellation)
    }()
    #expect(posted.id == "id-1" && posted.owner == session.account.key)
    let service = service()
    let other = service.locations(for: try service.login(.guest, cancellation))
    #expect(try other.newest(limit: 100, cancellation).locations == [posted])
    #expect(try other.own(session.account, cancellation).locations == [posted])
  }

  @Test func aRepeatedRequestStoresNothingTwice() throws {
    let service = service()
    let session = try signUp(at: service)
    let locations = service.locations(for: session)
    let first = try locations.create(draft(), clientID: "id-1", by: session.account, cancellation)
    #expect(try locations.create(draft(), clientID: "id-1", by: session.account, cancellation) == first)
    #expect(try locations.newest(limit: 100, cancellation).locations.count == 1)
    let changed = try locations.update(first, to: draft("Paris"), by: session.account, cancellation)
    #expect(try locations.update(first, to: draft("Paris"), by: session.account, cancellation) == changed)
    for _ in 0..<2 { try locations.delete(changed, by: session.account, cancellation) }
    // The control: another id is another location.
    _ = try locations.create(draft(), clientID: "id-2", by: session.account, cancellation)
    #expect(try locations.newest(limit: 100, cancellation).locations.map(\.id) == ["id-2"])
  }

  @Test func nobodyChangesTheLocationOfAnother() throws {
    let service = service()
    let (ada, bob) = (try signUp("ada", at: service), try signUp("bob", at: service))
    let location = try service.locations(for: ada).create(draft(), clientID: "1", by: ada.account, cancellation)
    let locations = service.locations(for: bob)
    #expect(throws: ServiceError.notYours) {
      try locations.update(location, to: draft("x"), by: bob.account, cancellation)
    }
    #expect(throws: ServiceError.notYours) { try locations.delete(location, by: bob.account, cancellation) }
    #expect(throws: ServiceError.loginRequired) { try locations.delete(location, by: ada.account, cancellation) }
    #expect(try locations.newest(limit: 10, cancellation).locations == [location])
  }

  @Test func aChangeOfAnOldVersionIsRefused() throws {
    let service = service()
    let session = try signUp(at: service)
    let locations = service.locations(for: session)
    let first = try locations.create(draft(), clientID: "1", by: session.account, cancellation)
    let second = try locations.update(first, to: draft("Paris"), by: session.account, cancellation)
    #expect(second.updated > first.updated)
    #expect(throws: ServiceError.changedMeanwhile) {
      try locations.update(first, to: draft("Rome"), by: session.account, cancellation)
    }
    try locations.delete(second, by: session.account, cancellation)
    #expect(throws: ServiceError.gone) {
      try locations.update(second, to: draft("Rome"), by: session.account, cancellation)
    }
  }

  /// What was changed since the user saw it stays.
  @Test func aNewerVersionIsNotDeleted() throws {
    let service = service()
    let session = try signUp(at: service)
    let locations = service.locations(for: session)
    let seen = try locations.create(draft(), clientID: "id-1", by: session.account, cancellation)
    let newer = try locations.update(seen, to: draft("Rome"), by: session.account, cancellation)
    #expect(throws: ServiceError.changedMeanwhile) {
      try locations.delete(seen, by: session.account, cancellation)
    }
    #expect(try locations.own(session.account, cancellation).locations == [newer])
    // Twice is once.
    for _ in 0..<2 { try locations.delete(newer, by: session.account, cancellation) }
    #expect(try locations.own(session.account, cancellation).locations.isEmpty)
  }

  @Test func pagesAndDeletionsAreTold() throws {
    let service = service()
    let session = try signUp(at: service)
    let locations = service.locations(for: session)
    let all = try (0..<25).map {
      try locations.create(draft("\($0)"), clientID: "\($0)", by: session.account, cancellation)
    }
    var feed = LocationFeed()
    _ = try feed.load(from: locations, as: .guest(of: "local"), cancellation)
    #expect(feed.pool.records == all.reversed())
    let page = try locations.older(than: LocationMark(all[10]), limit: 5, cancellation)
    #expect(page.locations == all[5..<10].reversed() && !page.isLast)
    try locations.delete(all[24], by: session.account, cancellation)
    try locations.delete(all[3], by: session.account, cancellation)
    #expect(try feed.refresh(from: locations, as: .guest(of: "local"), cancellation).change == .init(removed: 2))
    #expect(feed.pool.records.count == 23)
  }

  // MARK: the file

  private func put(_ bytes: Data) throws { try bytes.write(to: URL(fileURLWithPath: path)) }

  /// The backup of the first change takes the place of a damaged file, which is kept.
  @Test(arguments: ["", "not a database, but longer than nothing", "SQLite format 3\u{0}damaged"])
  func aDamagedFileIsKeptAndReplaced(content: String) throws {
    _ = try signUp(at: service())
    try put(Data(content.utf8))
    let service = service(1_800_086_400)
    #expect(try service.login(.password(user: Untrusted("ada"), password), cancellation).account.user.text == "ada")
    let notices = service.takeNotices().map(\.neutralised)
    #expect(notices.count == 1 && notices[0].contains("was damaged; those of the backup of 2027-01-15 are used"))
    #expect(FileManager.default.contents(atPath: path + ".corrupt-20270116-080000") == Data(content.utf8))
  }

  /// SQLite itself finds nothing wrong with it.
  @Test func aChangedByteIsNoticed() throws {
    let session = try signUp(at: service())
    let service = service()
    _ = try service.login(.password(user: Untrusted("ada"), password), cancellation)
    var bytes = try #require(FileManager.default.contents(atPath: path))
    let range = try #require(bytes.range(of: Data("Lovelace".utf8)))
    bytes.replaceSubrange(range, with: Data("Lovelass".utf8))
    try put(bytes)
    #expect(try Database(path: path, .readOnly).text("PRAGMA integrity_check") == "ok", "or this proves nothing")
    let other = self.service()
    #expect(try other.login(.password(user: Untrusted("ada"), password), cancellation).account == session.account)
    #expect(other.takeNotices().count == 1)
  }

  /// Makes a file of the first version with some rows.
  private func makeFirstVersion(_ rows: String) throws {
    try FileManager.default.createDirectory(atPath: folder.path + "/new", withIntermediateDirectories: true)
    try Database(path: path).run(
      """
      CREATE TABLE accounts (
        key TEXT PRIMARY KEY, user TEXT NOT NULL, first TEXT NOT NULL, last TEXT NOT NULL, hash TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE locations (
        id TEXT PRIMARY KEY, owner TEXT NOT NULL, first TEXT NOT NULL, last TEXT NOT NULL, place TEXT NOT NULL,
        url TEXT NOT NULL, latitude TEXT, longitude TEXT, created INTEGER NOT NULL, updated INTEGER NOT NULL,
        deleted INTEGER NOT NULL DEFAULT 0
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX locations_by_time ON locations (updated, id);
      CREATE INDEX locations_by_owner ON locations (owner, updated);
      \(rows)
      PRAGMA user_version = 1; PRAGMA application_id = \(0x6761_7A4C);
      """)
  }

  /// A file of the first version had no checksums, and the names of its accounts had no punctuation.
  @Test func aFileOfTheFirstVersionIsBroughtUpToDate() throws {
    let hash = try Password.hash(of: password)
    try makeFirstVersion(
      """
      INSERT INTO accounts VALUES ('ab', 'A.B', 'Ada', '', '\(hash)');
      INSERT INTO locations VALUES ('1', 'ab', 'Ada', '', 'Boston', 'https://example.org', '42.36', '-71.06', 1, 1, 0),
        ('2', 'ab', '', '', '', '', NULL, NULL, 2, 2, 1), ('3', 'bob', 'Bob', '', 'Rome', '', NULL, NULL, 3, 3, 0);
      """)
    let service = service()
    let session = try service.login(.password(user: Untrusted("a.b"), password), cancellation)
    #expect(session.account.key.text == "a.b")
    let locations = service.locations(for: session)
    #expect(try locations.own(session.account, cancellation).locations.map(\.place.text) == ["Boston"])
    #expect(try locations.newest(limit: 9, cancellation).locations.map(\.id) == ["3", "1"])
    #expect(try locations.changed(since: 2, limit: 9, cancellation)?.removed == ["2"])
    #expect(service.takeNotices() == [])
    #expect(FileManager.default.fileExists(atPath: folder.path + "/new/backups/local.sqlite.v1"))
    // Another run finds what it expects, also if the file is damaged before anything else is written.
    _ = try self.service().login(.password(user: Untrusted("a.b"), password), cancellation)
    try put(Data("damaged".utf8))
    _ = try self.service().login(.password(user: Untrusted("a.b"), password), cancellation)
  }

  /// The session that brought the file up to date was killed before it made the daily copy. The next one makes it. The
  /// control: without it, nothing takes the place of a damaged file.
  @Test(arguments: [true, false]) func theNextSessionMakesTheMissingCopy(comesNext: Bool) throws {
    let hash = try Password.hash(of: password)
    try makeFirstVersion("INSERT INTO accounts VALUES ('ada', 'ada', 'Ada', '', '\(hash)');")
    let ada = Credentials.password(user: Untrusted("ada"), password)
    _ = try service().login(ada, cancellation)
    let backups = folder.path + "/new/backups"
    for name in try FileManager.default.contentsOfDirectory(atPath: backups) where !name.hasSuffix(".v1") {
      try FileManager.default.removeItem(atPath: backups + "/" + name)
    }
    if comesNext { _ = try service().login(ada, cancellation) }
    try put(Data("damaged".utf8))
    let user = Result { () throws(ServiceError) in try service().login(ada, cancellation).account.user.text }
    #expect(user == (comesNext ? .success("ada") : .failure(.noAccount(user: Untrusted("ada")))))
  }

  /// The message names what really happened: the file itself can be written.
  @Test(arguments: [("backups", "the folder cannot be written"), ("backups/local.sqlite.v1.part/x", "Is a directory")])
  func aCopyThatCannotBeMadeIsTold(obstacle: String, reason: String) throws {
    try makeFirstVersion("")
    let blocked = folder.path + "/new/" + obstacle
    try FileManager.default.createDirectory(
      atPath: (blocked as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try Data().write(to: URL(fileURLWithPath: blocked))
    let before = FileManager.default.contents(atPath: path)
    let error = #expect(throws: ServiceError.self) { try signUp(at: service()) }
    let said = try #require(error?.reason.neutralised)
    #expect(said.contains("is of an older gaz, and cannot be copied to") && said.contains(reason), "\(said)")
    #expect(!said.contains("read-only") && said.hasSuffix("; make room there, or make the folder writable"))
    #expect(FileManager.default.contents(atPath: path) == before)
    // The control: without the obstacle, it is brought up to date.
    try FileManager.default.removeItem(atPath: folder.path + "/new/backups")
    _ = try signUp(at: service())
  }

  /// Without one of its tables, it counts as damaged.
  @Test func aFileOfTheFirstVersionWithoutATableIsReplaced() throws {
    try FileManager.default.createDirectory(atPath: folder.path + "/new", withIntermediateDirectories: true)
    try Database(path: path).run(
      "CREATE TABLE accounts (key TEXT); PRAGMA user_version = 1; PRAGMA application_id = \(0x6761_7A4C)")
    let service = service()
    #expect(throws: ServiceError.noAccount(user: Untrusted("ada"))) {
      try service.login(.password(user: Untrusted("ada"), password), cancellation)
    }
    #expect(service.takeNotices().count == 1)
    _ = try signUp(at: service)
  }

  /// Several sessions find a file of the first version at the same moment: one brings it up to date, and keeps a copy.
  @Test func severalSessionsBringAFileUpToDateOnce() async throws {
    try makeFirstVersion(
      """
      INSERT INTO locations VALUES ('1', 'ab', 'Ada', '', 'Boston', 'https://example.org', '42.36', '-71.06', 1, 1, 0);
      """)
    await withTaskGroup(of: Int.self) { group in
      for _ in 0..<6 {
        group.addTask { [path, cancellation] in
          let service = LocalService(path: path, now: { 1_800_000_000 })
          guard let guest = try? service.login(.guest, cancellation) else { return 0 }
          return (try? service.locations(for: guest).newest(limit: 9, cancellation).locations.count) ?? 0
        }
      }
      for await count in group { #expect(count == 1) }
    }
    let copy = try Database(path: folder.path + "/new/backups/local.sqlite.v1", .readOnly)
    #expect(try copy.number("PRAGMA user_version") == 1)
    #expect(try copy.number("SELECT count(*) FROM locations") == 1)
  }

  @Test func aFileOfANewerVersionIsLeftAlone() throws {
    _ = try signUp(at: service())
    let database = try Database(path: path)
    try database.run("PRAGMA user_version = 99")
    #expect(throws: ServiceError.self) { try signUp("bob", at: service()) }
  }
}
