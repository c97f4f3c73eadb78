import GazetteerIndex

extension BaseMap {
  /// Draws the lines in a grid, those of small zooms with few details and without states or borders.
  ///
  /// O(pieces of a detail + points in the grid).
  func draw(on canvas: inout some MapCanvas, in grid: MapGrid) {
    let zoom = grid.viewport.zoom
    let detail = Detail(zoom: zoom)
    let isNear = zoom >= 2
    draw(.river, in: detail, mostRank: isNear ? UInt8(zoom * 1.5) : 1, .river, on: &canvas, grid)
    draw(.lake, in: detail, mostRank: isNear ? UInt8(zoom * 1.5) : 0, .lake, on: &canvas, grid)
    if zoom >= 3 { draw(.state, in: detail, mostRank: .max, .state, on: &canvas, grid) }
    // Where a country has a few dots, its borders would hide the coasts.
    if zoom >= 1 { draw(.border, in: detail, mostRank: .max, .border, on: &canvas, grid) }
    draw(.land, in: detail, mostRank: .max, .coast, on: &canvas, grid)
  }

  private func draw(
    _ layer: Layer, in detail: Detail, mostRank: UInt8, _ ink: Ink, on canvas: inout some MapCanvas,
    _ grid: MapGrid
  ) {
    let unit = 10_000.0
    let south = Int32(Mercator.latitude(grid.top - grid.ys.upperBound / grid.scale) * unit)
    let north = Int32(Mercator.latitude(grid.top - grid.ys.lowerBound / grid.scale) * unit)
    // Nearer than this to the last point, another one would be drawn in about the same place.
    let near = canvas.tolerance / grid.scale * unit
    // The earth is there once, but it may begin anywhere.
    for turn in [-360.0, 0, 360] {
      let west = (grid.west + grid.xs.lowerBound / grid.scale - turn) * unit
      let east = (grid.west + grid.xs.upperBound / grid.scale - turn) * unit
      guard west <= 180 * unit, east >= -180 * unit else { continue }
      forEachPiece(
        of: layer, in: detail, mostRank: mostRank, west: Int32(west), south: south, east: Int32(east), north: north
      ) { piece in
        let steepest = Mercator.parallel(at: Double(max(abs(piece.south), abs(piece.north))) / unit)
        let (nearX, nearY) = (Int32(near), Int32(near * max(0, steepest)))
        var last: (point: Point, x: Double, y: Double)?
        var skipped: Point?
        func go(to point: Point) {
          let x = (Double(point.longitude) / unit + turn - grid.west) * grid.scale
          let y = (grid.top - Mercator.ordinate(Double(point.latitude) / unit)) * grid.scale
          if let last, !(layer == .land && last.point.isAtEdge && point.isAtEdge) {
            canvas.line(from: (last.x, last.y), to: (x, y), inside: grid.xs, grid.ys, ink)
          }
          last = (point, x, y)
        }
        forEachPoint(of: piece) { point in
          if let last, abs(point.longitude - last.point.longitude) < nearX,
            abs(point.latitude - last.point.latitude) < nearY, !point.isAtEdge, !last.point.isAtEdge
          {
            skipped = point
          } else {
            skipped = nil
            go(to: point)
          }
        }
        if let skipped { go(to: skipped) }
      }
    }
  }

  /// Whether a point is on land, at a detail. Lakes count as land.
  ///
  /// A point is on land if an odd number of coasts lie on its meridian to the north of it. O(pieces of the detail).
  package func isLand(_ point: Coordinate, in detail: Detail) -> Bool {
    let (x, y) = (point.longitude * 10_000, point.latitude * 10_000)
    let column = Int32(x.rounded(.down))
    var crossings = 0
    forEachPiece(
      of: .land, in: detail, west: column, south: Int32(y.rounded(.down)), east: column + 1, north: 900_000
    ) { piece in
      var last: Point?
      forEachPoint(of: piece) { point in
        defer { last = point }
        guard let start = last, (Double(start.longitude) <= x) != (Double(point.longitude) <= x) else { return }
        let share = (x - Double(start.longitude)) / Double(point.longitude - start.longitude)
        if Double(start.latitude) + share * Double(point.latitude - start.latitude) > y { crossings += 1 }
      }
    }
    return crossings % 2 == 1
  }
}
