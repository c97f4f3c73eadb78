import GazetteerIndex

/// The part of the earth that a map shows: its center, and how large it is drawn.
package struct Viewport: Equatable, Sendable {
  /// The smallest zoom shows the whole earth in 256 dots, each step doubles the size.
  package static let zooms = 0.0...19.0

  package var center: Coordinate
  /// The earth is 256 × 2^zoom dots wide. In `zooms`.
  package var zoom: Double

  package init(center: Coordinate, zoom: Double) {
    self.center = center
    self.zoom = min(max(zoom, Viewport.zooms.lowerBound), Viewport.zooms.upperBound)
  }
}
