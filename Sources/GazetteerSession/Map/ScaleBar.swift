import GazetteerIndex

/// A line with its length on the ground, at the center of a map.
struct ScaleBar: Equatable {
  /// In metres.
  let length: Double
  /// How many cells it is long.
  let cells: Int

  /// The longest of 1, 2 and 5 × 10ⁿ metres that fits; nil if the map is too narrow.
  ///
  /// - Parameter most: the most cells.
  init?(in grid: MapGrid, most: Int) {
    let metres =
      Mercator.metresPerDegree(at: grid.viewport.center.latitude) / grid.scale * Double(MapGrid.cellWidth)
    guard most >= 3, metres > 0 else { return nil }
    let longest = metres * Double(most)
    var power = 1.0
    while power * 10 <= longest { power *= 10 }
    length = [5, 2, 1].lazy.map { $0 * power }.first { $0 <= longest } ?? power
    cells = Int((length / metres).rounded())
    guard cells >= 2 else { return nil }
  }

  func text(isASCII: Bool) -> String {
    let line = String(repeating: isASCII ? "-" : "─", count: max(0, cells - 2))
    let size = length >= 1000 ? Numeral.grouped(Int(length / 1000)) + " km" : "\(Int(length)) m"
    return (isASCII ? "|" : "├") + line + (isASCII ? "|" : "┤") + " " + size
  }
}
