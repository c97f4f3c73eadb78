import CSQLite
import GazetteerIndex

extension ServiceError {
  /// - Parameter path: the file; nil: in memory.
  init(_ error: StoreError, _ path: String?) {
    let file: Message = path.map { "\"\(Untrusted($0))\"" } ?? "the memory"
    self =
      switch error {
      case .cancelled: .cancelled
      case .busy, .changedMeanwhile: .storage("another program has locked \(file)")
      case .full: .storage("there is no space left on the disk")
      case .readOnly: .storage("\(file) is read-only")
      case .damaged: .storage("\(file) is damaged")
      case .foreign(let name): .storage("\(file) has \"\(name)\", which gaz has not made; move the file away")
      case .newerVersion: .storage("a newer gaz has changed the format of \(file)")
      case .failed(let reason): .storage("\(file): \(Untrusted(reason))")
      }
  }

  /// - Parameter path: the file; nil: in memory.
  init(_ error: DatabaseError, _ path: String?) {
    let file: Message = path.map { "\"\(Untrusted($0))\"" } ?? "the memory"
    self =
      switch error.kind {
      case SQLITE_INTERRUPT: .cancelled
      case SQLITE_BUSY, SQLITE_LOCKED: .storage("another program has locked \(file)")
      case SQLITE_FULL: .storage("there is no space left on the disk")
      case SQLITE_READONLY, SQLITE_PERM: .storage("\(file) is read-only")
      case SQLITE_CORRUPT, SQLITE_NOTADB:
        .storage("\(file) is damaged (\(Untrusted(error.reason))); move it away to start with an empty one")
      default:
        .storage("\(file): \(Untrusted(error.systemCode == 0 ? error.reason : SystemError(error.systemCode).reason))")
      }
  }
}
