import CSQLite
import GazetteerIndex

/// The file of the location service on this machine: its accounts and its locations.
///
///     accounts    key, user, names and the hash of the password
///     locations   one row for each; a deleted one stays as a row without content, so that others learn of it
// Unchecked: it is used by one thread at a time, under the lock of `LocalService`.
final class LocalFile: @unchecked Sendable {
  /// "gazL", in the header of the file.
  private static let kind = DatabaseKind(
    application: 0x6761_7A4C, version: 1,
    schema: """
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
      """)

  let database: Database

  /// - Parameter path: the file, which is made if it is missing; nil: in memory.
  init(path: String?, _ cancellation: Cancellation) throws(ServiceError) {
    do throws(DatabaseError) {
      database = try Database.opened(path, as: Self.kind, cancellation)
    } catch {
      throw ServiceError(error, path)
    }
  }
}

extension ServiceError {
  /// - Parameter path: the file; nil: in memory.
  init(_ error: DatabaseError, _ path: String?) {
    let file: Message = path.map { "\"\(Untrusted($0))\"" } ?? "the memory"
    self =
      switch error.kind {
      case SQLITE_INTERRUPT: .cancelled
      case SQLITE_BUSY, SQLITE_LOCKED: .storage("another program has locked \(file)")
      case SQLITE_FULL: .storage("there is no space left on the disk")
      case SQLITE_READONLY, SQLITE_PERM: .storage("\(file) is read-only")
      case SQLITE_CORRUPT, SQLITE_NOTADB:
        .storage("\(file) is damaged (\(Untrusted(error.reason))); move it away to start with an empty one")
      default:
        .storage("\(file): \(Untrusted(error.systemCode == 0 ? error.reason : SystemError(error.systemCode).reason))")
      }
  }
}

/// The rows of locations.
extension LocalFile {
  private static let columns = "id, owner, first, last, place, url, latitude, longitude, created, updated, deleted"

  /// The rows of a query, as a page.
  ///
  /// - Parameter limit: a page with fewer rows is the last.
  func page(_ condition: String, limit: Int, _ values: DatabaseValue...) throws(DatabaseError) -> LocationPage {
    let statement = try DatabaseStatement(
      "SELECT \(Self.columns) FROM locations WHERE \(condition) LIMIT \(limit)", in: database.handle)
    try statement.bind(values)
    defer { statement.reset() }
    var page = LocationPage()
    var count = 0
    while try statement.step() {
      count += 1
      page.newest = max(page.newest ?? 0, statement.number(9))
      if statement.number(10) == 0 {
        page.locations.append(Self.location(statement))
      } else {
        page.removed.append(statement.text(0))
      }
    }
    page.isLast = count < limit
    return page
  }

  /// The location with an id, and whether it was deleted.
  func location(_ id: String) throws(DatabaseError) -> (location: Location, isDeleted: Bool)? {
    let statement = try database.statement("SELECT \(Self.columns) FROM locations WHERE id = ?", .text(id))
    defer { statement.reset() }
    return try statement.step() ? (Self.location(statement), statement.number(10) != 0) : nil
  }

  private static func location(_ row: DatabaseStatement) -> Location {
    var coordinate: Coordinate?
    if let latitude = Double(row.text(6)), let longitude = Double(row.text(7)) {
      coordinate = Coordinate(latitude: latitude, longitude: longitude)
    }
    return Location(
      id: row.text(0), owner: Untrusted(bytes: row.bytes(1)), firstName: Untrusted(bytes: row.bytes(2)),
      lastName: Untrusted(bytes: row.bytes(3)), place: Untrusted(bytes: row.bytes(4)),
      url: Untrusted(bytes: row.bytes(5)), coordinate: coordinate, created: row.number(8), updated: row.number(9))
  }

  /// Adds a location, or replaces the one with its id.
  func put(_ location: Location) throws(DatabaseError) {
    let point = location.coordinate
    try database.run(
      "INSERT OR REPLACE INTO locations (\(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)",
      .text(location.id), .text(location.owner.text), .text(location.firstName.text), .text(location.lastName.text),
      .text(location.place.text), .text(location.url.text), point.map { .text(Numeral.plain($0.latitude)) } ?? .null,
      point.map { .text(Numeral.plain($0.longitude)) } ?? .null, .number(location.created), .number(location.updated))
  }

  /// Empties the row of a location and marks it as deleted.
  func delete(_ id: String, at time: Int64) throws(DatabaseError) {
    try database.run(
      """
      UPDATE locations SET first = '', last = '', place = '', url = '', latitude = NULL, longitude = NULL,
      updated = ?, deleted = 1 WHERE id = ?
      """, .number(time), .text(id))
  }

  /// A time for a change: later than those of all changes before, so that no two are equal.
  func nextTime(_ now: Int64) throws(DatabaseError) -> Int64 {
    max(now * 1_000_000, (try database.number("SELECT max(updated) FROM locations") ?? 0) + 1000)
  }
}

/// The rows of accounts.
extension LocalFile {
  struct StoredAccount {
    let key, user, first, last, hash: String
  }

  func account(_ key: String) throws(DatabaseError) -> StoredAccount? {
    let statement = try database.statement(
      "SELECT key, user, first, last, hash FROM accounts WHERE key = ?", .text(key))
    defer { statement.reset() }
    guard try statement.step() else { return nil }
    return StoredAccount(
      key: statement.text(0), user: statement.text(1), first: statement.text(2), last: statement.text(3),
      hash: statement.text(4))
  }

  func insert(_ account: StoredAccount) throws(DatabaseError) {
    try database.run(
      "INSERT INTO accounts (key, user, first, last, hash) VALUES (?, ?, ?, ?, ?)", .text(account.key),
      .text(account.user), .text(account.first), .text(account.last), .text(account.hash))
  }
}
