import Glibc

/// Mercator's projection of a sphere, in degrees. Longitudes are unchanged; latitudes are stretched to preserve angles.
///
/// It is in this module because the session, which draws maps, does not import a mathematics library.
package enum Mercator {
  /// The greatest latitude that is drawn. The poles would be infinitely far away.
  package static let mostLatitude = 85.0

  /// Whether a point is so near to a pole that it is not drawn.
  package static func isBeyond(_ point: Coordinate) -> Bool { abs(point.latitude) > mostLatitude }

  /// The vertical position of a latitude, north of the equator, in degrees of longitude.
  package static func ordinate(_ latitude: Double) -> Double {
    let sine = sin(min(max(latitude, -mostLatitude), mostLatitude) * GreatCircle.radians)
    return 90 / .pi * log((1 + sine) / (1 - sine))
  }

  /// The latitude at a vertical position.
  package static func latitude(_ ordinate: Double) -> Double {
    let power = exp(ordinate * .pi / 90)
    return asin((power - 1) / (power + 1)) / GreatCircle.radians
  }

  /// How often 1 is doubled to become `size`.
  package static func doublings(of size: Double) -> Double { log2(size) }

  /// 1 doubled so many times.
  package static func size(doubled times: Double) -> Double { exp2(times) }

  /// The length of a parallel, as a share of the equator.
  package static func parallel(at latitude: Double) -> Double { cos(latitude * GreatCircle.radians) }

  /// The length of a degree of longitude on the ground, in metres.
  package static func metresPerDegree(at latitude: Double) -> Double {
    40_075_016.686 / 360 * parallel(at: latitude)
  }
}
