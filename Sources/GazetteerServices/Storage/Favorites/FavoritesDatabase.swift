import CSQLite
import GazetteerIndex
import Glibc

/// A connection to a file of favorites with the current schema.
final class FavoritesDatabase {
  private(set) var database: Database
  /// Why no edit can be saved in it; nil if edits can be saved.
  private(set) var refusal: StoreError?
  /// Whether it is in memory.
  let isDetached: Bool
  private let identity: FileIdentity?
  /// Whether the whole file has been checked since it was opened.
  private var isChecked = false

  /// Opens an existing file, or an empty database in memory if `path` is nil. If the file has an old schema and cannot
  /// be changed, this reads a copy in memory.
  ///
  /// - Parameter beforeMigration: called with the old version before the schema changes, while nobody else can write.
  init(
    _ path: String?, _ access: Database.Access = .readWrite, cancellation: Cancellation = Cancellation(),
    patience: FavoritesStore.Patience = .full,
    beforeMigration: (_ version: Int64) throws(StoreError) -> Void = { _ in }
  ) throws(StoreError) {
    identity = path.flatMap { FileIdentity($0) }
    isDetached = path == nil
    do throws(DatabaseError) {
      database = try Database(path: path, access, cancellation: cancellation)
      database.lockAttempts = patience.lockAttempts
      // `EXTRA` also flushes the folder after the journal is deleted. So a finished COMMIT survives a power cut.
      try database.run(
        """
        PRAGMA trusted_schema = OFF; PRAGMA foreign_keys = ON; PRAGMA synchronous = EXTRA; PRAGMA cell_size_check = ON;
        """)
    } catch {
      throw StoreError(error)
    }
    try database.requireOwnTables()
    refusal = try StoreError.wrapping { () throws(DatabaseError) in try Self.newerVersion(of: database) }
      .map { .newerVersion($0) }
    if refusal == nil {
      if sqlite3_db_readonly(database.handle, "main") == 1 { refusal = .readOnly }
      try migrate(beforeMigration)
    }
    guard try number("PRAGMA application_id") == FavoritesSchema.application else { throw .damaged }
    isChecked = path == nil
  }

  /// Opens the file at `path`. If it has an old schema, it is first copied to the backups.
  static func current(
    _ path: String, _ cancellation: Cancellation, _ patience: FavoritesStore.Patience = .full
  ) throws(StoreError) -> FavoritesDatabase {
    let backups = DatabaseBackups(of: path)
    return try FavoritesDatabase(path, cancellation: cancellation, patience: patience) { version throws(StoreError) in
      try backups.keep(path, ofVersion: version, cancellation)
    }
  }

  /// Makes a file with the content that `fill` writes. If `fill` fails, no file remains.
  static func make(
    _ path: String, _ cancellation: Cancellation, _ fill: (FavoritesDatabase) throws(StoreError) -> Void
  ) throws(StoreError) {
    for ending in ["", "-journal"] { unlink(path + ending) }
    do throws(StoreError) {
      try StoreError.wrappingSystem { () throws(SystemError) in try PrivateFile.make(path) }
      let file = try FavoritesDatabase(path, cancellation: cancellation)
      if let refusal = file.refusal { throw refusal }
      try fill(file)
    } catch {
      unlink(path)
      throw error
    }
  }

  /// Whether the file at this path is still the one that is open.
  func isStill(at path: String) -> Bool { FileIdentity(path) == identity }

  /// Refuses all further edits.
  func freeze() { refusal = .readOnly }

  /// Returns to the rollback journal if another program has switched the file to a write-ahead log. SQLite refuses that
  /// while another connection is open; then the next edit tries again.
  func leaveWriteAheadLog() {
    guard (try? database.text("PRAGMA journal_mode")) == "wal" else { return }
    let attempts = database.lockAttempts
    database.lockAttempts = 1
    defer { database.lockAttempts = attempts }
    _ = try? database.text("PRAGMA journal_mode = DELETE")
  }

  private func number(_ sql: String) throws(StoreError) -> Int64 {
    try StoreError.wrapping { () throws(DatabaseError) in try database.number(sql) ?? 0 }
  }

  private static func newerVersion(of database: Database) throws(DatabaseError) -> Int64? {
    let version = try database.number("PRAGMA user_version") ?? 0
    guard version > FavoritesSchema.version else { return nil }
    let known = try? database.number("SELECT value FROM properties WHERE name = 'version'")
    guard known == version else { throw DatabaseError(code: SQLITE_CORRUPT, reason: "the header is damaged") }
    return version
  }

  /// Migrates to the current schema: in the file or, if that cannot be changed, in a copy in memory.
  private func migrate(_ beforeMigration: (Int64) throws(StoreError) -> Void) throws(StoreError) {
    guard try number("PRAGMA user_version") < FavoritesSchema.version else { return }
    if refusal == nil {
      do throws(StoreError) {
        return try migrateFile(beforeMigration)
      } catch {
        guard [.readOnly, .full].contains(error) else { throw error }
        refusal = error
      }
    }
    database = try StoreError.wrapping { () throws(DatabaseError) in
      let copy = try Database(path: nil, cancellation: database.cancellation)
      try database.copy(to: copy)
      return copy
    }
    try migrateFile { _ in }
  }

  /// Migrates in one transaction.
  private func migrateFile(_ beforeMigration: (Int64) throws(StoreError) -> Void) throws(StoreError) {
    try database.transaction(StoreError.init) { () throws(StoreError) in
      // Another session may have migrated the file in the meantime.
      let version = try number("PRAGMA user_version")
      let isEmpty = try number("SELECT count(*) FROM sqlite_schema") == 0
      guard (0..<FavoritesSchema.version).contains(version) else { return }
      guard isEmpty == (version == 0) else { throw .damaged }
      if !isEmpty { try beforeMigration(version) }
      do throws(DatabaseError) {
        for step in FavoritesSchema.steps[Int(version)...] { try database.run(step) }
        try database.run("INSERT OR REPLACE INTO properties VALUES ('version', ?)", .number(FavoritesSchema.version))
        try sumUp()
        try database.run(
          "PRAGMA user_version = \(FavoritesSchema.version); PRAGMA application_id = \(FavoritesSchema.application)")
      } catch {
        throw error.kind == SQLITE_ERROR ? .damaged : StoreError(error)
      }
    }
  }

  /// Checks the whole file, once. A page that cannot be read also counts as damage; `FavoritesRescue` then separates
  /// errors of the disk from damage. O(size of the file).
  func check() throws(StoreError) {
    guard !isChecked else { return }
    try StoreError.wrapping { () throws(DatabaseError) in
      let statement = try database.statement("PRAGMA quick_check(1)")
      defer { statement.reset() }
      guard try statement.step(), statement.text(0) == "ok" else { throw .damage }
    }
    isChecked = true
  }
}
