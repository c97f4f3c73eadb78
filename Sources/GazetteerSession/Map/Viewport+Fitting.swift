import GazetteerIndex

extension Viewport {
  /// How near a single place is shown, and how near several at most.
  private static let (nearest, nearestOfMany) = (8.0, 16.0)

  /// The smallest part of the earth with all points, with some space around them; the whole earth if there are none.
  ///
  /// O(points × log(points)).
  ///
  /// - Parameters: the size of the map in cells.
  package static func fitting(_ points: [Coordinate], columns: Int, rows: Int) -> Viewport {
    let points = points.filter { abs($0.latitude) <= Mercator.mostLatitude }
    let (width, height) = (Double(columns * MapGrid.cellWidth), Double(rows * MapGrid.cellHeight))
    guard let first = points.first, let longitudes = LongitudeSpan(of: points.map(\.longitude)) else {
      return Viewport(center: .nullIsland, zoom: zoom(showing: 360, in: width))
    }
    if points.allSatisfy({ $0 == first }) { return Viewport(center: first, zoom: nearest) }
    let ordinates = points.map { Mercator.ordinate($0.latitude) }
    let (bottom, top) = (ordinates.min() ?? 0, ordinates.max() ?? 0)
    let zooms = [
      nearestOfMany, zoom(showing: longitudes.degrees, in: width * 0.8), zoom(showing: top - bottom, in: height * 0.8),
    ]
    let center = Coordinate(latitude: Mercator.latitude((bottom + top) / 2), longitude: longitudes.middle)
    return Viewport(center: center ?? first, zoom: zooms.min() ?? nearest)
  }

  /// The zoom at which so many degrees of longitude fit into so many dots.
  private static func zoom(showing degrees: Double, in dots: Double) -> Double {
    Mercator.doublings(of: max(dots, 1) * 360 / 64 / max(degrees, 1e-9))
  }
}

extension Coordinate {
  fileprivate static let nullIsland = Coordinate(latitude: 0, longitude: 0).unsafelyUnwrapped
}
