import GazetteerIndex

extension Favorite {
  /// Merges the values of a file into the favorite. Fields that the file does not have are unchanged. Lists and tags
  /// are added.
  mutating func merge(_ imported: ImportedFavorite) {
    for field in FavoriteField.all {
      guard let value = field.value(in: imported.values) else { continue }
      switch field.kind {
      case .identity, .moment: continue
      case .labels(let path):
        self[keyPath: path] = (self[keyPath: path] + imported.values[keyPath: path]).withoutRepeats
      case .attributes(let path): self[keyPath: path].merge(imported.values[keyPath: path])
      case .position(let path):
        // Other programs round positions, so a metre is not a change.
        let isExact = imported.id != nil
        if let new = imported.values[keyPath: path], isExact || !new.isWithinAMetre(of: self[keyPath: path]) {
          self[keyPath: path] = new
        }
      default: field.set(value, in: &self)
      }
    }
  }
}

extension ImportedFavorite {
  /// Adds values that this record does not have, from a later record of the same place.
  mutating func add(_ later: ImportedFavorite) {
    id = id ?? later.id
    source = source ?? later.source
    changed = changed ?? later.changed
    for field in FavoriteField.all {
      switch field.kind {
      case .identity, .moment: continue
      case .labels(let path): values[keyPath: path] += later.values[keyPath: path]
      case .attributes(let path):
        let known = Set(values[keyPath: path].map(\.key))
        values[keyPath: path] += later.values[keyPath: path].filter { !known.contains($0.key) }
      default: if field.value(in: values) == nil { field.copy(from: later.values, to: &values) }
      }
    }
  }
}

extension Coordinate {
  fileprivate func isWithinAMetre(of other: Coordinate?) -> Bool {
    other.map { distance(to: $0).metres <= 1 } ?? false
  }
}

extension [Place.Attribute] {
  /// Replaces the values of each key that `others` have, at the place of the first of them; new keys come last.
  fileprivate mutating func merge(_ others: [Place.Attribute]) {
    var new = Dictionary(grouping: others, by: \.key)
    let keys = Set(new.keys)
    if Dictionary(grouping: filter { keys.contains($0.key) }, by: \.key) == new { return }
    var result: [Place.Attribute] = []
    for attribute in self {
      if !keys.contains(attribute.key) {
        result.append(attribute)
      } else if let values = new.removeValue(forKey: attribute.key) {
        result += values
      }
    }
    for attribute in others where new[attribute.key] != nil { result.append(attribute) }
    self = result
  }
}

extension Favorite {
  /// First the fields that the user edits, then those from the source of the place.
  private static let comparedFields: [FavoriteField] = {
    let isOwn = { (field: FavoriteField) in field.isEditable && field != .categories }
    let rest = FavoriteField.all.filter { field in
      switch field.kind {
      case .identity, .moment, .attributes: false
      default: !isOwn(field)
      }
    }
    return FavoriteField.all.filter(isOwn) + rest
  }()

  private static let comparedLabels = Set(comparedFields.map(\.label))

  /// Its values by their labels, for comparing with an import. An attribute or an extra with the label of a field is
  /// called `its note`.
  var facts: [(label: Untrusted, value: Untrusted)] {
    var facts: [(label: Untrusted, value: Untrusted)] = []
    for field in Favorite.comparedFields {
      guard let value = field.value(in: self), !field.isReset(value) else { continue }
      let text = value.plainText
      if !text.isEmpty { facts.append((Untrusted(field.label), text)) }
    }
    var values: [Untrusted: [Untrusted]] = [:]
    let others = place.attributes + extras
    for other in others { values[other.key, default: []].append(other.value) }
    for other in others {
      guard let texts = values.removeValue(forKey: other.key) else { continue }
      let isTaken = Favorite.comparedLabels.contains(other.key.text)
      let label = isTaken ? Untrusted(bytes: Array("its ".utf8) + other.key.bytes) : other.key
      facts.append((label, FieldValue.texts(texts).plainText))
    }
    return facts
  }
}

extension FavoriteField {
  /// Whether the value is only what remains when the user removes another one.
  fileprivate func isReset(_ value: FieldValue) -> Bool {
    if case .resets(let other) = removal { value == other } else { false }
  }
}
