import CSQLite
import GazetteerIndex
import Glibc

/// An open SQLite database. Belongs to one thread.
package final class Database {
  enum Access {
    /// The file is made where there is none.
    case readWrite
    case readOnly
    /// As it is on the disk: nothing is locked, no journal is looked for. For files that nobody changes.
    case immutable
  }

  let handle: OpaquePointer
  private var statements: [String: DatabaseStatement] = [:]

  /// Opens a file, or, for nil, a database in memory. That it is none of SQLite's shows at the first statement.
  init(path: String?, _ access: Access = .readWrite) throws(DatabaseError) {
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
    // SQLite's own handler sleeps up to 100 ms between two tries, and misses every gap that a busy writer leaves.
    sqlite3_busy_handler(handle, { _, tries in Database.isPatient(after: tries) ? 1 : 0 }, nil)
  }

  deinit {
    statements = [:]
    sqlite3_close_v2(handle)
  }

  /// How often to ask whether another session is done, once a millisecond.
  private static let patience: Int32 = 5000

  private static func isPatient(after tries: Int32) -> Bool {
    guard tries < patience else { return false }
    usleep(1000)
    return true
  }

  /// A path as it stands in a URI.
  private static func escaped(_ path: String) -> String {
    path.utf8.map { byte in
      let isPlain = UnicodeScalar(byte).properties.isAlphabetic && byte < 0x80 || "/0123456789-_.".utf8.contains(byte)
      let digits = String(byte, radix: 16)
      return isPlain ? String(UnicodeScalar(byte)) : "%" + (digits.utf8.count < 2 ? "0" : "") + digits
    }.joined()
  }

  static func error(_ code: Int32, of handle: OpaquePointer) -> DatabaseError {
    // Where a COMMIT fails SQLite does not say what the system said, but calls nothing that forgets it.
    let said = errno
    let known = sqlite3_system_errno(handle)
    return DatabaseError(
      code: code, systemCode: known == 0 && code & 0xFF == SQLITE_IOERR ? said : known,
      reason: String(cString: sqlite3_errmsg(handle)))
  }

  /// Runs statements that give no rows.
  func run(_ sql: String) throws(DatabaseError) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw Self.error(code, of: handle) }
  }

  /// The statement of this text, made once, with its parameters bound.
  func statement(_ sql: String, _ values: DatabaseValue...) throws(DatabaseError) -> DatabaseStatement {
    try prepared(sql, values)
  }

  /// Runs a statement to its end.
  func run(_ sql: String, _ first: DatabaseValue, _ rest: DatabaseValue...) throws(DatabaseError) {
    let statement = try prepared(sql, [first] + rest)
    defer { statement.reset() }
    while try statement.step() {}
  }

  private func prepared(_ sql: String, _ values: [DatabaseValue]) throws(DatabaseError) -> DatabaseStatement {
    let statement: DatabaseStatement
    if let made = statements[sql] { statement = made } else { statement = try DatabaseStatement(sql, in: handle) }
    statements[sql] = statement
    try statement.bind(values)
    return statement
  }

  /// The number that a statement gives first.
  func number(_ sql: String, _ values: DatabaseValue...) throws(DatabaseError) -> Int64? {
    let statement = try DatabaseStatement(sql, in: handle)
    try statement.bind(values)
    defer { statement.reset() }
    return try statement.step() ? statement.number(0) : nil
  }

  /// Does `body` as a whole or not at all, holding the right to write from the start.
  func transaction<Value, Problem: Error>(
    _ wrap: (DatabaseError) -> Problem, _ body: () throws(Problem) -> Value
  ) throws(Problem) -> Value {
    do throws(DatabaseError) { try run("BEGIN IMMEDIATE") } catch { throw wrap(error) }
    do throws(Problem) {
      let value = try body()
      do throws(DatabaseError) { try run("COMMIT") } catch { throw wrap(error) }
      return value
    } catch {
      // Some errors have ended the transaction already.
      if sqlite3_get_autocommit(handle) == 0 { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
      throw error
    }
  }

  /// Copies this database to a new file, as it is at one moment.
  func backUp(to path: String) throws(DatabaseError) { try copy(to: Database(path: path)) }

  /// Makes another database what this one is at one moment.
  func copy(to copy: Database) throws(DatabaseError) {
    guard let backup = sqlite3_backup_init(copy.handle, "main", handle, "main") else {
      throw Self.error(sqlite3_extended_errcode(copy.handle), of: copy.handle)
    }
    var code = SQLITE_OK
    repeat { code = sqlite3_backup_step(backup, -1) } while code == SQLITE_OK
    let end = sqlite3_backup_finish(backup)
    guard code == SQLITE_DONE, end == SQLITE_OK else {
      throw Self.error(code == SQLITE_DONE ? end : code, of: copy.handle)
    }
  }
}
