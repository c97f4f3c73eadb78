import CSQLite
import GazetteerIndex
import Glibc

/// What a file of this program is: the mark in its header, and its tables.
struct DatabaseKind {
  /// Four letters, in the header of the file.
  let application: Int64
  let version: Int64
  /// The statements that make the tables of this version.
  let schema: String
}

extension Database {
  /// Opens a file of a kind with everything that keeps it safe, and makes its tables if it is empty. A damaged file, or
  /// one of another kind or of a newer version, is left as it is.
  ///
  /// - Parameter path: the file, which is made if it is missing, so that only the user can read it; nil: in memory.
  static func opened(
    _ path: String?, as kind: DatabaseKind, _ cancellation: Cancellation
  ) throws(DatabaseError) -> Database {
    do throws(SystemError) {
      if let path {
        try PrivateFile.makeFolder(of: path)
        try PrivateFile.make(path)
      }
    } catch {
      throw DatabaseError(code: SQLITE_CANTOPEN, systemCode: error.code, reason: error.reason)
    }
    let database = try Database(path: path, cancellation: cancellation)
    // `EXTRA` also flushes the folder after the journal is deleted. So a finished COMMIT survives a power cut.
    try database.run(
      "PRAGMA trusted_schema = OFF; PRAGMA foreign_keys = ON; PRAGMA synchronous = EXTRA; PRAGMA cell_size_check = ON")
    if let name = try database.foreignObject() {
      throw DatabaseError(code: SQLITE_CORRUPT, reason: "it has \"\(name)\", which gaz has not made")
    }
    try database.makeTables(of: kind)
    if path != nil, try database.text("PRAGMA quick_check(1)") != "ok" { throw DatabaseError.damage }
    return database
  }

  private func makeTables(of kind: DatabaseKind) throws(DatabaseError) {
    guard try number("PRAGMA user_version") != kind.version else {
      guard try number("PRAGMA application_id") == kind.application else { throw .damage }
      return
    }
    try transaction(\.self) { () throws(DatabaseError) in
      // Another session may have made them meanwhile.
      let version = try number("PRAGMA user_version") ?? 0
      guard version < kind.version else {
        if version == kind.version { return }
        throw DatabaseError(code: SQLITE_ERROR, reason: "a newer gaz has changed the format of the file")
      }
      guard try number("SELECT count(*) FROM sqlite_schema") == 0 else { throw .damage }
      try run("\(kind.schema) PRAGMA user_version = \(kind.version); PRAGMA application_id = \(kind.application)")
    }
  }
}
