import Glibc

/// A point on the globe, in degrees: latitude −90…90, longitude −180…180.
public struct Coordinate: Hashable, Sendable {
  public let latitude: Double
  public let longitude: Double

  /// The point, or nil where it does not lie on the globe.
  public init?(latitude: Double, longitude: Double) {
    guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
    self.latitude = latitude
    self.longitude = longitude
  }

  /// The great-circle distance, by the haversine formula on a sphere of the earth's mean radius.
  public func distance(to other: Coordinate) -> Distance {
    let toRadians = Double.pi / 180
    let latitude1 = latitude * toRadians
    let latitude2 = other.latitude * toRadians
    let sinLatitude = sin((latitude2 - latitude1) / 2)
    let sinLongitude = sin((other.longitude - longitude) * toRadians / 2)
    let h = sinLatitude * sinLatitude + cos(latitude1) * cos(latitude2) * sinLongitude * sinLongitude
    return .metres(2 * Distance.earthRadius * asin(min(1, h.squareRoot())))
  }
}
