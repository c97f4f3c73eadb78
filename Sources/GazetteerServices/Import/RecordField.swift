import GazetteerIndex

/// The meaning of a key of a record, guessed from its name.
struct RecordField: Equatable {
  // Declared in this module because reading compares roles for every value: comparing is a call in other modules.
  enum Role: Int, CaseIterable {
    case id, name, latitude, longitude, alternates, country, countryName, admin1, admin1Name, population, timeZone
    case category
    /// An object that holds latitude and longitude.
    case position
    /// Anything else.
    case attribute
    /// A text that holds a position, and one that begins with the longitude.
    case geometry, geometryFromLongitude
    /// Which half of the globe an angle without a sign is on: `N` or `S`, `E` or `W`.
    case northSouth, eastWest
    /// What is added to whole degrees.
    case latitudeMinutes, latitudeSeconds, longitudeMinutes, longitudeSeconds

    /// What is a part of an angle, but not its degrees.
    static let ofAngles: [Role] = [
      .northSouth, .eastWest, .latitudeMinutes, .latitudeSeconds, .longitudeMinutes, .longitudeSeconds,
    ]

    /// Whether only the best of several keys with this role has it.
    var isRanked: Bool { self != .attribute && rawValue < Role.northSouth.rawValue }

    /// Whether a place has one value of it.
    var isSingle: Bool { ![.alternates, .category, .attribute].contains(self) }

    /// The column of places that it becomes; nil if it is none.
    var field: String? {
      switch self {
      case .id, .name, .latitude, .longitude, .population, .category: "\(self)"
      case .country, .countryName: "country"
      case .admin1, .admin1Name: "region"
      case .timeZone: "timezone"
      case .alternates, .position, .attribute, .geometry, .geometryFromLongitude, .northSouth, .eastWest,
        .latitudeMinutes, .latitudeSeconds, .longitudeMinutes, .longitudeSeconds:
        nil
      }
    }

    /// The keys that have this role, best first.
    var keys: [String] {
      switch self {
      case .id: FieldNames.id
      case .name: FieldNames.name
      case .latitude: FieldNames.latitude
      case .longitude: FieldNames.longitude
      case .alternates: FieldNames.alternates
      case .country: FieldNames.country
      case .countryName: FieldNames.countryName
      case .admin1: FieldNames.admin1
      case .admin1Name: FieldNames.admin1Name
      case .population: FieldNames.population
      case .timeZone: FieldNames.timeZone
      case .category: FieldNames.category
      case .position: FieldNames.position
      case .attribute, .geometry, .geometryFromLongitude, .northSouth, .eastWest, .latitudeMinutes, .latitudeSeconds,
        .longitudeMinutes, .longitudeSeconds:
        []
      }
    }
  }

  let role: Role
  /// If several keys of a record have the same role, the one with the lowest rank gets it; the others are attributes.
  let rank: UInt8

  /// The meaning guessed from `key`, ignoring case.
  init(key: UnsafeBufferPointer<UInt8>) {
    self = Self.known[String(decoding: key, as: UTF8.self).lowercased()] ?? .attribute
  }

  init(named key: String) {
    var key = key
    self = key.withUTF8 { RecordField(key: $0) }
  }

  init(role: Role, rank: UInt8 = 0) {
    self.role = role
    self.rank = rank
  }

  /// An unknown key.
  static let attribute = RecordField(role: .attribute, rank: 0)

  private static let known = Dictionary(
    uniqueKeysWithValues: Role.allCases.flatMap { role in
      role.keys.enumerated().map { ($1, RecordField(role: role, rank: UInt8($0))) }
    })
}

/// The lowest rank of each ranked role, among the keys for which a record has a value.
struct RoleRanks: Equatable {
  private static let none: UInt8 = .max
  private var ranks = SIMD16<UInt8>(repeating: none)

  mutating func note(_ field: RecordField) {
    ranks[field.role.rawValue] = min(ranks[field.role.rawValue], field.rank)
  }

  func has(_ field: RecordField) -> Bool { ranks[field.role.rawValue] == field.rank }
  func has(_ role: RecordField.Role) -> Bool { ranks[role.rawValue] != Self.none }
}
