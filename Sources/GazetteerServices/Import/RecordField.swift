/// The meaning of a key of a record, guessed from its name.
struct RecordField: Equatable {
  enum Role: Int {
    case id, name, latitude, longitude, alternates, country, countryName, admin1, admin1Name, population, timeZone
    case category
    /// An object with latitude and longitude.
    case position
    /// Everything else.
    case attribute
  }

  let role: Role
  /// If several keys of a record have the same role, the one with the lowest rank gets it; the others are attributes.
  let rank: UInt8

  /// The guess for `key`, in any case.
  init(key: UnsafeBufferPointer<UInt8>) {
    self = Self.known[String(decoding: key, as: UTF8.self).lowercased()] ?? .attribute
  }

  init(role: Role, rank: UInt8 = 0) {
    self.role = role
    self.rank = rank
  }

  /// An unknown key.
  static let attribute = RecordField(role: .attribute, rank: 0)

  /// The keys of each role, best first.
  private static let keys: [(role: Role, keys: String)] = [
    (.id, "id _id geonameid stop_id objectid"),
    (.name, "name title stop_name asciiname"),
    (.latitude, "lat latitude stop_lat coord.lat y"),
    (.longitude, "lon lng long longitude stop_lon coord.lon x"),
    (.alternates, "alternates alternatenames alternate_names"),
    (.country, "country countrycode country_code cc"),
    (.countryName, "country_name countryname"),
    (.admin1, "admin1 admin1code admin1_code state province"),
    (.admin1Name, "admin1_name admin1name"),
    (.population, "population pop"),
    (.timeZone, "timezone time_zone tz"),
    (.category, "category categories amenity type"),
    (.position, "coord coords coordinate coordinates location position"),
  ]

  private static let known = Dictionary(
    uniqueKeysWithValues: keys.flatMap { role, keys in
      keys.split(separator: " ").enumerated().map { (String($1), RecordField(role: role, rank: UInt8($0))) }
    })
}

/// For each role the lowest rank among the keys that a record has a value for.
struct RoleRanks: Equatable {
  private static let none: UInt8 = .max
  private var ranks = SIMD16<UInt8>(repeating: none)

  mutating func note(_ field: RecordField) {
    ranks[field.role.rawValue] = min(ranks[field.role.rawValue], field.rank)
  }

  func has(_ field: RecordField) -> Bool { ranks[field.role.rawValue] == field.rank }
  func has(_ role: RecordField.Role) -> Bool { ranks[role.rawValue] != Self.none }
}
