import Glibc

/// Points of the globe on a sphere of radius 1, where the nearest on the surface is the nearest in a straight line,
/// at the poles and at the antimeridian too.
enum UnitSphere {
  static func point(latitude: Double, longitude: Double) -> SIMD4<Float> {
    let north = latitude * GreatCircle.radians
    let east = longitude * GreatCircle.radians
    let radius = cos(north)
    return SIMD4(Float(radius * cos(east)), Float(radius * sin(east)), Float(sin(north)), 0)
  }

  /// The straight line under an arc of the earth's surface.
  static func chord(_ distance: Distance) -> Float {
    Float(2 * sin(min(distance.metres / Distance.earthRadius, .pi) / 2))
  }

  /// The square of a chord so much longer that no point truly within `chord` of another can be measured farther, nor
  /// one that is truly nearer than a point measured at `chord`.
  ///
  /// Rounding to `Float` moves each end by √3 · 2⁻²⁵, so a chord by 1.04e-7, and computing its square costs five
  /// roundings, 2.5 · 2⁻²⁴ = 1.5e-7 of it. Twice the sum, as both chords may be off, is less than what is added here
  /// (2.5 metres for near points).
  static func widened(_ chord: Float) -> Float {
    let wide = chord * 1.000_001 + 4e-7
    return wide * wide
  }

  /// How far a coordinate of a point of the sphere may be off, generously.
  static let margin: Float = 1e-6
}
