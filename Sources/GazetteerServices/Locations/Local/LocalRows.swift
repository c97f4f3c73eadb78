import GazetteerIndex

/// The rows of the location service on this machine.
///
///     accounts    key, user, names and the hash of the password
///     locations   one row for each; a deleted one stays as a row without content, so that others learn of it
struct LocalRows {
  let database: Database

  static let schema = UserSchema(
    what: "accounts and locations", application: 0x6761_7A4C, version: 2,
    definition: """
      CREATE TABLE accounts (
        key TEXT PRIMARY KEY, user TEXT NOT NULL, first TEXT NOT NULL, last TEXT NOT NULL, hash TEXT NOT NULL,
        checksum INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE locations (
        id TEXT PRIMARY KEY, owner TEXT NOT NULL, first TEXT NOT NULL, last TEXT NOT NULL, place TEXT NOT NULL,
        url TEXT NOT NULL, latitude TEXT, longitude TEXT, created INTEGER NOT NULL, updated INTEGER NOT NULL,
        deleted INTEGER NOT NULL, checksum INTEGER NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX locations_by_time ON locations (updated, id);
      CREATE INDEX locations_by_owner ON locations (owner, updated);
      """, tables: ["accounts", "locations"],
    upgrade: { database throws(DatabaseError) in try LocalRows(database: database).upgrade() },
    check: { database throws(DatabaseError) in try LocalRows(database: database).check() })

  /// Throws if a row is not as it was written.
  private func check() throws(DatabaseError) {
    let accounts = try database.statement("SELECT \(Self.accountColumns), checksum FROM accounts")
    defer { accounts.reset() }
    while try accounts.step() {
      guard StoredAccount(accounts).checksum == accounts.number(5) else { throw .damage }
    }
    let locations = try database.statement("SELECT \(Self.columns), checksum FROM locations")
    defer { locations.reset() }
    while try locations.step() {
      guard StoredLocation(locations).checksum == locations.number(11) else { throw .damage }
    }
  }

  /// From version 1, which had no checksums, and whose keys had no punctuation, so that `a.b` and `a-b` were one user.
  private func upgrade() throws(DatabaseError) {
    var accounts: [StoredAccount] = []
    let accountRows = try DatabaseStatement("SELECT \(Self.accountColumns) FROM accounts", in: database.handle)
    while try accountRows.step() { accounts.append(StoredAccount(accountRows)) }
    var locations: [StoredLocation] = []
    let locationRows = try DatabaseStatement("SELECT \(Self.columns) FROM locations", in: database.handle)
    while try locationRows.step() { locations.append(StoredLocation(locationRows)) }
    accountRows.reset()
    locationRows.reset()

    try database.run(
      "DROP TABLE accounts; DROP TABLE locations; \(UserSchema.properties); \(Self.schema.definition)")
    var keys: [String: String] = [:]
    for account in accounts {
      let key = LocalService.key(of: Untrusted(account.user))
      keys[account.key] = key
      try insert(
        StoredAccount(key: key, user: account.user, first: account.first, last: account.last, hash: account.hash))
    }
    for stored in locations {
      let owner = keys[stored.location.owner.text].map { Untrusted($0) } ?? stored.location.owner
      try put(StoredLocation(stored.location.owned(by: owner), isDeleted: stored.isDeleted))
    }
  }
}

extension Location {
  fileprivate func owned(by owner: Untrusted) -> Location {
    Location(
      id: id, owner: owner, firstName: firstName, lastName: lastName, place: place, url: url, coordinate: coordinate,
      created: created, updated: updated)
  }
}

/// Locations.
extension LocalRows {
  /// A row of a location.
  struct StoredLocation {
    let location: Location
    let isDeleted: Bool

    init(_ location: Location, isDeleted: Bool) {
      self.location = location
      self.isDeleted = isDeleted
    }

    /// - Parameter row: with `columns` first.
    fileprivate init(_ row: DatabaseStatement) {
      var coordinate: Coordinate?
      if let latitude = Double(row.text(6)), let longitude = Double(row.text(7)) {
        coordinate = Coordinate(latitude: latitude, longitude: longitude)
      }
      location = Location(
        id: row.text(0), owner: Untrusted(bytes: row.bytes(1)), firstName: Untrusted(bytes: row.bytes(2)),
        lastName: Untrusted(bytes: row.bytes(3)), place: Untrusted(bytes: row.bytes(4)),
        url: Untrusted(bytes: row.bytes(5)), coordinate: coordinate, created: row.number(8), updated: row.number(9))
      isDeleted = row.number(10) != 0
    }

    fileprivate var latitude: String? { location.coordinate.map { Numeral.plain($0.latitude) } }
    fileprivate var longitude: String? { location.coordinate.map { Numeral.plain($0.longitude) } }

    fileprivate var checksum: Int64 {
      var checksum = Checksum()
      checksum.add(location.id)
      for text in [location.owner, location.firstName, location.lastName, location.place, location.url] {
        checksum.add(text.text)
      }
      checksum.add(latitude ?? "")
      checksum.add(longitude ?? "")
      checksum.add(location.created)
      checksum.add(location.updated)
      checksum.add(isDeleted ? 1 : 0)
      return checksum.value
    }
  }

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
      let row = StoredLocation(statement)
      page.newest = max(page.newest ?? 0, row.location.updated)
      if row.isDeleted { page.removed.append(row.location.id) } else { page.locations.append(row.location) }
    }
    page.isLast = count < limit
    return page
  }

  /// The time of the last change; nil if there was none.
  func newest() throws(DatabaseError) -> Int64? { try database.number("SELECT max(updated) FROM locations") }

  /// The location with an id, and whether it was deleted.
  func location(_ id: String) throws(DatabaseError) -> StoredLocation? {
    let statement = try database.statement("SELECT \(Self.columns) FROM locations WHERE id = ?", .text(id))
    defer { statement.reset() }
    return try statement.step() ? StoredLocation(statement) : nil
  }

  /// Adds a location, or replaces the one with its id.
  func put(_ location: Location) throws(DatabaseError) { try put(StoredLocation(location, isDeleted: false)) }

  private func put(_ row: StoredLocation) throws(DatabaseError) {
    let location = row.location
    try database.run(
      """
      INSERT OR REPLACE INTO locations (\(Self.columns), checksum) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      .text(location.id), .text(location.owner.text), .text(location.firstName.text), .text(location.lastName.text),
      .text(location.place.text), .text(location.url.text), row.latitude.map { .text($0) } ?? .null,
      row.longitude.map { .text($0) } ?? .null, .number(location.created), .number(location.updated),
      .number(row.isDeleted ? 1 : 0), .number(row.checksum))
  }

  /// Empties the row of a location and marks it as deleted.
  func delete(_ known: Location, at time: Int64) throws(DatabaseError) {
    let empty = Untrusted("")
    try put(
      StoredLocation(
        Location(
          id: known.id, owner: known.owner, firstName: empty, lastName: empty, place: empty, url: empty,
          coordinate: nil, created: known.created, updated: time), isDeleted: true))
  }

  /// A time for a change: later than those of all changes before, so that no two are equal.
  func nextTime(_ now: Int64) throws(DatabaseError) -> Int64 { max(now * 1_000_000, (try newest() ?? 0) + 1000) }
}

/// Accounts.
extension LocalRows {
  struct StoredAccount {
    let key, user, first, last, hash: String

    fileprivate var checksum: Int64 {
      var checksum = Checksum()
      for text in [key, user, first, last, hash] { checksum.add(text) }
      return checksum.value
    }
  }

  private static let accountColumns = "key, user, first, last, hash"

  func account(_ key: String) throws(DatabaseError) -> StoredAccount? {
    let statement = try database.statement(
      "SELECT \(Self.accountColumns) FROM accounts WHERE key = ?", .text(key))
    defer { statement.reset() }
    return try statement.step() ? StoredAccount(statement) : nil
  }

  func insert(_ account: StoredAccount) throws(DatabaseError) {
    try database.run(
      "INSERT INTO accounts (\(Self.accountColumns), checksum) VALUES (?, ?, ?, ?, ?, ?)", .text(account.key),
      .text(account.user), .text(account.first), .text(account.last), .text(account.hash), .number(account.checksum))
  }
}

extension LocalRows.StoredAccount {
  fileprivate init(_ row: DatabaseStatement) {
    self.init(key: row.text(0), user: row.text(1), first: row.text(2), last: row.text(3), hash: row.text(4))
  }
}
