import GazetteerIndex
import Synchronization

/// Keeps favorites and every edit of them. Sessions share the file. Calls from several threads run one after the other.
///
/// An edit is kept when `keep` has returned, and then survives the end of the process and a power cut.
///
/// Every call takes a cancellation. It ends the waiting for another program's lock, and long statements, with
/// `StoreError.cancelled`; nothing is changed then.
package final class FavoritesStore: Sendable {
  private let connection: Mutex<FavoritesConnection>

  /// Opens nothing before the first call.
  ///
  /// - Parameters:
  ///   - path: the file, which need not exist; nil: favorites are kept in memory.
  ///   - now: seconds since 1970-01-01 00:00 UTC.
  ///   - warning: told once favorites are kept in memory because there is no path.
  package init(path: String?, now: @escaping @Sendable () -> Int64 = { 0 }, warning: Message? = nil) {
    connection = Mutex(FavoritesConnection(path: path, now: now, warning: warning))
  }

  /// What happened that the user should know, each told once.
  package func takeNotices() -> [Message] { connection.withLock { $0.takeNotices() } }

  /// Whether favorites are kept in memory because there is no better place.
  package var endsWithSession: Bool { connection.withLock { $0.endsWithSession } }

  /// How long to wait for another program that holds a lock.
  package enum Patience: Sendable {
    /// Less than anybody notices: for what works without the latest favorites.
    case brief
    /// Some seconds.
    case full

    /// How often to ask for a lock, once a millisecond.
    var lockAttempts: Int { self == .brief ? 50 : 5000 }
  }

  /// What this or another session has changed since a revision; nil without changes. Costs microseconds without changes,
  /// else O(changes).
  package func update(
    since revision: Int64, patience: Patience = .full, cancellation: Cancellation = Cancellation()
  ) throws(StoreError) -> FavoritesUpdate? {
    try connection.withLock { connection throws(StoreError) in
      try connection.run(cancellation, patience) { () throws(StoreError) in try connection.update(since: revision) }
    }
  }

  /// Keeps an edit, all of it or nothing. Every `before` must be what is kept now.
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

  /// Makes a copy of the file if there is none of today yet. Does not fail: tomorrow there will be another one.
  package func backUpWhereDue(cancellation: Cancellation = Cancellation()) {
    connection.withLock { connection in
      _ = try? connection.run(cancellation) { () throws(StoreError) in connection.backUpWhereDue() }
    }
  }
}
