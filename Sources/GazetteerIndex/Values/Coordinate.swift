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
    GreatCircle(from: self).distance(latitude: other.latitude, longitude: other.longitude)
  }
}
