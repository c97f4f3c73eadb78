/// What becomes of one favorite: it is added (no `before`), changed, or removed (no `after`).
package struct FavoriteChange: Equatable, Sendable {
  package let before: Favorite?
  package let after: Favorite?

  package init(from before: Favorite?, to after: Favorite?) {
    self.before = before
    self.after = after
  }

  package var id: FavoriteID? { (after ?? before)?.id }

  /// What takes it back.
  package var inverse: FavoriteChange { FavoriteChange(from: after, to: before) }
}

/// Changes of favorites that belong together: kept all or none, and taken back together.
package struct FavoritesEdit: Equatable, Sendable {
  /// What was done, as in `favorite Paris`: what `undo` and `history` call it.
  package var title: Untrusted
  package var changes: [FavoriteChange]
  /// Seconds since 1970-01-01 00:00 UTC.
  package var time: Int64
  /// The number of the edit that this one takes back.
  package var undoes: Int64?
  /// The revision of the favorites that it was made of, where what it adds must not have been added since; not kept.
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

/// An edit that is kept.
package struct KeptEdit: Equatable, Sendable {
  /// Ascending, in the order of keeping, among all sessions.
  package let number: Int64
  /// The session that asked for it.
  package let author: String
  package let edit: FavoritesEdit

  package init(number: Int64, author: String, edit: FavoritesEdit) {
    self.number = number
    self.author = author
    self.edit = edit
  }
}

/// What is new among the favorites since some revision.
package struct FavoritesUpdate: Equatable, Sendable {
  /// Ascending with every edit.
  package let revision: Int64
  /// Whether `changed` is all there is, whatever was there before.
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
