import CSQLite
import GazetteerIndex

/// A value of a column or a parameter.
enum DatabaseValue {
  case null
  case number(Int64)
  case text(String)
  case bytes([UInt8])

  static func number(orNull number: Int64?) -> DatabaseValue { number.map { .number($0) } ?? .null }
  static func bytes(orNull bytes: [UInt8]?) -> DatabaseValue { bytes.map { .bytes($0) } ?? .null }
}

/// A prepared statement and its current row.
final class DatabaseStatement {
  private let database: OpaquePointer
  private let handle: OpaquePointer

  init(_ sql: String, in database: OpaquePointer) throws(DatabaseError) {
    var handle: OpaquePointer?
    let code = sqlite3_prepare_v2(database, sql, -1, &handle, nil)
    guard code == SQLITE_OK, let handle else { throw Database.error(code, of: database) }
    self.database = database
    self.handle = handle
  }

  deinit { sqlite3_finalize(handle) }

  func bind(_ values: [DatabaseValue]) throws(DatabaseError) {
    reset()
    for (index, value) in values.enumerated() {
      let code =
        switch value {
        case .null: sqlite3_bind_null(handle, Int32(index + 1))
        case .number(let number): sqlite3_bind_int64(handle, Int32(index + 1), number)
        case .text(let text):
          Array(text.utf8).withUnsafeBytes { gaz_bind_text(handle, Int32(index + 1), $0.baseAddress, Int32($0.count)) }
        case .bytes(let bytes):
          bytes.withUnsafeBytes { gaz_bind_blob(handle, Int32(index + 1), $0.baseAddress, Int32($0.count)) }
        }
      guard code == SQLITE_OK else { throw Database.error(code, of: database) }
    }
  }

  /// Goes to the next row. Returns false after the last.
  func step() throws(DatabaseError) -> Bool {
    let code = sqlite3_step(handle)
    switch code {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default: throw Database.error(code, of: database)
    }
  }

  /// Ends the statement and releases its locks.
  func reset() { sqlite3_reset(handle) }

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }
  func number(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

  func isBlob(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_BLOB }

  var columnCount: Int { Int(sqlite3_column_count(handle)) }
  func name(of column: Int) -> String { sqlite3_column_name(handle, Int32(column)).map { String(cString: $0) } ?? "" }

  /// The bytes of a text or a blob.
  func bytes(_ column: Int32) -> [UInt8] {
    guard let start = sqlite3_column_blob(handle, column) else { return [] }
    return Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
  }

  func text(_ column: Int32) -> String { String(decoding: bytes(column), as: UTF8.self) }
}
