import GazetteerIndex

/// A change that the user wants to one field of a favorite.
struct FieldChange: Equatable, Sendable {
  let field: FavoriteField
  let action: Action

  enum Action: Equatable, Sendable {
    case set(FieldValue)
    case remove
    /// Adds texts, except those that the field already has.
    case add([Untrusted])
    case takeAway([Untrusted])
  }

  init(_ field: FavoriteField, _ action: Action) {
    self.field = field
    self.action = action
  }

  /// Sets the field, or removes its value if that is nil.
  init(_ field: FavoriteField, to value: FieldValue?) {
    self.init(field, value.map { .set($0) } ?? .remove)
  }

  fileprivate func apply(to favorite: inout Favorite) {
    let texts = field.value(in: favorite)?.texts ?? []
    switch action {
    case .set(let value): field.set(value, in: &favorite)
    case .remove: field.remove(from: &favorite)
    case .add(let added): field.set(.texts((texts + added).withoutRepeats), in: &favorite)
    case .takeAway(let unwanted):
      let unwanted = Set(unwanted)
      field.set(.texts(texts.filter { !unwanted.contains($0) }), in: &favorite)
    }
  }
}

extension Favorite {
  /// The favorite after the changes; unchanged if they have no effect.
  ///
  /// - Parameter now: seconds since 1970-01-01 00:00 UTC.
  func applying(_ changes: [FieldChange], at now: Int64) -> Favorite {
    var changed = self
    for change in changes { change.apply(to: &changed) }
    changed.measureStation(since: self)
    if changed != self { changed.changed = now }
    return changed
  }
}

extension [Favorite] {
  /// The changes of the favorites. Favorites that stay the same are left out.
  func applying(_ changes: [FieldChange], at now: Int64) -> [FavoriteChange] {
    compactMap { favorite in
      let changed = favorite.applying(changes, at: now)
      return changed == favorite ? nil : FavoriteChange(from: favorite, to: changed)
    }
  }
}

extension [Untrusted] {
  /// Each text once, in the order of first appearance.
  var withoutRepeats: [Untrusted] {
    var seen: Set<Untrusted> = []
    return filter { seen.insert($0).inserted }
  }
}
