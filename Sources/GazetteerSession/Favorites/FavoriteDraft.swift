import GazetteerIndex

/// A favorite that is being edited. It is saved only when the user says so.
package struct FavoriteDraft: Equatable, Sendable {
  /// The favorite as it was saved when the edit began.
  package let before: Favorite
  package var after: Favorite

  package init(_ favorite: Favorite) { (before, after) = (favorite, favorite) }

  /// Applies changes. The time of the last change is set later, by `edit`.
  mutating func apply(_ changes: [FieldChange]) { after = after.applying(changes, at: after.changed) }

  package var hasChanges: Bool { after != before }

  /// The same changes applied to the favorite as it is saved now, so that changes by other sessions are not undone.
  package func rebased(on saved: Favorite?) -> FavoriteDraft {
    guard let saved, saved != before else { return self }
    var draft = FavoriteDraft(saved)
    for field in FavoriteField.editable where !field.isSame(in: after, before) {
      field.copy(from: after, to: &draft.after)
    }
    return draft
  }

  /// The edit that saves the draft.
  package func edit(at now: Int64) -> FavoritesEdit {
    var saved = after
    saved.changed = now
    return FavoritesEdit(verb: "edit-favorite", [FavoriteChange(from: before, to: saved)], at: now)
  }

  /// Whether the favorites already have these changes.
  func isSaved(in favorites: Favorites) -> Bool {
    guard hasChanges, var saved = favorites[before.id] else { return false }
    saved.changed = after.changed
    return saved == after
  }
}

extension FavoriteChange {
  /// The same change, applied to the favorite as it is now; fields that it does not change may differ. Returns nil on a
  /// conflict: another edit has changed one of these fields, or has added or removed the favorite.
  func rebased(on saved: Favorite?, at now: Int64) -> FavoriteChange? {
    guard saved != before else { return self }
    guard let saved, let before, let after else { return nil }
    let fields = FavoriteField.editable.filter { !$0.isSame(in: after, before) }
    var (described, merged) = (before, saved)
    for field in fields {
      field.copy(from: after, to: &described)
      field.copy(from: after, to: &merged)
    }
    (described.changed, merged.changed) = (after.changed, now)
    // Fields that users cannot edit are ignored: an import may have changed them.
    guard described == after, fields.allSatisfy({ $0.isSame(in: saved, before) }) else { return nil }
    return FavoriteChange(from: saved, to: merged)
  }
}

extension Favorite {
  /// The favorite in one line per field.
  var editableLines: [Message] {
    FavoriteField.editable.compactMap { field in
      field.value(in: self).map { "\(own: field.label): \($0.sentence)" }
    }
  }

  /// One sentence for each editable field that changed since `before`.
  func changes(since before: Favorite) -> [Message] {
    FavoriteField.editable.filter { !$0.isSame(in: self, before) }.map { field in
      let (new, old) = (field.value(in: self)?.sentence, field.value(in: before)?.sentence)
      return "\(own: field.label): \(new ?? "none"), was \(old ?? "none")"
    }
  }
}

extension FieldValue {
  /// The value as part of a sentence, shortened.
  fileprivate var sentence: Message {
    switch self {
    case .text(let text): "\(cut: text)"
    case .texts(let texts): texts.listed
    case .count(let count): "\(count)"
    case .stars(let stars): "\(stars)"
    case .day(let day): "\(own: day.text)"
    case .station(let station):
      "\(cut: station.name) (\(station.id.word))\(own: station.distance.map { ", " + Numeral.text($0) } ?? "")"
    case .position(let position): "\(own: position.word)"
    case .identity(let id): "\(id.word)"
    case .attributes(let attributes): attributes.map(\.value).listed
    case .moment(let seconds): "\(own: UTC.text(seconds))"
    }
  }
}
