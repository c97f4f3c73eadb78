import GazetteerIndex

/// What a map shows, whatever its size.
package struct MapSubject: Equatable, Sendable {
  /// In the order of their list.
  package var markers: [MapMarker]
  /// nil: all markers fit.
  package var viewport: Viewport?

  package init(_ markers: [MapMarker], in viewport: Viewport? = nil) {
    self.markers = markers
    self.viewport = viewport
  }
}
