extension Style {
  /// Narrower lines have no room for a list and a map.
  private static let narrowest = 60

  /// How wide a list and the map beside it are, in cells; nil if one of them takes the whole width.
  package var split: (list: Int, map: Int)? {
    guard isLandscape, let width, width >= Style.narrowest else { return nil }
    let list = min(width * 11 / 20, 90)
    return (list, width - list - 1)
  }

  /// The size of a map in cells, without its last row, which has the scale. It leaves a row for the prompt.
  package var mapSize: (columns: Int, rows: Int) {
    let columns = split?.map ?? width ?? MapView.columns
    return (columns, max(1, rows.map { $0 - 2 } ?? min(MapView.rows - 1, max(8, columns * 3 / 10))))
  }
}
