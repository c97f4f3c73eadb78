import CSQLite
import GazetteerIndex

/// The tables of a `UserDatabase`. Each has a column `checksum`. There must never be views, triggers or virtual tables.
struct UserSchema: Sendable {
  /// What is in the file: `contacts`.
  let what: String
  /// The number in the header of the file that tells whose it is.
  private let application: Int64
  /// The same number in files of version 1, if it was another one.
  var firstApplication: Int64?
  /// Makes the tables.
  let definition: String
  private let tables: [String]
  /// Reads every row. Throws `DatabaseError.damage` if one is not as it was written.
  private let check: @Sendable (Database) throws(DatabaseError) -> Void
  /// Changes the tables of version 1 to those of this version.
  private let upgrade: (@Sendable (Database) throws(DatabaseError) -> Void)?
  /// Changes what must not be used as it was when a backup was made.
  var afterRestoring: @Sendable (Database) throws(DatabaseError) -> Void = { _ in }
  /// Adds what can be read from a damaged file to the new one, and says what the new one has. nil: only backups are used.
  var rescue: (@Sendable (_ damaged: Database?, _ new: Database, _ day: String?) throws(DatabaseError) -> Message)?
  /// Whether rows are of use only in a file that can be changed. Then nothing is kept in memory instead, and files of a
  /// newer version are not read.
  var mustBeSaved = false

  private let version: Int64

  init(
    what: String, application: Int64, version: Int64 = 1, definition: String, tables: [String],
    upgrade: (@Sendable (Database) throws(DatabaseError) -> Void)? = nil,
    check: @escaping @Sendable (Database) throws(DatabaseError) -> Void
  ) {
    self.what = what
    self.application = application
    self.version = version
    self.definition = definition
    self.tables = tables
    self.upgrade = upgrade
    self.check = check
  }

  /// Opens a file and checks all of it. Of a file of version 1, it keeps a copy, and changes it to this version. O(size
  /// of the file).
  func open(
    _ path: String, _ cancellation: Cancellation, _ access: Database.Access = .readWrite
  ) throws(StoreError) -> (database: Database, refusal: StoreError?) {
    let database = try connect(path, cancellation, access)
    try database.requireOwnTables()
    try StoreError.wrapping { () throws(DatabaseError) in
      let found = try database.number("PRAGMA application_id")
      let isFirst = try database.number("PRAGMA user_version") == 1
      guard found == (isFirst ? firstApplication ?? application : application) else { throw .damage }
      guard try database.text("PRAGMA quick_check(1)") == "ok" else { throw .damage }
    }
    if access == .readWrite { try bringUpToDate(database, path, cancellation) }
    return try StoreError.wrapping { () throws(DatabaseError) in
      let found = try database.number("PRAGMA user_version") ?? 0
      guard found <= version else { return (database, .newerVersion(found)) }
      guard found == version else { throw .damage }
      try check(database)
      guard try database.number("SELECT value FROM properties WHERE name = 'sum'") == (try sum(database)) else {
        throw .damage
      }
      return (database, sqlite3_db_readonly(database.handle, "main") == 1 ? .readOnly : nil)
    }
  }

  private func bringUpToDate(
    _ database: Database, _ path: String, _ cancellation: Cancellation
  ) throws(StoreError) {
    guard let upgrade, try hasFirstVersion(database) else { return }
    // Otherwise another session could copy what this one has changed.
    try FolderLock.hold(folderOf: path, StoreError.init, cancellation: cancellation) { () throws(StoreError) in
      guard try hasFirstVersion(database) else { return }
      try keepCopy(of: path, cancellation)
      try database.transaction(StoreError.init) { () throws(StoreError) in
        do throws(DatabaseError) {
          try upgrade(database)
          try sumUp(database)
          try database.run("PRAGMA user_version = \(version); PRAGMA application_id = \(application)")
        } catch {
          // A table is missing, or has other columns.
          throw error.kind == SQLITE_ERROR ? .damaged : StoreError(error)
        }
      }
    }
  }

  /// The file itself may be writable where no copy can be made, so the error tells them apart.
  private func keepCopy(of path: String, _ cancellation: Cancellation) throws(StoreError) {
    let backups = DatabaseBackups(of: path)
    func failure(_ reason: String) -> StoreError { .notCopied(to: Untrusted(backups.folder), reason: reason) }
    do throws(StoreError) {
      try backups.keep(path, ofVersion: 1, cancellation)
    } catch {
      switch error {
      case .full: throw failure("there is no space left on the disk")
      case .readOnly: throw failure("the folder cannot be written")
      case .failed(let reason): throw failure(reason)
      default: throw error
      }
    }
  }

  private func hasFirstVersion(_ database: Database) throws(StoreError) -> Bool {
    try StoreError.wrapping { () throws(DatabaseError) in try database.number("PRAGMA user_version") == 1 }
  }

  /// A new file, or a database in memory, with empty tables.
  func made(_ path: String?, _ cancellation: Cancellation) throws(StoreError) -> Database {
    let database = try connect(path, cancellation, .readWrite)
    try database.transaction(StoreError.init) { () throws(StoreError) in
      try StoreError.wrapping { () throws(DatabaseError) in
        try database.run("\(Self.properties); \(definition)")
        try sumUp(database)
        try database.run("PRAGMA user_version = \(version); PRAGMA application_id = \(application)")
      }
    }
    return database
  }

  /// Makes the table that every file has.
  static let properties = "CREATE TABLE properties (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT"

  private func connect(
    _ path: String?, _ cancellation: Cancellation, _ access: Database.Access
  ) throws(StoreError) -> Database {
    try StoreError.wrapping { () throws(DatabaseError) in
      let database = try Database(path: path, access, cancellation: cancellation)
      // `EXTRA` also flushes the folder after the journal is deleted. So a finished COMMIT survives a power cut.
      try database.run(
        """
        PRAGMA trusted_schema = OFF; PRAGMA foreign_keys = ON; PRAGMA synchronous = EXTRA; PRAGMA cell_size_check = ON;
        """)
      return database
    }
  }

  /// Writes the sum of the checksums. Must run inside a transaction, after every change.
  func sumUp(_ database: Database) throws(DatabaseError) {
    try database.run("INSERT OR REPLACE INTO properties VALUES ('sum', ?)", .number(try sum(database)))
  }

  /// Modulo 2^64. Not done in SQL, because its sums do not wrap around.
  private func sum(_ database: Database) throws(DatabaseError) -> Int64 {
    var sum: Int64 = 0
    for table in tables {
      let statement = try database.statement("SELECT checksum FROM \(table)")
      defer { statement.reset() }
      while try statement.step() { sum &+= statement.number(0) }
    }
    return sum
  }
}
