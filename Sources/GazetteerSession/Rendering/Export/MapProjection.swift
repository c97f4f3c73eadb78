import GazetteerIndex

/// A Mercator projection that is fitted to the extent of some places.
struct MapProjection {
  struct Point: Equatable {
    let x: Double
    let y: Double
  }

  /// In degrees; `west` is below −180 if the places are on both sides of the antimeridian.
  let west: Double
  let east: Double
  let south: Double
  let north: Double
  let width: Double
  let height: Double
  /// Units of the picture per degree of longitude.
  private let scale: Double

  /// - Parameter heights: the allowed heights; the extent and the width decide.
  init(of points: [Coordinate], width: Double, heights: ClosedRange<Double>) {
    let (west, east) = Self.span(of: points.map(\.longitude))
    let ordinates = points.map { Mercator.ordinate($0.latitude) }
    let (bottom, top) = (ordinates.min() ?? 0, ordinates.max() ?? 0)
    // Some space around the outermost places, or around the only one.
    let margin = max(max(east - west, top - bottom) * 0.08, 0.01)
    let (across, up) = (east - west + 2 * margin, top - bottom + 2 * margin)
    height = min(max(up * width / across, heights.lowerBound), heights.upperBound)
    scale = min(width / across, height / up)
    self.width = width
    // Extra space is divided equally between the two sides.
    let (middleX, middleY) = ((west + east) / 2, (bottom + top) / 2)
    (self.west, self.east) = (middleX - width / scale / 2, middleX + width / scale / 2)
    south = Mercator.latitude(middleY - height / scale / 2)
    north = Mercator.latitude(middleY + height / scale / 2)
  }

  func point(_ coordinate: Coordinate) -> Point {
    point(coordinate.latitude, coordinate.longitude > east ? coordinate.longitude - 360 : coordinate.longitude)
  }

  func point(_ latitude: Double, _ longitude: Double) -> Point {
    Point(
      x: (longitude - west) * scale,
      y: (Mercator.ordinate(north) - Mercator.ordinate(latitude)) * scale)
  }

  /// The distance between lines of the grid in degrees, so that there are at most eight.
  var step: Double {
    let steps = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15]
    return steps.first { (east - west) / $0 <= 8 && (north - south) / $0 <= 8 } ?? 30
  }

  /// The multiples of `step` between two degrees.
  func lines(from start: Double, to end: Double) -> [Double] {
    let (first, last) = ((start / step).rounded(.up), (end / step).rounded(.down))
    guard first <= last else { return [] }
    return (Int(first)...Int(last)).map { Double($0) * step }
  }

  /// The shortest span that contains all longitudes: the circle without the widest gap between two of them.
  private static func span(of longitudes: [Double]) -> (west: Double, east: Double) {
    let sorted = longitudes.sorted()
    guard let first = sorted.first, let last = sorted.last else { return (0, 0) }
    var widest = (gap: first + 360 - last, west: first, east: last)
    for (left, right) in zip(sorted, sorted.dropFirst()) where right - left > widest.gap {
      widest = (right - left, right - 360, left)
    }
    return (widest.west, widest.east)
  }
}
