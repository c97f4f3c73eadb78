import GazetteerIndex

/// Web Mercator on a grid of dots: x to the east, y to the south, from the left upper corner. The earth is there once,
/// 180 degrees to each side of the center.
struct MapGrid: Equatable {
  /// The size of a cell in dots.
  static let (cellWidth, cellHeight) = (2, 4)
  /// How far beside the map a point at its upper or lower end may be computed to be, in dots.
  private static let edge = 1e-6

  let viewport: Viewport
  /// In cells.
  let columns, rows: Int
  /// Dots per degree of longitude.
  let scale: Double
  /// The longitude at x = 0, which may be below -180.
  let west: Double
  /// The Mercator ordinate at y = 0.
  let top: Double
  /// The rectangle of dots with something of the earth in it.
  let xs: Range<Double>
  let ys: Range<Double>

  var width: Int { columns * MapGrid.cellWidth }
  var height: Int { rows * MapGrid.cellHeight }

  /// - Parameter viewport: its center moves if more than the earth would be shown above or below.
  init(_ wanted: Viewport, columns: Int, rows: Int) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
    let (width, height) = (Double(self.columns * MapGrid.cellWidth), Double(self.rows * MapGrid.cellHeight))
    scale = MapGrid.scale(of: wanted.zoom)
    let most = Mercator.ordinate(Mercator.mostLatitude)
    let room = max(0, most - height / scale / 2)
    let ordinate = min(max(Mercator.ordinate(wanted.center.latitude), -room), room)
    viewport = Viewport(
      center: Coordinate(latitude: Mercator.latitude(ordinate), longitude: wanted.center.longitude) ?? wanted.center,
      zoom: wanted.zoom)
    west = wanted.center.longitude - width / scale / 2
    top = ordinate + height / scale / 2
    let half = 180 * scale
    xs = max(0, width / 2 - half)..<min(width, width / 2 + half)
    ys = max(0, (top - most) * scale)..<max(0, min(height, (top + most) * scale))
  }

  /// Dots per degree of longitude.
  static func scale(of zoom: Double) -> Double { 64 * Mercator.size(doubled: zoom) / 360 }

  /// Where a point is, in dots. It may be outside the grid.
  func position(latitude: Double, longitude: Double) -> (x: Double, y: Double) {
    var turned = longitude - viewport.center.longitude
    if turned > 180 { turned -= 360 } else if turned < -180 { turned += 360 }
    return ((viewport.center.longitude + turned - west) * scale, (top - Mercator.ordinate(latitude)) * scale)
  }

  /// The dot of a point; nil if it is outside the grid, or too near to a pole.
  func dot(of point: Coordinate) -> (x: Int, y: Int)? {
    guard abs(point.latitude) <= Mercator.mostLatitude else { return nil }
    let (x, y) = position(latitude: point.latitude, longitude: point.longitude)
    guard width > 0, height > 0, x >= 0, x < Double(width), -Self.edge < y, y < Double(height) + Self.edge else {
      return nil
    }
    return (Int(x), min(max(0, Int(y)), height - 1))
  }

  /// The corners of what is shown of the earth, in degrees. If the first is east of the second, it crosses the
  /// antimeridian. nil if nothing is shown.
  var box: (southWest: Coordinate, northEast: Coordinate)? {
    guard !xs.isEmpty, !ys.isEmpty else { return nil }
    let (right, bottom) = (xs.upperBound.nextDown, ys.upperBound.nextDown)
    guard let southWest = coordinate(x: xs.lowerBound, y: bottom),
      let northEast = coordinate(x: right, y: ys.lowerBound)
    else { return nil }
    return (southWest, northEast)
  }

  /// The point at a position in dots; nil if it is not on the earth.
  func coordinate(x: Double, y: Double) -> Coordinate? {
    guard xs.contains(x), ys.contains(y) else { return nil }
    let longitude = west + x / scale
    let turned = longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude
    return Coordinate(latitude: Mercator.latitude(top - y / scale), longitude: turned)
  }
}
