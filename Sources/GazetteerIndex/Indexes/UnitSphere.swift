import Glibc

/// Points of the globe on a sphere of radius 1. On it, the nearest point along the surface is also the nearest in a
/// straight line, even at the poles and at the antimeridian.
enum UnitSphere {
  static func point(latitude: Double, longitude: Double) -> SIMD4<Float> {
    let north = latitude * GreatCircle.radians
    let east = longitude * GreatCircle.radians
    let radius = cos(north)
    return SIMD4(Float(radius * cos(east)), Float(radius * sin(east)), Float(sin(north)), 0)
  }

  /// The straight-line distance between the ends of an arc on the earth's surface.
  static func chord(_ distance: Distance) -> Float {
    Float(2 * sin(min(distance.metres / Distance.earthRadius, .pi) / 2))
  }

  /// The square of a chord, made longer by a margin for rounding errors. If a point is truly within `chord` of another,
  /// its measured square is within the result. The same is true if it is truly nearer than a point measured at `chord`.
  ///
  /// Rounding to `Float` moves each end by √3 · 2⁻²⁵, so it changes a chord by up to 1.04e-7. Computing the square
  /// rounds five times: 2.5 · 2⁻²⁴ = 1.5e-7 of it. Both chords may be wrong, so the error is at most twice the sum.
  /// That is less than the margin (2.5 metres for near points).
  static func widened(_ chord: Float) -> Float {
    let wide = chord * 1.000_001 + 4e-7
    return wide * wide
  }

  /// An upper bound for the error of a coordinate of a point on the sphere.
  static let margin: Float = 1e-6
}
