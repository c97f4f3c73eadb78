import GazetteerIndex

extension Viewport {
  /// The same center, so many times twice as large.
  package func zoomed(by steps: Double) -> Viewport { Viewport(center: center, zoom: zoom + steps) }

  /// Moved by half of a map.
  ///
  /// - Parameters: the size of the map in cells.
  package func panned(_ direction: MapDirection, columns: Int, rows: Int) -> Viewport {
    let (right, up): (Double, Double) =
      switch direction {
      case .north: (0, 0.5)
      case .south: (0, -0.5)
      case .east: (0.5, 0)
      case .west: (-0.5, 0)
      }
    return moved(right: right, up: up, columns: columns, rows: rows)
  }

  /// Moved by parts of the size of a map. It stops where the map does, and goes around the earth.
  package func moved(right: Double, up: Double, columns: Int, rows: Int) -> Viewport {
    let grid = MapGrid(self, columns: columns, rows: rows)
    let east = center.longitude + right * Double(grid.width) / grid.scale
    let turned = east > 180 ? east - 360 : east < -180 ? east + 360 : east
    let ordinate = Mercator.ordinate(grid.viewport.center.latitude) + up * Double(grid.height) / grid.scale
    let most = Mercator.ordinate(Mercator.mostLatitude)
    let latitude = Mercator.latitude(min(max(ordinate, -most), most))
    let moved = Coordinate(latitude: latitude, longitude: min(max(turned, -180), 180)) ?? center
    return MapGrid(Viewport(center: moved, zoom: zoom), columns: columns, rows: rows).viewport
  }
}
