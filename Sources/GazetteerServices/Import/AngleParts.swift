import GazetteerIndex

/// What columns of their own say of the angles of a record: the minutes and seconds, and on which half of the globe they
/// are.
struct AngleParts {
  private var isSouth = false
  private var isWest = false
  /// In degrees.
  private var ofLatitude = 0.0
  private var ofLongitude = 0.0

  mutating func note(_ text: TextPiece, as role: RecordField.Role) {
    let letter = (text.trimmed.first ?? 0) & 0xDF
    let part = Degrees.parse(text).flatMap { (0..<60).contains($0) ? $0 : nil } ?? 0
    switch role {
    case .northSouth: isSouth = letter == UInt8(ascii: "S")
    case .eastWest: isWest = letter == UInt8(ascii: "W")
    case .latitudeMinutes: ofLatitude += part / 60
    case .latitudeSeconds: ofLatitude += part / 3600
    case .longitudeMinutes: ofLongitude += part / 60
    case .longitudeSeconds: ofLongitude += part / 3600
    default: break
    }
  }

  /// Whether they change the angles.
  var areNoted: Bool { isSouth || isWest || ofLatitude > 0 || ofLongitude > 0 }

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
