import GazetteerIndex

/// A favorite as the bytes of a column: every field, each text byte for byte.
enum FavoriteRecord {
  /// The tags are for good: a file may be older or younger than the program.
  private enum Tag {
    static let name: UInt8 = 1, alternate: UInt8 = 2, category: UInt8 = 3, place: UInt8 = 4
    static let latitude: UInt8 = 5, longitude: UInt8 = 6
    static let country: UInt8 = 7, countryName: UInt8 = 8, admin1: UInt8 = 9, admin1Name: UInt8 = 10
    static let population: UInt8 = 11, timeZone: UInt8 = 12, attribute: UInt8 = 13, attribution: UInt8 = 14
    static let list: UInt8 = 15, tag: UInt8 = 16, note: UInt8 = 17, rating: UInt8 = 18, visited: UInt8 = 19
    static let station: UInt8 = 20, created: UInt8 = 21, changed: UInt8 = 22, extra: UInt8 = 23
  }

  /// Within the fields that are records of their own.
  private enum Part {
    static let dataset: UInt8 = 1, numberID: UInt8 = 2, textID: UInt8 = 3
    static let key: UInt8 = 4, value: UInt8 = 5
    static let place: UInt8 = 6, name: UInt8 = 7, latitude: UInt8 = 8, longitude: UInt8 = 9
  }

  static func bytes(of favorite: Favorite) -> [UInt8] {
    var writer = FieldWriter()
    let place = favorite.place
    writer.add(Tag.place) { write(place.id, to: &$0) }
    writer.add(Tag.name, place.name)
    for text in place.alternates { writer.add(Tag.alternate, text) }
    for text in place.categories { writer.add(Tag.category, text) }
    writer.add(Tag.latitude, place.coordinate?.latitude.asNumber)
    writer.add(Tag.longitude, place.coordinate?.longitude.asNumber)
    writer.add(Tag.country, place.region.country)
    writer.add(Tag.countryName, place.region.countryName)
    writer.add(Tag.admin1, place.region.admin1)
    writer.add(Tag.admin1Name, place.region.admin1Name)
    writer.add(Tag.population, Int64(place.population))
    writer.add(Tag.timeZone, place.timeZone)
    for attribute in place.attributes { writer.add(Tag.attribute) { write(attribute, to: &$0) } }
    writer.add(Tag.attribution, favorite.attribution)
    for text in favorite.lists { writer.add(Tag.list, text) }
    for text in favorite.tags { writer.add(Tag.tag, text) }
    writer.add(Tag.note, favorite.note)
    writer.add(Tag.rating, favorite.rating.map { Int64($0) })
    writer.add(Tag.visited, favorite.visited.map { Untrusted($0.text) })
    if let station = favorite.station { writer.add(Tag.station) { write(station, to: &$0) } }
    writer.add(Tag.created, favorite.created)
    writer.add(Tag.changed, favorite.changed)
    for extra in favorite.extras { writer.add(Tag.extra) { write(extra, to: &$0) } }
    return writer.bytes
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
  }

  /// The favorite that was written; nil where the bytes are none. Fields of later versions are passed over.
  static func favorite(_ id: FavoriteID, from bytes: some Sequence<UInt8>) -> Favorite? {
    var reader = FieldReader(bytes)
    var favorite = Favorite(
      id: id, place: Place(id: PlaceID(dataset: "", id: .number(0)), name: Untrusted(""), categories: []), created: 0)
    var (latitude, longitude): (Double?, Double?)
    while let (tag, value) = reader.next() {
      switch tag {
      case Tag.latitude: latitude = value.number?.asDouble
      case Tag.longitude: longitude = value.number?.asDouble
      default: guard read(tag, value, into: &favorite) else { return nil }
      }
    }
    guard !reader.isDamaged else { return nil }
    favorite.place.coordinate = coordinate(latitude, longitude)
    return favorite
  }

  /// False where the value is not of its field.
  private static func read(_ tag: UInt8, _ value: ArraySlice<UInt8>, into favorite: inout Favorite) -> Bool {
    let text = Untrusted(bytes: value)
    switch tag {
    case Tag.place: return assign(placeID(value)) { favorite.place.id = $0 }
    case Tag.name: favorite.place.name = text
    case Tag.alternate: favorite.place.alternates.append(text)
    case Tag.category: favorite.place.categories.append(text)
    case Tag.country: favorite.place.region.country = text
    case Tag.countryName: favorite.place.region.countryName = text
    case Tag.admin1: favorite.place.region.admin1 = text
    case Tag.admin1Name: favorite.place.region.admin1Name = text
    case Tag.population: return assign(value.number) { favorite.place.population = UInt32(clamping: $0) }
    case Tag.timeZone: favorite.place.timeZone = text
    case Tag.attribute: return assign(attribute(value)) { favorite.place.attributes.append($0) }
    case Tag.attribution: favorite.attribution = text
    case Tag.list: favorite.lists.append(text)
    case Tag.tag: favorite.tags.append(text)
    case Tag.note: favorite.note = text
    case Tag.rating: return assign(value.number) { favorite.rating = Int($0) }
    case Tag.visited: return assign(CalendarDay(text.text)) { favorite.visited = $0 }
    case Tag.station: return assign(station(value)) { favorite.station = $0 }
    case Tag.created: return assign(value.number) { favorite.created = $0 }
    case Tag.changed: return assign(value.number) { favorite.changed = $0 }
    case Tag.extra: return assign(attribute(value)) { favorite.extras.append($0) }
    default: break
    }
    return true
  }

  private static func assign<Value>(_ value: Value?, to set: (Value) -> Void) -> Bool {
    value.map(set) != nil
  }

  private static func placeID(_ bytes: ArraySlice<UInt8>) -> PlaceID? {
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

  private static func attribute(_ bytes: ArraySlice<UInt8>) -> Place.Attribute? {
    var reader = FieldReader(bytes)
    guard let key = reader.next(), let value = reader.next(), key.tag == Part.key, value.tag == Part.value else {
      return nil
    }
    return Place.Attribute(key: Untrusted(bytes: key.value), value: Untrusted(bytes: value.value))
  }

  private static func station(_ bytes: ArraySlice<UInt8>) -> Favorite.Station? {
    var reader = FieldReader(bytes)
    var id: PlaceID?
    var name = Untrusted("")
    var (latitude, longitude): (Double?, Double?)
    while let (tag, value) = reader.next() {
      switch tag {
      case Part.place: id = placeID(value)
      case Part.name: name = Untrusted(bytes: value)
      case Part.latitude: latitude = value.number?.asDouble
      case Part.longitude: longitude = value.number?.asDouble
      default: break
      }
    }
    guard let id, !reader.isDamaged else { return nil }
    return Favorite.Station(id: id, name: name, coordinate: coordinate(latitude, longitude))
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
