import Glibc

/// Mercator's projection of a sphere, in degrees: longitudes stay as they are, latitudes are stretched so that angles stay.
package enum Mercator {
  /// Further from the equator nothing is drawn: the poles are infinitely far.
  package static let mostLatitude = 85.0

  /// How far north of the equator a latitude is drawn, in degrees of longitude.
  package static func ordinate(_ latitude: Double) -> Double {
    let sine = sin(min(max(latitude, -mostLatitude), mostLatitude) * GreatCircle.radians)
    return 90 / .pi * log((1 + sine) / (1 - sine))
  }

  /// The latitude that is drawn there.
  package static func latitude(_ ordinate: Double) -> Double {
    let power = exp(ordinate * .pi / 90)
    return asin((power - 1) / (power + 1)) / GreatCircle.radians
  }
}
