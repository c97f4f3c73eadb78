import CSQLite

/// What SQLite said of a call that failed.
package struct DatabaseError: Error, Equatable {
  /// The extended result code.
  package let code: Int32
  /// What the system said, where it was the system that failed; else 0.
  package let systemCode: Int32
  package let reason: String

  init(code: Int32, systemCode: Int32 = 0, reason: String) {
    self.code = code
    self.systemCode = systemCode
    self.reason = reason
  }

  /// The code without what extends it.
  package var kind: Int32 { code & 0xFF }

  /// Whether the file is not what SQLite wrote.
  package var isDamage: Bool { [SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_FORMAT].contains(kind) }
}
