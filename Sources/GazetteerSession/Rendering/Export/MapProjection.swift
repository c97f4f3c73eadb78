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
  let scale: Double
  /// The Mercator ordinate of the upper edge, which may be beyond the last one of the earth.
  private let top: Double

  /// In degrees: places that are farther apart than this are shown on a map of the whole earth.
  private static let mostSpan = 300.0
  /// In degrees, so that one sees where a single place is.
  private static let aroundOne = 2.0

  /// - Parameter heights: the allowed heights; the extent and the width decide.
  init(of points: [Coordinate], width: Double, heights: ClosedRange<Double>) {
    let span = LongitudeSpan(of: points.map(\.longitude))
    let (west, east) = (span?.west ?? 0, span?.east ?? 0)
    let ordinates = points.map { Mercator.ordinate($0.latitude) }
    let (bottom, top) = (ordinates.min() ?? 0, ordinates.max() ?? 0)
    // A picture of the whole earth begins where maps usually do.
    let isWhole = east - west > Self.mostSpan
    // Some space around the outermost places, or around the only one.
    let extent = max(east - west, top - bottom)
    let margin = extent == 0 ? Self.aroundOne : max(extent * (isWhole ? 0.03 : 0.08), 0.01)
    let across = isWhole ? 360 : min(east - west + 2 * margin, 360)
    let up = top - bottom + 2 * margin
    height = min(max(up * width / across, heights.lowerBound), heights.upperBound)
    scale = min(width / across, height / up)
    self.width = width
    // Extra space is divided equally between the two sides.
    let (middleX, middleY) = (isWhole ? 0 : (west + east) / 2, (bottom + top) / 2)
    (self.west, self.east) = (middleX - width / scale / 2, middleX + width / scale / 2)
    self.top = middleY + height / scale / 2
    south = Mercator.latitude(middleY - height / scale / 2)
    north = Mercator.latitude(self.top)
  }

  func point(_ coordinate: Coordinate) -> Point {
    let turn = coordinate.longitude > east ? -360.0 : coordinate.longitude < west ? 360 : 0
    return point(coordinate.latitude, coordinate.longitude + turn)
  }

  func point(_ latitude: Double, _ longitude: Double) -> Point {
    Point(
      x: (longitude - west) * scale,
      y: (top - Mercator.ordinate(latitude)) * scale)
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
}
