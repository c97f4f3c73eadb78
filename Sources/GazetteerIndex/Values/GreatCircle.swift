import Glibc

/// Measures great-circle distances from one point: what depends on that point alone is computed once.
///
/// `Coordinate.distance(to:)` measures with this too, so both give the same number to the last bit.
struct GreatCircle {
  private let longitude: Double
  /// In radians.
  private let latitude: Double
  private let cosLatitude: Double

  init(from origin: Coordinate) {
    longitude = origin.longitude
    latitude = origin.latitude * Self.radians
    cosLatitude = cos(latitude)
  }

  /// The distance to a point, given in degrees, by the haversine formula on a sphere of the earth's mean radius.
  func distance(latitude: Double, longitude: Double) -> Distance {
    let other = latitude * Self.radians
    let north = sin((other - self.latitude) / 2)
    let east = sin((longitude - self.longitude) * Self.radians / 2)
    let haversine = north * north + cosLatitude * cos(other) * east * east
    return .metres(2 * Distance.earthRadius * asin(min(1, haversine.squareRoot())))
  }

  /// How many radians a degree is.
  static let radians = Double.pi / 180
}
