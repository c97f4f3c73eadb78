import GazetteerIndex

/// A favorite as the bytes of a database column: every field of `FavoriteField.stored` that has a value, each with its
/// tag.
enum FavoriteRecord {
  /// The tags inside the fields that are records themselves.
  private enum Part {
    static let dataset: UInt8 = 1, numberID: UInt8 = 2, textID: UInt8 = 3
    static let key: UInt8 = 4, value: UInt8 = 5
    static let place: UInt8 = 6, name: UInt8 = 7, latitude: UInt8 = 8, longitude: UInt8 = 9
    static let distance: UInt8 = 10
  }

  static func bytes(of favorite: Favorite) -> [UInt8] {
    var writer = FieldWriter()
    var favorite = favorite
    for field in FavoriteField.stored { write(field, of: &favorite, to: &writer) }
    return writer.bytes
  }

  /// The favorite is `inout` only so that key paths read it without a copy.
  private static func write(_ field: FavoriteField, of favorite: inout Favorite, to writer: inout FieldWriter) {
    let tag = field.tag
    switch field.kind {
    case .name(let path), .part(let path): writer.add(tag, favorite[keyPath: path])
    case .text(let path), .note(let path): writer.add(tag, favorite[keyPath: path])
    case .texts(let path), .labels(let path): for text in favorite[keyPath: path] { writer.add(tag, text) }
    case .count(let path): writer.add(tag, Int64(favorite[keyPath: path]))
    case .stars(let path): writer.add(tag, favorite[keyPath: path].map { Int64($0) })
    case .day(let path): writer.add(tag, favorite[keyPath: path].map { Untrusted($0.text) })
    case .station(let path): if let station = favorite[keyPath: path] { writer.add(tag) { write(station, to: &$0) } }
    case .position(let path):
      writer.add(tag, favorite[keyPath: path]?.latitude.asNumber)
      writer.add(tag + 1, favorite[keyPath: path]?.longitude.asNumber)
    case .identity(let path): writer.add(tag) { write(favorite[keyPath: path], to: &$0) }
    case .attributes(let path):
      for attribute in favorite[keyPath: path] { writer.add(tag) { write(attribute, to: &$0) } }
    case .moment(let path): writer.add(tag, favorite[keyPath: path])
    }
  }

  private static func write(_ id: PlaceID, to writer: inout FieldWriter) {
    writer.add(Part.dataset, Array(id.dataset.utf8))
    switch id.id {
    case .number(let number): writer.add(Part.numberID, number)
    case .text(let text): writer.add(Part.textID, Array(text.utf8))
    }
  }

  private static func write(_ attribute: Place.Attribute, to writer: inout FieldWriter) {
    writer.add(Part.key, attribute.key)
    writer.add(Part.value, attribute.value)
  }

  private static func write(_ station: Favorite.Station, to writer: inout FieldWriter) {
    writer.add(Part.place) { write(station.id, to: &$0) }
    writer.add(Part.name, station.name)
    writer.add(Part.latitude, station.coordinate?.latitude.asNumber)
    writer.add(Part.longitude, station.coordinate?.longitude.asNumber)
    writer.add(Part.distance, station.distance?.metres.asNumber)
  }

  /// The favorite that was written; nil if the bytes are damaged. Fields of later versions are skipped.
  static func favorite(_ id: FavoriteID, from bytes: [UInt8]) -> Favorite? {
    bytes.withUnsafeBytes { favorite(id, from: $0) }
  }

  private static func favorite(_ id: FavoriteID, from bytes: UnsafeRawBufferPointer) -> Favorite? {
    var reader = FieldReader(bytes)
    var favorite = Favorite(empty: id)
    let position = FavoriteField.position.tag
    var (latitude, longitude): (Double?, Double?)
    while let (tag, value) = reader.next() {
      switch tag {
      case position: latitude = value.number?.asDouble
      case position + 1: longitude = value.number?.asDouble
      default:
        guard let field = FavoriteField.tagged(tag) else { continue }
        guard read(field, value, into: &favorite) else { return nil }
      }
    }
    guard !reader.isDamaged else { return nil }
    favorite.place.coordinate = coordinate(latitude, longitude)
    return favorite
  }

  /// False if the bytes are not a value of the field.
  private static func read(
    _ field: FavoriteField, _ value: UnsafeRawBufferPointer, into favorite: inout Favorite
  ) -> Bool {
    switch field.kind {
    case .name(let path), .part(let path): favorite[keyPath: path] = value.text
    case .text(let path), .note(let path): favorite[keyPath: path] = value.text
    case .texts(let path), .labels(let path): favorite[keyPath: path].append(value.text)
    case .count(let path): return assign(value.number) { favorite[keyPath: path] = UInt32(clamping: $0) }
    case .stars(let path): return assign(value.number) { favorite[keyPath: path] = Int($0) }
    case .day(let path): return assign(CalendarDay(value.text.text)) { favorite[keyPath: path] = $0 }
    case .station(let path): return assign(station(value)) { favorite[keyPath: path] = $0 }
    case .identity(let path): return assign(placeID(value)) { favorite[keyPath: path] = $0 }
    case .attributes(let path): return assign(attribute(value)) { favorite[keyPath: path].append($0) }
    case .moment(let path): return assign(value.number) { favorite[keyPath: path] = $0 }
    case .position: return false
    }
    return true
  }

  private static func assign<Value>(_ value: Value?, to set: (Value) -> Void) -> Bool {
    value.map(set) != nil
  }

  private static func placeID(_ bytes: UnsafeRawBufferPointer) -> PlaceID? {
    var reader = FieldReader(bytes)
    var dataset: String?
    var id: SourceID?
    while let (tag, value) = reader.next() {
      switch tag {
      case Part.dataset: dataset = String(decoding: value, as: UTF8.self)
      case Part.numberID: id = value.number.map { .number($0) }
      case Part.textID: id = .text(String(decoding: value, as: UTF8.self))
      default: break
      }
    }
    guard let dataset, let id, !reader.isDamaged else { return nil }
    return PlaceID(dataset: dataset, id: id)
  }

  private static func attribute(_ bytes: UnsafeRawBufferPointer) -> Place.Attribute? {
    var reader = FieldReader(bytes)
    guard let key = reader.next(), let value = reader.next(), key.tag == Part.key, value.tag == Part.value else {
      return nil
    }
    return Place.Attribute(key: key.value.text, value: value.value.text)
  }

  private static func station(_ bytes: UnsafeRawBufferPointer) -> Favorite.Station? {
    var reader = FieldReader(bytes)
    var id: PlaceID?
    var name = Untrusted("")
    var (latitude, longitude, metres): (Double?, Double?, Double?)
    while let (tag, value) = reader.next() {
      switch tag {
      case Part.place: id = placeID(value)
      case Part.name: name = value.text
      case Part.latitude: latitude = value.number?.asDouble
      case Part.longitude: longitude = value.number?.asDouble
      case Part.distance: metres = value.number?.asDouble
      default: break
      }
    }
    guard let id, !reader.isDamaged else { return nil }
    return Favorite.Station(
      id: id, name: name, coordinate: coordinate(latitude, longitude), distance: metres.map { .metres($0) })
  }

  private static func coordinate(_ latitude: Double?, _ longitude: Double?) -> Coordinate? {
    guard let latitude, let longitude else { return nil }
    return Coordinate(latitude: latitude, longitude: longitude)
  }
}

extension Double {
  fileprivate var asNumber: Int64 { Int64(bitPattern: bitPattern) }
}

extension Int64 {
  fileprivate var asDouble: Double { Double(bitPattern: UInt64(bitPattern: self)) }
}
