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

  /// What the user is asked who leaves it, which then happens.
  func leaving(by end: [Event]) -> Question {
    Question(
      "\(cut: before.place.name) is changed", power: nil, words: .disregardOrStay, yes: end,
      no: "done keeps the changes")
  }

  /// What the user is asked who wrote it in an editor.
  func keeping(at now: Int64) -> Question {
    var question = Question(
      "keep this", power: .favorites, yes: [.favoritesEditAsked(edit(at: now), saying: savedMessage)],
      no: "nothing is changed")
    question.details = after.changes(since: before)
    return question
  }

  /// The reply that keeps it.
  func kept(at now: Int64) -> Reply {
    guard hasChanges else { return Reply(.text(["nothing changed"])) }
    return Reply(events: [.favoritesEditAsked(edit(at: now), saying: savedMessage)])
  }

  var savedMessage: Message {
    let changes = after.changes(since: before)
    let sentence = changes.dropFirst().reduce(changes.first ?? "as it was") { "\($0); \($1)" }
    return "saved: \(cut: after.place.name); \(sentence)"
  }
}

extension Favorite {
  /// What users call its parts, and what they are; nil for none.
  var fields: [(name: String, value: Message?)] {
    [
      ("name", "\(cut: place.name)"),
      ("position", place.coordinate.map { "\(own: $0.word)" }),
      ("categories", place.categories.listed),
      ("lists", lists.listed),
      ("tags", tags.listed),
      ("rating", rating.map { "\($0)" }),
      ("visited", visited.map { "\(own: $0.text)" }),
      ("station", station.map { "\(cut: $0.name) (\($0.id.word))" }),
      ("note", note.map { "\(cut: $0)" }),
    ]
  }

  /// All of it, a line a field.
  var lines: [Message] { fields.compactMap { field in field.value.map { "\(own: field.name): \($0)" } } }

  /// Whether both say the same in the field of a name.
  private func agrees(with other: Favorite, in field: String) -> Bool {
    switch field {
    case "name": place.name == other.place.name
    case "position": place.coordinate == other.place.coordinate
    case "categories": place.categories == other.place.categories
    case "lists": lists == other.lists
    case "tags": tags == other.tags
    case "rating": rating == other.rating
    case "visited": visited == other.visited
    case "station": station == other.station
    default: note == other.note
    }
  }

  /// What is another since `before`, a sentence a field.
  package func changes(since before: Favorite) -> [Message] {
    zip(fields, before.fields).filter { !agrees(with: before, in: $0.0.name) }.map { new, old in
      "\(own: new.name): \(new.value ?? "none"), was \(old.value ?? "none")"
    }
  }
}

extension [Untrusted] {
  /// The names with commas; nil for none.
  fileprivate var listed: Message? { isEmpty ? nil : enumerated }
}
