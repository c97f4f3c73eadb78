/// The box around the positions of a geometry.
struct GeoJSONExtent {
  /// Whether the positions are those of a map projection, not degrees.
  private let isPlane: Bool
  private var south = Double.infinity
  private var north = -Double.infinity
  /// The longitudes as they are, and with 360 added to those below 0.
  private var west = Double.infinity
  private var east = -Double.infinity
  private var shiftedWest = Double.infinity
  private var shiftedEast = -Double.infinity

  init(isPlane: Bool = false) { self.isPlane = isPlane }

  mutating func add(_ position: GeoJSONPosition) {
    south = min(south, position.latitude)
    north = max(north, position.latitude)
    west = min(west, position.longitude)
    east = max(east, position.longitude)
    let shifted = position.longitude < 0 ? position.longitude + 360 : position.longitude
    shiftedWest = min(shiftedWest, shifted)
    shiftedEast = max(shiftedEast, shifted)
  }

  /// The middle of the box, or of the box across the antimeridian if that is smaller; nil if there is no position.
  /// Rounded to ten-millionths of a degree, except if the box is a point.
  var middle: (latitude: Double, longitude: Double)? {
    guard south <= north else { return nil }
    if isPlane { return ((south + north) / 2, (west + east) / 2) }
    let crossesAntimeridian = shiftedEast - shiftedWest < east - west
    let longitude = crossesAntimeridian ? (shiftedWest + shiftedEast) / 2 : (west + east) / 2
    if south == north && west == east { return (south, west) }
    let isUnwrapped = longitude > 180 && east <= 360
    return (Self.rounded((south + north) / 2), Self.rounded(isUnwrapped ? longitude - 360 : longitude))
  }

  private static func rounded(_ degrees: Double) -> Double { (degrees * 1e7).rounded() / 1e7 }
}

/// A position without its altitude.
struct GeoJSONPosition: Equatable {
  var longitude = Double.nan
  var latitude = Double.nan
}
