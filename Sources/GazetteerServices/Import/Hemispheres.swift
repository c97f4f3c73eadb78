import GazetteerIndex

/// On which half of the globe the angles of a record are, if columns of their own say so.
struct Hemispheres {
  private var isSouth = false
  private var isWest = false

  mutating func note(_ text: TextPiece, as role: RecordField.Role) {
    let letter = (text.trimmed.first ?? 0) & 0xDF
    switch role {
    case .northSouth: isSouth = letter == UInt8(ascii: "S")
    case .eastWest: isWest = letter == UInt8(ascii: "W")
    default: break
    }
  }

  /// Whether the angles are in the south or in the west.
  var areNoted: Bool { isSouth || isWest }

  /// Angles without signs in their halves of the globe.
  func turned(_ latitude: Double, _ longitude: Double) -> (latitude: Double, longitude: Double) {
    (isSouth ? -abs(latitude) : latitude, isWest ? -abs(longitude) : longitude)
  }
}
