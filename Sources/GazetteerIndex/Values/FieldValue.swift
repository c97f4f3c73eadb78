/// The value of one field of a favorite.
package enum FieldValue: Equatable, Sendable {
  case text(Untrusted)
  case texts([Untrusted])
  case count(UInt32)
  /// 1…5.
  case stars(Int)
  case day(CalendarDay)
  case station(Favorite.Station)
  case position(Coordinate)
  case identity(PlaceID)
  case attributes([Place.Attribute])
  /// Seconds since 1970-01-01 00:00 UTC.
  case moment(Int64)
}

extension FavoriteField {
  /// The value of the field; nil if it has none.
  package func value(in favorite: Favorite) -> FieldValue? {
    var favorite = favorite
    return value(in: &favorite)
  }

  /// The same, for loops: reading from an `inout` value through a key path does not copy the whole favorite.
  package func value(in favorite: inout Favorite) -> FieldValue? {
    switch kind {
    case .name(let path): .text(favorite[keyPath: path])
    case .part(let path): favorite[keyPath: path].known.map { .text($0) }
    case .text(let path), .note(let path): favorite[keyPath: path].map { .text($0) }
    case .texts(let path), .labels(let path): favorite[keyPath: path].known.map { .texts($0) }
    case .count(let path): favorite[keyPath: path].known.map { .count($0) }
    case .stars(let path): favorite[keyPath: path].map { .stars($0) }
    case .day(let path): favorite[keyPath: path].map { .day($0) }
    case .station(let path): favorite[keyPath: path].map { .station($0) }
    case .position(let path): favorite[keyPath: path].map { .position($0) }
    case .identity(let path): .identity(favorite[keyPath: path])
    case .attributes(let path): favorite[keyPath: path].known.map { .attributes($0) }
    case .moment(let path): .moment(favorite[keyPath: path])
    }
  }

  /// Sets the field. nil removes its value, and so does a value of another kind.
  package func set(_ value: FieldValue?, in favorite: inout Favorite) {
    switch kind {
    case .name(let path), .part(let path): favorite[keyPath: path] = value?.text ?? Untrusted("")
    case .text(let path), .note(let path): favorite[keyPath: path] = value?.text
    case .texts(let path), .labels(let path): favorite[keyPath: path] = value?.texts ?? []
    case .count(let path): favorite[keyPath: path] = if case .count(let count)? = value { count } else { 0 }
    case .stars(let path): favorite[keyPath: path] = if case .stars(let stars)? = value { stars } else { nil }
    case .day(let path): favorite[keyPath: path] = if case .day(let day)? = value { day } else { nil }
    case .station(let path):
      favorite[keyPath: path] = if case .station(let station)? = value { station } else { nil }
    case .position(let path):
      favorite[keyPath: path] = if case .position(let position)? = value { position } else { nil }
    case .identity(let path): if case .identity(let id)? = value { favorite[keyPath: path] = id }
    case .attributes(let path):
      favorite[keyPath: path] = if case .attributes(let attributes)? = value { attributes } else { [] }
    case .moment(let path): if case .moment(let seconds)? = value { favorite[keyPath: path] = seconds }
    }
  }

  /// Removes the value as a user would expect; see `removal`.
  package func remove(from favorite: inout Favorite) {
    switch removal {
    case .clears: set(nil, in: &favorite)
    case .resets(let value): set(value, in: &favorite)
    case .isRefused: break
    }
  }

  package func isSame(in left: Favorite, _ right: Favorite) -> Bool { value(in: left) == value(in: right) }

  package func copy(from source: Favorite, to target: inout Favorite) { set(value(in: source), in: &target) }
}

// What is known; nil if nothing is. With it, `value` follows each key path once.
extension Untrusted {
  fileprivate var known: Untrusted? { isEmpty ? nil : self }
}
extension Array {
  fileprivate var known: [Element]? { isEmpty ? nil : self }
}
extension UInt32 {
  fileprivate var known: UInt32? { self == 0 ? nil : self }
}

extension FieldValue {
  package var text: Untrusted? { if case .text(let text) = self { text } else { nil } }
  package var texts: [Untrusted]? { if case .texts(let texts) = self { texts } else { nil } }
}
