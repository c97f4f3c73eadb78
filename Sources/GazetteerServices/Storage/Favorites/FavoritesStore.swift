import GazetteerIndex
import Synchronization

/// Saves favorites and every edit of them. Several sessions share the file. Calls from several threads run one after
/// the other.
///
/// When `keep` returns, the edit is saved: it survives the end of the process and a power cut.
///
/// Every call takes a cancellation. Cancelling ends waits for another program's lock, and long statements, with
/// `StoreError.cancelled`. Then nothing is changed.
package final class FavoritesStore: Sendable {
  private let connection: Mutex<FavoritesConnection>

  /// Opens nothing before the first call.
  ///
  /// - Parameters:
  ///   - path: the file, which need not exist; nil: favorites are kept in memory.
  ///   - now: seconds since 1970-01-01 00:00 UTC.
  ///   - warning: the notice for the user when favorites are kept in memory because there is no path.
  package init(path: String?, now: @escaping @Sendable () -> Int64 = { 0 }, warning: Message? = nil) {
    connection = Mutex(FavoritesConnection(path: path, now: now, warning: warning))
  }

  /// Notices for the user. Each is returned only once.
  package func takeNotices() -> [Message] { connection.withLock { $0.takeNotices() } }

  /// Whether favorites are kept in memory because no file can be made.
  package var endsWithSession: Bool { connection.withLock { $0.endsWithSession } }

  /// How long to wait if another program holds a lock.
  package enum Patience: Sendable {
    /// Too short for a user to notice. For work that does not need the latest favorites.
    case brief
    /// A few seconds.
    case full

    /// How often to ask for a lock, once a millisecond.
    var lockAttempts: Int { self == .brief ? 50 : 5000 }
  }

  /// What any session has changed since a revision; nil if nothing. Costs microseconds if nothing has changed,
  /// otherwise O(changes).
  package func update(
    since revision: Int64, patience: Patience = .full, cancellation: Cancellation = Cancellation()
  ) throws(StoreError) -> FavoritesUpdate? {
    try connection.withLock { connection throws(StoreError) in
      try connection.run(cancellation, patience) { () throws(StoreError) in try connection.update(since: revision) }
    }
  }

  /// Saves a whole edit, or nothing. Every `before` must equal the favorite as it is saved now.
  package func keep(
    _ edit: FavoritesEdit, by author: String, cancellation: Cancellation = Cancellation()
  ) throws(StoreError) -> KeptEdit {
    try connection.withLock { connection throws(StoreError) in
      try connection.run(cancellation) { () throws(StoreError) in try connection.keep(edit, by: author) }
    }
  }

  /// The edits of a favorite, or of all, with numbers greater than `number`, oldest first.
  package func edits(
    of id: FavoriteID? = nil, after number: Int64 = 0, cancellation: Cancellation = Cancellation()
  ) throws(StoreError) -> [KeptEdit] {
    try connection.withLock { connection throws(StoreError) in
      try connection.run(cancellation) { () throws(StoreError) in try connection.edits(of: id, after: number) }
    }
  }

  /// Makes today's backup of the file if there is none yet. Ignores errors: tomorrow it tries again.
  package func backUpWhereDue(cancellation: Cancellation = Cancellation()) {
    connection.withLock { connection in
      _ = try? connection.run(cancellation) { () throws(StoreError) in connection.backUpWhereDue() }
    }
  }
}
