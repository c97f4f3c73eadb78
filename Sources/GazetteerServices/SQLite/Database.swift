import CSQLite
import GazetteerIndex
import Glibc

/// An open SQLite database. Used by one thread at a time.
final class Database {
  enum Access {
    /// Makes the file if there is none.
    case readWrite
    case readOnly
    /// Reads only the file itself, without locks and without its journal. For files that nobody changes.
    case immutable
  }

  let handle: OpaquePointer
  /// Cancelling it interrupts statements with the error `SQLITE_INTERRUPT`, and waits for locks with `SQLITE_BUSY`.
  var cancellation: Cancellation
  private var statements: [String: DatabaseStatement] = [:]

  /// How often to ask for a lock that another connection holds, once a millisecond.
  var lockAttempts = 5000
  private var lockWait: LockWait?
  /// How many steps SQLite takes between two checks of the cancellation: less than a millisecond.
  private static let stepsBetweenPolls: Int32 = 10_000

  /// Opens a file, or a database in memory if `path` is nil. If the file is not a database, the first statement fails.
  init(
    path: String?, _ access: Access = .readWrite, cancellation: Cancellation = Cancellation()
  ) throws(DatabaseError) {
    self.cancellation = cancellation
    if let path { try Self.requireRegularFiles(at: path) }
    var flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    flags |= access == .readWrite ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY
    var name = path ?? ":memory:"
    if let path, access == .immutable {
      flags |= SQLITE_OPEN_URI
      name = "file:" + Self.escaped(path) + "?immutable=1"
    }
    var handle: OpaquePointer?
    let code = sqlite3_open_v2(name, &handle, flags, nil)
    guard code == SQLITE_OK, let handle else {
      let error = handle.map { Self.error(code, of: $0) } ?? DatabaseError(code: code, reason: "out of memory")
      sqlite3_close_v2(handle)
      throw error
    }
    self.handle = handle
    let context = Unmanaged.passUnretained(self).toOpaque()
    // SQLite's own busy handler sleeps up to 100 ms between two attempts, so it misses the short gaps of a busy writer.
    sqlite3_busy_handler(
      handle, { context, count in Database.from(context)?.waitsForLock(count) == true ? 1 : 0 }, context)
    sqlite3_progress_handler(
      handle, Self.stepsBetweenPolls, { Database.from($0)?.cancellation.isCancelled == true ? 1 : 0 }, context)
  }

  deinit {
    statements = [:]
    sqlite3_close_v2(handle)
  }

  private static func from(_ context: UnsafeMutableRawPointer?) -> Database? {
    context.map { Unmanaged.fromOpaque($0).takeUnretainedValue() }
  }

  /// - Parameter count: how many attempts to get this lock have failed.
  private func waitsForLock(_ count: Int32) -> Bool {
    if count == 0 { lockWait = LockWait(attempts: lockAttempts, cancellation: cancellation) }
    return lockWait?.waits() ?? false
  }

  /// If one of its files is a pipe, SQLite would wait forever.
  private static func requireRegularFiles(at path: String) throws(DatabaseError) {
    for ending in ["", "-journal", "-wal", "-shm"] {
      var status = stat()
      if stat(path + ending, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
        throw DatabaseError(
          code: SQLITE_CANTOPEN, systemCode: SystemError.notRegular.code, reason: SystemError.notRegular.reason)
      }
    }
  }

  /// A path as it is written in a URI.
  private static func escaped(_ path: String) -> String {
    path.utf8.map { byte in
      let isPlain = UnicodeScalar(byte).properties.isAlphabetic && byte < 0x80 || "/0123456789-_.".utf8.contains(byte)
      let digits = String(byte, radix: 16)
      return isPlain ? String(UnicodeScalar(byte)) : "%" + (digits.utf8.count < 2 ? "0" : "") + digits
    }.joined()
  }

  static func error(_ code: Int32, of handle: OpaquePointer) -> DatabaseError {
    // After a failed COMMIT, SQLite does not report the system's error, but `errno` still has it.
    let latest = errno
    let known = sqlite3_system_errno(handle)
    return DatabaseError(
      code: code, systemCode: known == 0 && code & 0xFF == SQLITE_IOERR ? latest : known,
      reason: String(cString: sqlite3_errmsg(handle)))
  }
}

extension Database {
  /// Runs statements that return no rows.
  func run(_ sql: String) throws(DatabaseError) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw Self.error(code, of: handle) }
  }

  /// Runs one statement with parameters, and ignores its rows.
  func run(_ sql: String, _ first: DatabaseValue, _ rest: DatabaseValue...) throws(DatabaseError) {
    let statement = try prepared(sql, [first] + rest)
    defer { statement.reset() }
    while try statement.step() {}
  }

  /// The statement with this text and these parameters. It is prepared once and then kept.
  func statement(_ sql: String, _ values: DatabaseValue...) throws(DatabaseError) -> DatabaseStatement {
    try prepared(sql, values)
  }

  private func prepared(_ sql: String, _ values: [DatabaseValue]) throws(DatabaseError) -> DatabaseStatement {
    let statement: DatabaseStatement
    if let known = statements[sql] { statement = known } else { statement = try DatabaseStatement(sql, in: handle) }
    statements[sql] = statement
    try statement.bind(values)
    return statement
  }

  /// The first column of the first row; nil without rows. The statement is not kept.
  func number(_ sql: String, _ values: DatabaseValue...) throws(DatabaseError) -> Int64? {
    let statement = try DatabaseStatement(sql, in: handle)
    try statement.bind(values)
    defer { statement.reset() }
    return try statement.step() ? statement.number(0) : nil
  }

  /// The same as a text.
  func text(_ sql: String) throws(DatabaseError) -> String? {
    let statement = try DatabaseStatement(sql, in: handle)
    defer { statement.reset() }
    return try statement.step() ? statement.text(0) : nil
  }

  /// Runs `body` in a transaction that takes the write lock at its start. If `body` throws, all of its changes are
  /// undone.
  func transaction<Value, Problem: Error>(
    _ wrap: (DatabaseError) -> Problem, _ body: () throws(Problem) -> Value
  ) throws(Problem) -> Value {
    do throws(DatabaseError) { try run("BEGIN IMMEDIATE") } catch { throw wrap(error) }
    do throws(Problem) {
      let value = try body()
      do throws(DatabaseError) { try run("COMMIT") } catch { throw wrap(error) }
      return value
    } catch {
      // Some errors have already ended the transaction.
      if sqlite3_get_autocommit(handle) == 0 { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
      throw error
    }
  }

  /// Copies this database into another one. The copy shows one moment.
  func copy(to copy: Database) throws(DatabaseError) {
    // Without a transaction, a writer between two steps would make the copy start again.
    try run("BEGIN")
    defer { sqlite3_exec(handle, "COMMIT", nil, nil, nil) }
    try run("SELECT 1 FROM sqlite_schema")
    guard let backup = sqlite3_backup_init(copy.handle, "main", handle, "main") else {
      throw Self.error(sqlite3_extended_errcode(copy.handle), of: copy.handle)
    }
    var code = SQLITE_OK
    repeat {
      code = cancellation.isCancelled ? SQLITE_INTERRUPT : sqlite3_backup_step(backup, Self.pagesBetweenPolls)
    } while code == SQLITE_OK
    let end = sqlite3_backup_finish(backup)
    guard code == SQLITE_DONE, end == SQLITE_OK else {
      throw Self.error(code == SQLITE_DONE ? end : code, of: copy.handle)
    }
  }

  private static let pagesBetweenPolls: Int32 = 1000

  /// The name of an object in the database that can run other code: a view, a trigger or a virtual table. nil if there
  /// is none.
  ///
  /// SQLite itself writes the first words of each definition, so those of this program's tables and indexes always
  /// start as in this query.
  func foreignObject() throws(DatabaseError) -> String? {
    try text(
      """
      SELECT coalesce(name, '') FROM sqlite_schema WHERE sql IS NOT NULL AND sql NOT LIKE 'CREATE TABLE %'
      AND sql NOT LIKE 'CREATE INDEX %' AND sql NOT LIKE 'CREATE UNIQUE INDEX %' LIMIT 1
      """)
  }
}
