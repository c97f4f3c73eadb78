import GazetteerIndex
import Synchronization

/// The changes of locations that a service is not known to have stored. Each is written here before anything that takes
/// time, and removed when the service has answered. So a change is neither lost nor made twice, whatever happens in
/// between. Several sessions share the file.
///
///     add ─► linkAnswered ─► begin ─┬─► finish: stored, so later changes are of the new version
///      │                            ├─► refuse: not stored, so later changes are of what was there before
///      ├─► refuse                   ├─► doubt: only the user can say whether it is stored
///      │                            └─► postpone: it still waits
///      └─► postpone: nobody knows whether the link answers
package final class PendingChanges: Sendable {
  let path: String?
  private let file: Mutex<UserDatabase>

  /// - Parameters:
  ///   - path: the file, which need not exist; nil: in memory.
  ///   - now: seconds since 1970-01-01 00:00 UTC.
  package init(path: String?, now: @escaping @Sendable () -> Int64 = { 0 }) {
    self.path = path
    file = Mutex(UserDatabase(PendingRows.schema, path: path, now: now))
  }

  /// Notices for the user. Each is returned only once.
  package func takeNotices() -> [Message] { file.withLock { $0.takeNotices() } }

  /// Reads from the file; nil if there is none.
  func read<Value: Sendable>(
    _ cancellation: Cancellation, _ body: @Sendable (PendingRows) throws(DatabaseError) -> Value
  ) throws(ServiceError) -> Value? {
    do throws(StoreError) {
      return try file.withLock { file throws(StoreError) in
        try file.read(cancellation) { database throws(DatabaseError) in try body(PendingRows(database: database)) }
      }
    } catch {
      throw ServiceError(error, path)
    }
  }

  /// Runs `body` as one change of the file.
  func change<Value: Sendable>(
    _ cancellation: Cancellation = Cancellation(), _ body: @Sendable (PendingRows) throws(DatabaseError) -> Value
  ) throws(ServiceError) -> Value {
    do throws(StoreError) {
      return try file.withLock { file throws(StoreError) in
        try file.write(cancellation) { database throws(StoreError) in
          try StoreError.wrapping { () throws(DatabaseError) in try body(PendingRows(database: database)) }
        }
      }
    } catch {
      throw ServiceError(error, path)
    }
  }
}
