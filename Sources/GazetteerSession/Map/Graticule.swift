import GazetteerIndex

/// Lines of latitude and longitude at round degrees.
struct Graticule: Equatable {
  private static let steps = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 45]
  /// The least distance of two lines in dots.
  private static let least = 40.0
  /// How many dots apart the dots of a line are.
  private static let gap = 4

  /// In degrees.
  let step: Double
  private let grid: MapGrid

  init(of grid: MapGrid) {
    self.grid = grid
    step = Graticule.steps.first { $0 * grid.scale >= Graticule.least } ?? 90
  }

  /// The longitudes of its lines from west to east, and where they are in dots.
  private var meridians: [(degrees: Double, x: Int)] {
    let first = ((grid.west + grid.xs.lowerBound / grid.scale) / step).rounded(.up)
    let last = ((grid.west + grid.xs.upperBound / grid.scale) / step).rounded(.down)
    guard first <= last else { return [] }
    return (Int(first)...Int(last)).map { index in
      let degrees = Double(index) * step
      let turned = degrees > 180 ? degrees - 360 : degrees <= -180 ? degrees + 360 : degrees
      return (turned, Int((degrees - grid.west) * grid.scale))
    }
  }

  /// The latitudes of its lines from south to north, and where they are in dots.
  private var parallels: [(degrees: Double, y: Int)] {
    let south = Mercator.latitude(grid.top - grid.ys.upperBound / grid.scale)
    let north = Mercator.latitude(grid.top - grid.ys.lowerBound / grid.scale)
    let (first, last) = ((south / step).rounded(.up), (north / step).rounded(.down))
    guard first <= last else { return [] }
    return (Int(first)...Int(last)).map { index in
      let degrees = Double(index) * step
      return (degrees, Int((grid.top - Mercator.ordinate(degrees)) * grid.scale))
    }
  }

  func draw(on canvas: inout some MapCanvas) {
    let (xs, ys) = (
      Int(grid.xs.lowerBound)..<Int(grid.xs.upperBound), Int(grid.ys.lowerBound)..<Int(grid.ys.upperBound)
    )
    for (_, x) in meridians {
      for y in stride(from: ys.lowerBound, to: ys.upperBound, by: Graticule.gap) { canvas.set(x: x, y: y, .graticule) }
    }
    for (_, y) in parallels {
      for x in stride(from: xs.lowerBound, to: xs.upperBound, by: Graticule.gap) { canvas.set(x: x, y: y, .graticule) }
    }
  }

  /// Puts the degrees at the left and at the lower edge, where there is room.
  func label(_ texts: inout MapTexts, isASCII: Bool) {
    for (degrees, y) in parallels {
      let column = Int(grid.xs.lowerBound) / MapGrid.cellWidth
      texts.put(text(degrees, "N", "S", isASCII), column: column, row: y / MapGrid.cellHeight, .graticule)
    }
    for (degrees, x) in meridians {
      let row = min(grid.rows - 1, Int(grid.ys.upperBound) / MapGrid.cellHeight)
      let column = x / MapGrid.cellWidth + 1
      texts.put(text(degrees, "E", "W", isASCII), column: column, row: row, .graticule)
    }
  }

  /// `12.5°N`, or `12.5N` in ASCII.
  private func text(_ degrees: Double, _ positive: String, _ negative: String, _ isASCII: Bool) -> String {
    let rounded = (degrees * 100).rounded() / 100
    return Numeral.plain(abs(rounded)) + (isASCII ? "" : "°")
      + (rounded == 0 || abs(rounded) == 180 ? "" : rounded > 0 ? positive : negative)
  }
}
