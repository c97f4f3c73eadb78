import GazetteerIndex

/// What a map shows, whatever its size.
package struct MapSubject: Equatable, Sendable {
  /// In the order of their list.
  package var markers: [MapMarker]
  /// nil: all markers fit.
  package var viewport: Viewport?

  /// The point to zoom in at, if there is no viewport; nil: all markers fit.
  package var focus: Coordinate?

  package init(_ markers: [MapMarker], in viewport: Viewport? = nil) {
    self.markers = markers
    self.viewport = viewport
  }

  /// The part of the earth to show in a map of a size in cells.
  package func viewport(columns: Int, rows: Int) -> Viewport {
    viewport ?? focus.map { .fitting([$0], columns: columns, rows: rows) }
      ?? .fitting(markers.lazy.filter { $0.kind != .town }.map(\.coordinate), columns: columns, rows: rows)
  }
}
