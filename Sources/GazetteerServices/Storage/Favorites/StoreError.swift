import CSQLite
import GazetteerIndex
import Glibc

/// Why the store could not do as asked.
package enum StoreError: Error, Equatable {
  /// Another session changed one of the favorites first.
  case changedMeanwhile
  /// The file is not what was written.
  case damaged
  /// A later version of the program has changed the file's form.
  case newerVersion(Int64)
  /// Another session has been writing all the time.
  case busy
  /// There is no room on the disk, or not for so large a file.
  case full
  /// The file or its folder cannot be written.
  case readOnly
  case failed(reason: String)

  init(_ error: DatabaseError) {
    switch error.kind {
    case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_FORMAT: self = .damaged
    case SQLITE_BUSY, SQLITE_LOCKED: self = .busy
    case SQLITE_FULL: self = .full
    case SQLITE_READONLY, SQLITE_PERM: self = .readOnly
    default: self.init(systemCode: error.systemCode, otherwise: error.reason)
    }
  }

  init(_ error: SystemError) { self.init(systemCode: error.code, otherwise: error.reason) }

  /// Does `body`, whose errors become the store's.
  static func wrapping<Value>(_ body: () throws(DatabaseError) -> Value) throws(StoreError) -> Value {
    do throws(DatabaseError) { return try body() } catch { throw StoreError(error) }
  }

  private init(systemCode: Int32, otherwise reason: String) {
    switch systemCode {
    case ENOSPC, EDQUOT, EFBIG: self = .full
    case EACCES, EPERM, EROFS, ENOTDIR: self = .readOnly
    case EWOULDBLOCK: self = .busy
    case 0: self = .failed(reason: reason)
    default: self = .failed(reason: SystemError(systemCode).reason)
    }
  }
}
