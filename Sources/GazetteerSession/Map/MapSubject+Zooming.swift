import GazetteerIndex

extension MapSubject {
  /// What to show after zooming. A map that gets larger does not lose its places: if none would be in the middle half of
  /// it, the current place gets into the middle, or else the first of those that were on the map.
  ///
  /// O(places).
  ///
  /// - Parameters:
  ///   - wanted: what is shown now, at another zoom.
  ///   - columns: the size of the map in cells.
  package func zoomed(to wanted: Viewport, columns: Int, rows: Int) -> Viewport {
    let before = viewport(columns: columns, rows: rows)
    guard wanted.zoom > before.zoom else { return wanted }
    let places = markers.lazy.filter(\.isPlace)
    let middle = MapGrid(wanted, columns: columns / 2, rows: rows / 2)
    guard !places.contains(where: { middle.dot(of: $0.coordinate) != nil }) else { return wanted }
    let grid = MapGrid(before, columns: columns, rows: rows)
    let shown = places.filter { grid.dot(of: $0.coordinate) != nil }
    guard let place = shown.first(where: \.isCurrent) ?? shown.first else { return wanted }
    return Viewport(center: place.coordinate, zoom: wanted.zoom)
  }
}
