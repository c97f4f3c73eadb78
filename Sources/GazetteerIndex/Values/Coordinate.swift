import Glibc

/// A point on the globe, in degrees: latitude −90…90, longitude −180…180.
public struct Coordinate: Hashable, Sendable {
  public let latitude: Double
  public let longitude: Double

  /// Returns nil for a point that is not on the globe.
  public init?(latitude: Double, longitude: Double) {
    guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
    self.latitude = latitude
    self.longitude = longitude
  }

  /// The great-circle distance, by the haversine formula on a sphere with the earth's mean radius.
  public func distance(to other: Coordinate) -> Distance {
    GreatCircle(from: self).distance(latitude: other.latitude, longitude: other.longitude)
  }
}

/// A length along the surface of the earth.
public struct Distance: Hashable, Comparable, Sendable {
  public let metres: Double

  public static func metres(_ value: Double) -> Distance { Distance(metres: value) }
  public static func kilometres(_ value: Double) -> Distance { Distance(metres: value * 1000) }
  public static func feet(_ value: Double) -> Distance { Distance(metres: value * 0.3048) }
  public static func miles(_ value: Double) -> Distance { Distance(metres: value * 1609.344) }

  public var miles: Double { metres / 1609.344 }

  /// The earth's mean radius in metres (IUGG R1).
  static let earthRadius = 6_371_008.8

  public static func < (left: Distance, right: Distance) -> Bool { left.metres < right.metres }
}

/// Measures great-circle distances from one point. The terms that depend only on that point are computed once.
///
/// `Coordinate.distance(to:)` uses this too, so both give the same number to the last bit.
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

  /// The distance to a point given in degrees, by the haversine formula on a sphere with the earth's mean radius.
  func distance(latitude: Double, longitude: Double) -> Distance {
    let other = latitude * Self.radians
    let north = sin((other - self.latitude) / 2)
    let east = sin((longitude - self.longitude) * Self.radians / 2)
    let haversine = north * north + cosLatitude * cos(other) * east * east
    return .metres(2 * Distance.earthRadius * asin(min(1, haversine.squareRoot())))
  }

  /// Radians per degree.
  static let radians = Double.pi / 180
}
