import GazetteerIndex

extension Viewport {
  /// How near a single place is shown, at least and at most, and how near several at most. The lines have no streets, so
  /// nearer than this there is often nothing around a single place.
  private static let (farthest, nearest, nearestOfMany) = (8.0, 12.0, 16.0)

  /// The smallest part of the earth with all points, with some space around them; the whole earth if there are none.
  ///
  /// O(points × log(points)).
  ///
  /// - Parameters:
  ///   - neighbours: other points near a single one, from which it is seen how far apart things are there.
  ///   - columns: the size of the map in cells.
  package static func fitting(
    _ points: [Coordinate], among neighbours: [Coordinate] = [], columns: Int, rows: Int
  ) -> Viewport {
    let points = points.filter { abs($0.latitude) <= Mercator.mostLatitude }
    let (width, height) = (Double(columns * MapGrid.cellWidth), Double(rows * MapGrid.cellHeight))
    guard let first = points.first, let longitudes = LongitudeSpan(of: points.map(\.longitude)) else {
      return Viewport(center: .nullIsland, zoom: zoom(showing: 360, in: width))
    }
    if points.allSatisfy({ $0 == first }) {
      if neighbours.isEmpty { return Viewport(center: first, zoom: farthest) }
      let isApart = neighbours.contains { $0 != first }
      let zoom = isApart ? fitting([first] + neighbours, columns: columns, rows: rows).zoom : nearest
      return Viewport(center: first, zoom: min(max(zoom, farthest), nearest))
    }
    let ordinates = points.map { Mercator.ordinate($0.latitude) }
    let (bottom, top) = (ordinates.min() ?? 0, ordinates.max() ?? 0)
    let zooms = [
      nearestOfMany, zoom(showing: longitudes.degrees, in: width * 0.8), zoom(showing: top - bottom, in: height * 0.8),
    ]
    let center = Coordinate(latitude: Mercator.latitude((bottom + top) / 2), longitude: longitudes.middle)
    return Viewport(center: center ?? first, zoom: zooms.min() ?? farthest)
  }

  /// The zoom at which so many degrees of longitude fit into so many dots.
  private static func zoom(showing degrees: Double, in dots: Double) -> Double {
    Mercator.doublings(of: max(dots, 1) * 360 / 64 / max(degrees, 1e-9))
  }
}

extension Coordinate {
  fileprivate static let nullIsland = Coordinate(latitude: 0, longitude: 0).unsafelyUnwrapped
}
