/// What a file says of one place to keep. What it does not say is nil or empty, and leaves what is kept as it is.
package struct ImportedFavorite: Equatable, Sendable {
  /// Where it stands in the file: `line 12`.
  package var position: Message
  package var id: FavoriteID?
  /// The identity of the place in its source.
  package var source: PlaceID?
  package var name: Untrusted
  package var coordinate: Coordinate?
  package var alternates: [Untrusted] = []
  package var categories: [Untrusted] = []
  package var region = Region()
  package var population: UInt32?
  package var timeZone: Untrusted?
  package var attributes: [Place.Attribute] = []
  package var attribution: Untrusted?
  package var lists: [Untrusted] = []
  package var tags: [Untrusted] = []
  package var note: Untrusted?
  package var rating: Int?
  package var visited: CalendarDay?
  package var station: Favorite.Station?
  package var created: Int64?
  package var changed: Int64?
  package var extras: [Place.Attribute] = []

  package init(_ name: Untrusted, at coordinate: Coordinate? = nil, position: Message) {
    self.name = name
    self.coordinate = coordinate
    self.position = position
  }
}

/// The places to keep that a file has.
package struct ImportedFile: Equatable, Sendable {
  /// As `--format` takes it.
  package let format: String
  package var favorites: [ImportedFavorite] = []
  /// How many records were left out.
  package var skipped = 0
  /// The first of them, each with its place in the file and the reason.
  package var problems: [Message] = []
  /// How many oddities there were that left nothing out, and the first of them.
  package var odd = 0
  package var remarks: [Message] = []
  /// What is in it besides that is no place.
  package var others: Message?

  package init(format: String) { self.format = format }
}

/// A field of the program's own that is not as it writes it.
package struct FavoriteFieldFault: Error, Equatable {
  package let field: FavoriteField

  package init(field: FavoriteField) { self.field = field }

  package var message: Message { "\(own: field.key.text) is \"\(field.value.beginning)\", which it cannot be" }
}

extension ImportedFavorite {
  /// Takes the program's own fields, which weigh more than what is there; all of them or, at a fault, none.
  package mutating func take(_ fields: [FavoriteField]) throws(FavoriteFieldFault) {
    var taken = self
    let keys = Set(fields.map(\.key))
    if keys.contains(.alternate) { taken.alternates = [] }
    if keys.contains(.category) { taken.categories = [] }
    if keys.contains(.list) { taken.lists = [] }
    if keys.contains(.tag) { taken.tags = [] }
    var parts = IdentityParts()
    for field in fields where try !taken.take(field) { try parts.take(field) }
    taken.source = parts.place ?? taken.source
    taken.coordinate = Coordinate(parts.latitude, parts.longitude) ?? taken.coordinate
    taken.station = parts.wholeStation ?? taken.station
    self = taken
  }

  /// Takes a field that stands for itself; false where it is a part of a larger thing.
  private mutating func take(_ field: FavoriteField) throws(FavoriteFieldFault) -> Bool {
    let (value, text) = (field.value, field.value.text)
    switch field.key {
    case .id: id = try field.checked(FavoriteID(text))
    case .name: name = value
    case .alternate: alternates.append(value)
    case .category: categories.append(value)
    case .country: region.country = value
    case .countryName: region.countryName = value
    case .admin1: region.admin1 = value
    case .admin1Name: region.admin1Name = value
    case .population: population = try field.checked(UInt32(text))
    case .timeZone: timeZone = value
    case .attribution: attribution = value
    case .list: lists.append(value)
    case .tag: tags.append(value)
    case .note: note = value
    case .rating: rating = try field.checked(Int(text).flatMap { (1...5).contains($0) ? $0 : nil })
    case .visited: visited = try field.checked(CalendarDay(text))
    case .created: created = try field.checked(Int64(text))
    case .changed: changed = try field.checked(Int64(text))
    case .attribute: attributes.append(Place.Attribute(key: field.name ?? Untrusted(""), value: value))
    case .extra: extras.append(Place.Attribute(key: field.name ?? Untrusted(""), value: value))
    default: return false
    }
    return true
  }
}

/// The fields that make an identity or a position together.
private struct IdentityParts {
  private var dataset: String?
  private var id: SourceID?
  private(set) var latitude: Double?
  private(set) var longitude: Double?
  private var stationDataset: String?
  private var stationID: SourceID?
  private var stationName: Untrusted?
  private var stationLatitude: Double?
  private var stationLongitude: Double?

  mutating func take(_ field: FavoriteField) throws(FavoriteFieldFault) {
    let text = field.value.text
    switch field.key {
    case .dataset: dataset = text
    case .placeID: id = .text(text)
    case .placeNumber: id = .number(try field.checked(Int64(text)))
    case .latitude: latitude = try field.checked(Double(text))
    case .longitude: longitude = try field.checked(Double(text))
    case .stationDataset: stationDataset = text
    case .stationID: stationID = .text(text)
    case .stationNumber: stationID = .number(try field.checked(Int64(text)))
    case .stationName: stationName = field.value
    case .stationLatitude: stationLatitude = try field.checked(Double(text))
    case .stationLongitude: stationLongitude = try field.checked(Double(text))
    default: break
    }
  }

  var place: PlaceID? { PlaceID(dataset, id) }

  var wholeStation: Favorite.Station? {
    guard let id = PlaceID(stationDataset, stationID), let stationName else { return nil }
    return Favorite.Station(
      id: id, name: stationName, coordinate: Coordinate(stationLatitude, stationLongitude))
  }
}

extension PlaceID {
  fileprivate init?(_ dataset: String?, _ id: SourceID?) {
    guard let dataset, let id else { return nil }
    self.init(dataset: dataset, id: id)
  }
}

extension Coordinate {
  fileprivate init?(_ latitude: Double?, _ longitude: Double?) {
    guard let latitude, let longitude else { return nil }
    self.init(latitude: latitude, longitude: longitude)
  }
}

extension FavoriteField {
  /// The value that the field was read as.
  fileprivate func checked<Value>(_ value: Value?) throws(FavoriteFieldFault) -> Value {
    guard let value else { throw FavoriteFieldFault(field: self) }
    return value
  }
}
