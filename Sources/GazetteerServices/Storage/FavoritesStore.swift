import GazetteerIndex

/// Keeps favorites, and every edit of them. The authority on what is kept: an edit is kept when `keep` has returned.
/// Belongs to one thread.
package final class FavoritesStore {
  private var favorites: [FavoriteID: Favorite] = [:]
  private var edits: [KeptEdit] = []

  /// - Parameter path: the file; nil: kept in memory. Nothing is opened before it is needed.
  package init(path: String?) {}

  /// What happened that the user should know of, each said once.
  package func takeNotices() -> [Message] { [] }

  /// What is new since a revision, in this session or another; nil where nothing is.
  package func update(since revision: Int64) throws(StoreError) -> FavoritesUpdate? {
    guard let last = edits.last, last.number != revision else { return nil }
    return FavoritesUpdate(revision: last.number, isWhole: true, changed: Array(favorites.values))
  }

  /// Keeps an edit, all of it or nothing. Every `before` must be what is kept now.
  package func keep(_ edit: FavoritesEdit, by author: String) throws(StoreError) -> KeptEdit {
    for change in edit.changes {
      guard let id = change.id, favorites[id] == change.before else { throw .changedMeanwhile }
    }
    for change in edit.changes { if let id = change.id { favorites[id] = change.after } }
    let kept = KeptEdit(number: Int64(edits.count + 1), author: author, edit: edit)
    edits.append(kept)
    return kept
  }

  /// The edits of a favorite, or of all, oldest first, from a number on.
  package func edits(of id: FavoriteID? = nil, after number: Int64 = 0) throws(StoreError) -> [KeptEdit] {
    edits.filter { kept in kept.number > number && (id == nil || kept.edit.changes.contains { $0.id == id }) }
  }
}

/// Why the store could not do as asked.
package enum StoreError: Error, Equatable {
  /// Another session changed one of the favorites first.
  case changedMeanwhile
}
