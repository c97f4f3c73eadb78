import CSQLite
import GazetteerIndex
import Glibc

/// A connection to a file of favorites, of the schema of now.
final class FavoritesDatabase {
  private(set) var database: Database
  /// Why nothing can be kept in it; nil where it can.
  private(set) var refusal: StoreError?
  /// Whether it is in memory.
  let isDetached: Bool
  private let identity: FileIdentity?
  /// Whether the whole file was looked through since it was opened.
  private var isChecked = false

  /// What a file is, whatever it is called.
  private struct FileIdentity: Equatable {
    let device: UInt64
    let number: UInt64

    init?(_ path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      (device, number) = (UInt64(status.st_dev), UInt64(status.st_ino))
    }
  }

  /// Opens a file that is there, or, for nil, an empty one in memory. A file of an old schema that cannot be changed is
  /// read as if it were.
  ///
  /// - Parameter beforeMigration: given the version that is left, while the file still has it and nobody writes.
  init(
    _ path: String?, _ access: Database.Access = .readWrite,
    beforeMigration: (_ version: Int64) throws(StoreError) -> Void = { _ in }
  ) throws(StoreError) {
    identity = path.flatMap { FileIdentity($0) }
    isDetached = path == nil
    do throws(DatabaseError) {
      database = try Database(path: path, access)
      // A rollback journal that is unlinked, and the folder flushed: what a COMMIT acknowledged outlives a power cut.
      try database.run(
        """
        PRAGMA trusted_schema = OFF; PRAGMA foreign_keys = ON; PRAGMA synchronous = EXTRA; PRAGMA cell_size_check = ON;
        """)
      refusal = try Self.newerVersion(of: database).map { .newerVersion($0) }
    } catch {
      throw StoreError(error)
    }
    if refusal == nil {
      if sqlite3_db_readonly(database.handle, "main") == 1 { refusal = .readOnly }
      try migrate(beforeMigration)
    }
    guard try number("PRAGMA application_id") == FavoritesSchema.application else { throw .damaged }
    isChecked = path == nil
  }

  /// Makes a file with what `fill` puts into it, whole or not at all.
  static func make(_ path: String, _ fill: (FavoritesDatabase) throws(StoreError) -> Void) throws(StoreError) {
    for ending in ["", "-journal"] { unlink(path + ending) }
    do throws(SystemError) { try PrivateFile.make(path) } catch { throw StoreError(error) }
    do throws(StoreError) {
      let file = try FavoritesDatabase(path)
      if let refusal = file.refusal { throw refusal }
      try fill(file)
    } catch {
      unlink(path)
      throw error
    }
  }

  /// Whether the file of this path is still the one that is open.
  func isStill(at path: String) -> Bool { FileIdentity(path) == identity }

  /// Lets nothing more be kept in it.
  func freeze() { refusal = .readOnly }

  private func number(_ sql: String) throws(StoreError) -> Int64 {
    do throws(DatabaseError) { return try database.number(sql) ?? 0 } catch { throw StoreError(error) }
  }

  private static func newerVersion(of database: Database) throws(DatabaseError) -> Int64? {
    let version = try database.number("PRAGMA user_version") ?? 0
    guard version > FavoritesSchema.version else { return nil }
    let known = try? database.number("SELECT value FROM properties WHERE name = 'version'")
    guard known == version else { throw DatabaseError(code: SQLITE_CORRUPT, reason: "the head is damaged") }
    return version
  }

  /// Brings the schema up to that of now, in the file or, where that cannot be changed, in a copy in memory.
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
    do throws(DatabaseError) {
      let copy = try Database(path: nil)
      try database.copy(to: copy)
      database = copy
    } catch {
      throw StoreError(error)
    }
    try migrateFile { _ in }
  }

  /// From the old schema to the new one in one transaction.
  private func migrateFile(_ beforeMigration: (Int64) throws(StoreError) -> Void) throws(StoreError) {
    try database.transaction(StoreError.init) { () throws(StoreError) in
      // Another session may have done it meanwhile.
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

  /// Looks the whole file through, once. O(its size).
  func check() throws(StoreError) {
    guard !isChecked else { return }
    do throws(DatabaseError) {
      let statement = try database.statement("PRAGMA quick_check(1)")
      defer { statement.reset() }
      guard try statement.step(), statement.text(0) == "ok" else { throw problem(of: statement.text(0)) }
    } catch {
      throw StoreError(error)
    }
    isChecked = true
  }

  /// What the check says is wrong: damage, but for a page that could not be read ("… error code=266"), which may be well.
  private func problem(of verdict: String) -> DatabaseError {
    let code = verdict.split(separator: "=").last.flatMap { Int32($0) } ?? SQLITE_CORRUPT
    guard code & 0xFF == SQLITE_IOERR else { return .damage }
    return Database.error(code, of: database.handle)
  }
}

extension DatabaseError {
  /// The file can be read and says what was not written.
  static let damage = DatabaseError(code: SQLITE_CORRUPT, reason: "a checksum differs")
}
