/// What a file says about one place that is to become a favorite.
package struct ImportedFavorite: Equatable, Sendable {
  /// Where it is in the file: `line 12`.
  package var position: Message
  package var id: FavoriteID?
  /// The identity of the place in its source.
  package var source: PlaceID?
  package var created: Int64?
  package var changed: Int64?
  /// The values of its other fields. If the file does not have a field, it has no value here. The id, the place id and
  /// the times are not used.
  package var values = Favorite.empty

  package init(_ name: Untrusted, at coordinate: Coordinate? = nil, position: Message) {
    self.position = position
    values.place.name = name
    values.place.coordinate = coordinate
  }
}

/// The places of a file that are to become favorites.
package struct ImportedFile: Equatable, Sendable {
  /// The name of its format, as `--format` takes it.
  package let format: String
  package var favorites: [ImportedFavorite] = []
  /// How many records were left out.
  package var skipped = 0
  /// The first of them, each with its place in the file and the reason.
  package var problems: [Message] = []
  /// How many records were read with a warning.
  package var odd = 0
  /// The first of these warnings.
  package var remarks: [Message] = []
  /// What the file has besides places; nil for nothing.
  package var others: Message?

  package init(format: String) { self.format = format }
}

/// An entry whose value does not have the form that this program writes.
package struct MalformedEntry: Error, Equatable {
  package let entry: FavoriteEntry

  package init(_ entry: FavoriteEntry) { self.entry = entry }

  package var message: Message { "\(own: entry.key.text) has the invalid value \"\(entry.value.beginning)\"" }
}

extension ImportedFavorite {
  /// Applies entries that this program wrote. They replace the values that are already known. If an entry is malformed,
  /// nothing is applied.
  package mutating func apply(_ entries: [FavoriteEntry]) throws(MalformedEntry) {
    var applied = self
    for field in Set(entries.map(\.key.tag)).compactMap(FavoriteField.tagged) {
      switch field.kind {
      case .texts, .labels: field.set(nil, in: &applied.values)
      default: break
      }
    }
    var parts: [UInt8: EntryParts] = [:]
    for entry in entries where try !applied.apply(entry) {
      try parts[entry.key.tag, default: EntryParts()].add(entry)
    }
    for (tag, parts) in parts { applied.apply(parts, ofTag: tag) }
    self = applied
  }

  /// Applies an entry that holds a whole value. Returns false if it holds only a part.
  private mutating func apply(_ entry: FavoriteEntry) throws(MalformedEntry) -> Bool {
    let (value, text) = (entry.value, entry.value.text)
    guard entry.key.part == .whole else { return false }
    guard let field = FavoriteField.tagged(entry.key.tag) else {
      id = try entry.checked(FavoriteID(text))
      return true
    }
    switch field.kind {
    case .name, .part, .text, .note: field.set(.text(value), in: &values)
    case .texts(let path), .labels(let path): values[keyPath: path].append(value)
    case .count: field.set(.count(try entry.checked(UInt32(text))), in: &values)
    case .stars:
      field.set(.stars(try entry.checked(Int(text).flatMap { Favorite.ratings.contains($0) ? $0 : nil })), in: &values)
    case .day: field.set(.day(try entry.checked(CalendarDay(text))), in: &values)
    case .attributes(let path):
      values[keyPath: path].append(Place.Attribute(key: entry.name ?? Untrusted(""), value: value))
    case .moment:
      let seconds = try entry.checked(Int64(text))
      if field == .created { created = seconds } else { changed = seconds }
    case .station, .position, .identity: return false
    }
    return true
  }

  /// Applies a value that consists of several entries, if they are complete.
  private mutating func apply(_ parts: EntryParts, ofTag tag: UInt8) {
    guard let field = FavoriteField.tagged(tag) else { return }
    switch field.kind {
    case .identity: source = parts.id ?? source
    case .position: if let position = parts.position { field.set(.position(position), in: &values) }
    case .station: if let station = parts.station { field.set(.station(station), in: &values) }
    default: break
    }
  }
}

/// The entries that together make up an identity, a position or a station.
private struct EntryParts {
  private var dataset: String?
  private var sourceID: SourceID?
  private var name: Untrusted?
  private var latitude: Double?
  private var longitude: Double?
  private var metres: Double?

  mutating func add(_ entry: FavoriteEntry) throws(MalformedEntry) {
    let text = entry.value.text
    switch entry.key.part {
    case .whole: break
    case .dataset: dataset = text
    case .textID: sourceID = .text(text)
    case .numberID: sourceID = .number(try entry.checked(Int64(text)))
    case .name: name = entry.value
    case .latitude: latitude = try entry.checked(Double(text))
    case .longitude: longitude = try entry.checked(Double(text))
    case .distance: metres = try entry.checked(Double(text).flatMap { $0.isFinite && $0 >= 0 ? $0 : nil })
    }
  }

  var id: PlaceID? {
    guard let dataset, let sourceID else { return nil }
    return PlaceID(dataset: dataset, id: sourceID)
  }

  var position: Coordinate? {
    guard let latitude, let longitude else { return nil }
    return Coordinate(latitude: latitude, longitude: longitude)
  }

  var station: Favorite.Station? {
    guard let id, let name else { return nil }
    return Favorite.Station(id: id, name: name, coordinate: position, distance: metres.map { .metres($0) })
  }
}

extension FavoriteEntry {
  /// Returns `value`, which was read from the entry. Throws if it is nil, because the entry is malformed.
  fileprivate func checked<Value>(_ value: Value?) throws(MalformedEntry) -> Value {
    guard let value else { throw MalformedEntry(self) }
    return value
  }
}
