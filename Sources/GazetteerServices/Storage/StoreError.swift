import CSQLite
import GazetteerIndex
import Glibc

/// Why a store could not do what was requested. Nothing was changed.
package enum StoreError: Error, Equatable {
  /// Another session changed one of the records first.
  case changedMeanwhile
  /// The file is not as gaz wrote it.
  case damaged
  /// The file has a view, a trigger or a virtual table with this name. gaz makes none and refuses such files.
  case foreign(Untrusted)
  /// A later version of gaz has changed the schema of the file, to this version.
  case newerVersion(Int64)
  /// Another program held a lock during the whole wait.
  case busy
  /// The disk is full, or the file would become larger than allowed.
  case full
  /// The file or its folder cannot be written.
  case readOnly
  /// The file has an old schema, and no copy of it can be made in this folder before it is changed.
  case notCopied(to: Untrusted, reason: String)
  case cancelled
  case failed(reason: String)

  init(_ error: DatabaseError) {
    switch error.kind {
    case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_FORMAT: self = .damaged
    case SQLITE_BUSY, SQLITE_LOCKED: self = .busy
    case SQLITE_FULL: self = .full
    case SQLITE_READONLY, SQLITE_PERM: self = .readOnly
    case SQLITE_INTERRUPT: self = .cancelled
    default: self.init(systemCode: error.systemCode, reason: error.reason)
    }
  }

  init(_ error: SystemError) { self.init(systemCode: error.code, reason: error.reason) }

  private init(systemCode: Int32, reason: String) {
    switch systemCode {
    case ENOSPC, EDQUOT, EFBIG: self = .full
    case EACCES, EPERM, EROFS, ENOTDIR: self = .readOnly
    case EWOULDBLOCK: self = .busy
    case ECANCELED: self = .cancelled
    case 0: self = .failed(reason: reason)
    default: self = .failed(reason: SystemError(systemCode).reason)
    }
  }

  /// Runs `body`, and converts its errors to errors of the store.
  static func wrapping<Value>(_ body: () throws(DatabaseError) -> Value) throws(StoreError) -> Value {
    do throws(DatabaseError) { return try body() } catch { throw StoreError(error) }
  }

  static func wrappingSystem<Value>(_ body: () throws(SystemError) -> Value) throws(StoreError) -> Value {
    do throws(SystemError) { return try body() } catch { throw StoreError(error) }
  }
}

extension Database {
  /// Refuses a file with views, triggers or virtual tables. They could make any statement run forever.
  func requireOwnTables() throws(StoreError) {
    let foreign = try StoreError.wrapping { () throws(DatabaseError) in try foreignObject() }
    if let foreign { throw .foreign(Untrusted(foreign)) }
  }
}
