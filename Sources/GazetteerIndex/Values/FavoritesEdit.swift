/// A change of one favorite: it is added (`before` is nil), changed, or removed (`after` is nil).
package struct FavoriteChange: Equatable, Sendable {
  package let before: Favorite?
  package let after: Favorite?

  package init(from before: Favorite?, to after: Favorite?) {
    self.before = before
    self.after = after
  }

  package var id: FavoriteID? { (after ?? before)?.id }

  /// The change that undoes this one.
  package var inverse: FavoriteChange { FavoriteChange(from: after, to: before) }
}

/// Changes of favorites that belong together: they are saved together or not at all, and undone together.
package struct FavoritesEdit: Equatable, Sendable {
  /// What was done, such as `favorite Paris`; `undo` and `history` show it.
  package var title: Untrusted
  package var changes: [FavoriteChange]
  /// Seconds since 1970-01-01 00:00 UTC.
  package var time: Int64
  /// The number of the edit that this one undoes.
  package var undoes: Int64?
  /// The revision of the favorites on which the edit is based; nil if that does not matter. The store refuses to add a
  /// favorite that was already added after this revision. Not saved.
  package var since: Int64?

  package init(
    _ title: Untrusted, _ changes: [FavoriteChange], at time: Int64, undoes: Int64? = nil, since: Int64? = nil
  ) {
    self.title = title
    self.changes = changes
    self.time = time
    self.undoes = undoes
    self.since = since
  }
}

/// An edit that was saved.
package struct KeptEdit: Equatable, Sendable {
  /// Increases with each saved edit of any session.
  package let number: Int64
  /// The session that made the edit.
  package let author: String
  package let edit: FavoritesEdit

  package init(number: Int64, author: String, edit: FavoritesEdit) {
    self.number = number
    self.author = author
    self.edit = edit
  }
}

/// What changed among the favorites since an earlier revision.
package struct FavoritesUpdate: Equatable, Sendable {
  /// Increases with each saved edit.
  package let revision: Int64
  /// Whether `changed` has all favorites, not only the changed ones.
  package let isWhole: Bool
  package let changed: [Favorite]
  package let removed: [FavoriteID]

  package init(revision: Int64, isWhole: Bool, changed: [Favorite], removed: [FavoriteID] = []) {
    self.revision = revision
    self.isWhole = isWhole
    self.changed = changed
    self.removed = removed
  }
}
