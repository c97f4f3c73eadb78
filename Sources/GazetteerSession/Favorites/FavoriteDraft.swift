import GazetteerIndex

/// A favorite that is being edited: nothing of it is kept before the user says so.
package struct FavoriteDraft: Equatable, Sendable {
  /// As it is kept.
  package let before: Favorite
  package var after: Favorite

  package init(_ favorite: Favorite) { (before, after) = (favorite, favorite) }

  /// Puts what fields say into it; when that was, `edit` says.
  package mutating func change(_ fields: FavoriteFields) { after = fields.applied(to: after, at: after.changed) }

  package var hasChanges: Bool { after != before }

  /// The same changes of the favorite as it is kept now, lest they undo what another session has done meanwhile.
  package func rebased(on kept: Favorite?) -> FavoriteDraft {
    guard let kept, kept != before else { return self }
    var draft = FavoriteDraft(kept)
    for field in FavoriteField.allCases where !field.isSame(in: after, before) {
      field.copy(from: after, to: &draft.after)
    }
    return draft
  }

  /// The edit that keeps it.
  package func edit(at now: Int64) -> FavoritesEdit {
    var kept = after
    kept.changed = now
    return FavoritesEdit(verb: "edit-favorite", [FavoriteChange(from: before, to: kept)], at: now)
  }

  /// Whether it is what is kept now.
  func isKept(in favorites: Favorites) -> Bool {
    guard hasChanges, var kept = favorites[before.id] else { return false }
    kept.changed = after.changed
    return kept == after
  }

  /// What the user is asked before the changes are dropped; then the effects are performed.
  func leaving(_ effects: [Effect]) -> Question {
    Question(
      "\(cut: before.place.name) is changed", power: nil, words: .disregardOrStay, yes: [.draftAbandoned],
      effects: effects,
      no: "done keeps the changes")
  }

  /// What the user is asked who wrote it in an editor.
  func keeping(at now: Int64) -> Question {
    var question = Question(
      "keep this", power: .favorites, effects: [.keepFavorites(edit(at: now), saying: savedMessage)],
      no: "nothing is changed")
    question.details = after.changes(since: before)
    return question
  }

  /// The reply that keeps it.
  func kept(at now: Int64) -> Reply {
    guard hasChanges else { return Reply(.text(["nothing changed"])) }
    return Reply(effects: [.keepFavorites(edit(at: now), saying: savedMessage)])
  }

  var savedMessage: Message {
    let changes = after.changes(since: before)
    let sentence = changes.dropFirst().reduce(changes.first ?? "as it was") { "\($0); \($1)" }
    return "saved: \(cut: after.place.name); \(sentence)"
  }
}

extension FavoriteChange {
  /// The same change of the favorite as it is now, which may differ in other fields; nil where it differs in one that
  /// this changes, or is there, or is not, against it.
  func rebased(on kept: Favorite?, at now: Int64) -> FavoriteChange? {
    guard kept != before else { return self }
    guard let kept, let before, let after else { return nil }
    let fields = FavoriteField.allCases.filter { !$0.isSame(in: after, before) }
    var (described, merged) = (before, kept)
    for field in fields {
      field.copy(from: after, to: &described)
      field.copy(from: after, to: &merged)
    }
    (described.changed, merged.changed) = (after.changed, now)
    guard described == after, fields.allSatisfy({ $0.isSame(in: kept, before) }) else { return nil }
    return FavoriteChange(from: kept, to: merged)
  }
}

extension Favorite {
  /// All of it, a line a field.
  var lines: [Message] {
    FavoriteField.allCases.compactMap { field in field.value(in: self).map { "\(own: field.rawValue): \($0)" } }
  }

  /// What is another since `before`, a sentence a field.
  package func changes(since before: Favorite) -> [Message] {
    FavoriteField.allCases.filter { !$0.isSame(in: self, before) }.map { field in
      "\(own: field.rawValue): \(field.value(in: self) ?? "none"), was \(field.value(in: before) ?? "none")"
    }
  }
}

/// A part of a favorite that is edited, by what users call it.
private enum FavoriteField: String, CaseIterable {
  case name, position, categories, lists, tags, rating, visited, station, note

  /// What it is; nil for none.
  func value(in favorite: Favorite) -> Message? {
    switch self {
    case .name: "\(cut: favorite.place.name)"
    case .position: favorite.place.coordinate.map { "\(own: $0.word)" }
    case .categories: listed(favorite.place.categories)
    case .lists: listed(favorite.lists)
    case .tags: listed(favorite.tags)
    case .rating: favorite.rating.map { "\($0)" }
    case .visited: favorite.visited.map { "\(own: $0.text)" }
    case .station: favorite.station.map { "\(cut: $0.name) (\($0.id.word))" }
    case .note: favorite.note.map { "\(cut: $0)" }
    }
  }

  private func listed(_ names: [Untrusted]) -> Message? { names.isEmpty ? nil : names.enumerated }

  func copy(from source: Favorite, to favorite: inout Favorite) {
    switch self {
    case .name: favorite.place.name = source.place.name
    case .position: favorite.place.coordinate = source.place.coordinate
    case .categories: favorite.place.categories = source.place.categories
    case .lists: favorite.lists = source.lists
    case .tags: favorite.tags = source.tags
    case .rating: favorite.rating = source.rating
    case .visited: favorite.visited = source.visited
    case .station: favorite.station = source.station
    case .note: favorite.note = source.note
    }
  }

  func isSame(in left: Favorite, _ right: Favorite) -> Bool {
    var copied = right
    copy(from: left, to: &copied)
    return copied == right
  }
}
