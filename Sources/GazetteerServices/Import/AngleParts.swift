import GazetteerIndex

/// What columns of their own say of the angles of a record: the minutes and seconds, and on which half of the globe they
/// are.
struct AngleParts {
  private var isSouth = false
  private var isWest = false
  /// In degrees.
  private var ofLatitude = 0.0
  private var ofLongitude = 0.0
  /// The first minutes or seconds that are none.
  private(set) var fault: Untrusted?
  /// The angles that are in the column of the other angle, as their letters say.
  private var crossed: (latitude: Double?, longitude: Double?) = (nil, nil)
  /// Their texts, and the numbers of the columns.
  private(set) var crossedTexts: [(attribute: UInt32, text: Untrusted)] = []

  /// Minutes and seconds are from 0 to 60: rounding may give 60.
  static let range = 0.0...60

  mutating func note(_ text: TextPiece, as role: RecordField.Role) {
    switch role {
    case .northSouth: isSouth = Self.letter(text) == UInt8(ascii: "S")
    case .eastWest: isWest = Self.letter(text) == UInt8(ascii: "W")
    case .latitudeMinutes: ofLatitude += part(text) / 60
    case .latitudeSeconds: ofLatitude += part(text) / 3600
    case .longitudeMinutes: ofLongitude += part(text) / 60
    case .longitudeSeconds: ofLongitude += part(text) / 3600
    default: break
    }
  }

  private static func letter(_ text: TextPiece) -> UInt8 { (text.trimmed.first ?? 0) & 0xDF }

  private mutating func part(_ text: TextPiece) -> Double {
    if text.isBlank || text.isMissing { return 0 }
    if let part = Degrees.parse(text), Self.range.contains(part) { return part }
    fault = fault ?? Untrusted(bytes: text)
    return 0
  }

  /// Notes an angle whose letter says that it is the other one of the two.
  mutating func note(crossed text: TextPiece, _ degrees: Double, as role: RecordField.Role, attribute: UInt32) {
    if role == .latitude { crossed.latitude = degrees } else { crossed.longitude = degrees }
    crossedTexts.append((attribute, Untrusted(bytes: text)))
  }

  /// The position of two angles that are in each other's columns; nil if there is only one, or none.
  var crossedPosition: (latitude: Double, longitude: Double)? {
    guard let latitude = crossed.latitude, let longitude = crossed.longitude else { return nil }
    return (latitude, longitude)
  }

  /// Whether they change the angles.
  var changeAngles: Bool {
    isSouth || isWest || ofLatitude > 0 || ofLongitude > 0 || fault != nil || !crossedTexts.isEmpty
  }

  /// The whole angles, of whole degrees. Minutes go away from zero.
  func joined(_ latitude: Double, _ longitude: Double) -> (latitude: Double, longitude: Double) {
    func joined(_ degrees: Double, _ part: Double, isNegative: Bool) -> Double {
      let angle = degrees.magnitude + part
      return isNegative || degrees.sign == .minus ? -angle : angle
    }
    return (
      joined(latitude, ofLatitude, isNegative: isSouth), joined(longitude, ofLongitude, isNegative: isWest)
    )
  }
}
