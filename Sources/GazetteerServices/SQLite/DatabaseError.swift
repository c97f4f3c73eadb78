import CSQLite

/// Why a call of SQLite failed.
struct DatabaseError: Error, Equatable {
  /// The extended result code.
  let code: Int32
  /// The value of `errno` if a system call failed, otherwise 0.
  let systemCode: Int32
  let reason: String

  init(code: Int32, systemCode: Int32 = 0, reason: String) {
    self.code = code
    self.systemCode = systemCode
    self.reason = reason
  }

  /// The file can be read, but is not what was written.
  static let damage = DatabaseError(code: SQLITE_CORRUPT, reason: "a checksum differs")

  /// The primary result code.
  var kind: Int32 { code & 0xFF }
}
