/// The shortest part of the globe that contains some longitudes: the circle without the widest gap between two of them.
struct LongitudeSpan: Equatable {
  /// Below -180 if the span crosses the antimeridian.
  let west: Double
  let east: Double

  var degrees: Double { east - west }

  /// Between -180 and 180.
  var middle: Double {
    let middle = (west + east) / 2
    return middle < -180 ? middle + 360 : middle
  }

  /// nil if there are none. O(n log n).
  init?(of longitudes: [Double]) {
    let sorted = longitudes.sorted()
    guard let first = sorted.first, let last = sorted.last else { return nil }
    var widest = (gap: first + 360 - last, west: first, east: last)
    for (left, right) in zip(sorted, sorted.dropFirst()) where right - left > widest.gap {
      widest = (right - left, right - 360, left)
    }
    (west, east) = (widest.west, widest.east)
  }
}
